using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using System.Threading;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>Loading and calling. What happens where memory is refused is in <see cref="Dispatch.DeniedMemoryTests"/>.</summary>
public unsafe class CodePageTests
{
    public CodePageTests() =>
        Assert.SkipUnless(RuntimeInformation.ProcessArchitecture == Architecture.X64, "needs an x64 process");

    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    [InlineData(unchecked((int)0x80000002))]
    public void Loaded_kernel_by_either_call_answers_as_the_runtime_does(int leaf)
    {
        var expected = X86Base.CpuId(leaf, 0);
        var query = new CpuQuery { Leaf = (uint)leaf };
        var address = CodePage.Load(CpuCode.Bytes).Address(CpuCode.Cpuid);
        Intrinsics.MachineCode.Call(address, &query);
        Assert.Equal(expected, ((int)query.Eax, (int)query.Ebx, (int)query.Ecx, (int)query.Edx));

        query = new CpuQuery { Leaf = (uint)leaf };
        Intrinsics.MachineCode.CallBriefly(address, &query);
        Assert.Equal(expected, ((int)query.Eax, (int)query.Ebx, (int)query.Ecx, (int)query.Edx));
    }

    /// <summary>Not even at two addresses. What is mapped is sampled meanwhile, and once more when all is loaded.</summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void Pages_being_loaded_are_never_writable_and_executable_at_once()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "reads /proc/self/maps");
        const int Pages = 300;
        var (found, executable) = (new List<string>(), new HashSet<string>());
        var samples = 0;
        var isLoading = true;
        var sampler = new Thread(() =>
        {
            for (; Volatile.Read(ref isLoading); samples++)
                found.AddRange(WritableWhenExecutable(Mappings(), executable));
        });
        sampler.Start();
        var addresses = new HashSet<nint>();
        for (var i = 0; i < Pages || Volatile.Read(ref samples) < 10; i++)
            addresses.Add((nint)CodePage.Load(CpuCode.Bytes).Address(new CodeEntry(0, CpuFeatures.None)));
        Volatile.Write(ref isLoading, false);
        sampler.Join();

        var mappings = Mappings();
        found.AddRange(WritableWhenExecutable(mappings.Concat(mappings), executable));
        Assert.Empty(found.Distinct());
        Assert.True(addresses.Count >= Pages);
        Assert.True(addresses.IsSubsetOf(mappings.Where(mapping => mapping.IsExecutable).Select(mapping => mapping.Address)));
    }

    /// <summary>Neither by another protection nor through the file that is mapped.</summary>
    [Fact]
    public void Loaded_page_cannot_be_made_writable()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "seals are Linux's");
        const int ReadAndWrite = 3, PageBytes = 4096;
        var address = (nint)CodePage.Load(CpuCode.Bytes).Address(new CodeEntry(0, CpuFeatures.None));

        Assert.Equal(-1, mprotect(address, PageBytes, ReadAndWrite));
        var range = Mappings().Single(mapping => mapping.Address == address).Line.Split(' ')[0];
        Assert.ThrowsAny<Exception>(() =>
        {
            using var file = File.OpenWrite("/proc/self/map_files/" + range);
            file.WriteByte(0xCC);
            file.Flush();
        });
        Assert.Equal(CpuCode.Bytes[0], *(byte*)address);
    }

    /// <summary>Whichever byte it is.</summary>
    [Fact]
    public void Page_with_one_wrong_byte_is_refused_and_the_next_kernel_taken()
    {
        foreach (var at in new[] { 0, CpuCode.Bytes.Length / 2, CpuCode.Bytes.Length - 1 })
        {
            var bytes = CpuCode.Bytes.ToArray();
            bytes[at] ^= 0x10;
            var page = CodePage.Check(ExecutableMemory.Map(bytes, out _), CpuCode.Bytes);
            var routine = new CodeRoutine(page, CpuCode.Cpuid, 0);
            Assert.True(routine.Address == null);
            var list = new KernelList<HashKernel>(_ => true, () => [new OnPage(routine), new Md5Portable()]);
            Assert.Equal("md5/portable", list.Best.Id);
            Assert.Equal([("on page", "the machine code in memory is not what was committed")], list.BetterOnesPassedOver);
        }

        Assert.Null(CodePage.Check(ExecutableMemory.Map(CpuCode.Bytes, out _), CpuCode.Bytes).WhyDenied);
    }

    // The runtime's own compiler writes through a second mapping, which is not tested here.
    private static List<Mapping> Mappings() =>
        [.. File.ReadLines("/proc/self/maps").Where(line => !line.Contains("doublemapper")).Select(Mapping.Parse)];

    // The list is read in pieces while pages come and go, so that a file which it shows writable and, further down, executable
    // may have been one after the other. But what was once seen executable stays so, and may not be seen writable later.
    private static IEnumerable<string> WritableWhenExecutable(IEnumerable<Mapping> mappings, HashSet<string> executable)
    {
        foreach (var mapping in mappings)
        {
            if (mapping.IsExecutable && mapping.IsShared)
                executable.Add(mapping.Inode);
            if (mapping.IsWritable && (mapping.IsExecutable || (mapping.IsShared && executable.Contains(mapping.Inode))))
                yield return mapping.Line;
        }
    }

    [DllImport("libc", SetLastError = true)]
    private static extern int mprotect(nint address, nint bytes, int protection);

    private sealed class OnPage(CodeRoutine routine) : HashKernel
    {
        public override string Id => "on page";

        public override Intrinsics.KernelTier Tier => Intrinsics.KernelTier.MachineCode;

        public override bool IsConstantTime => true;

        public override string? WhyUnavailable() => base.WhyUnavailable() ?? routine.WhyDenied;

        public override void Compress(HashArguments* arguments) => routine.Run(arguments, 0);
    }

    // A line is like "7f1f8a400000-7f1f8a402000 r-xs 00000000 00:01 1213  /memfd:name".
    private sealed record Mapping(string Line, nint Address, bool IsWritable, bool IsExecutable, bool IsShared, string Inode)
    {
        public static Mapping Parse(string line)
        {
            var fields = line.Split(' ', 6);
            var address = nint.Parse(fields[0].Split('-')[0], System.Globalization.NumberStyles.HexNumber);
            return new(line, address, fields[1][1] == 'w', fields[1][2] == 'x', fields[1][3] == 's', fields[3] + " " + fields[4]);
        }
    }
}
