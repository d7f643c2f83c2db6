using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>
/// What Linux says of the memory of slots. Run in this process, and by <see cref="DeniedMemoryTests"/> in one that may lock none.
/// </summary>
public unsafe class SecretMemoryTests
{
    /// <summary>Set to 1 where no memory may be locked.</summary>
    public const string LockRefused = "CRYPTO_TESTS_LOCKED_MEMORY_REFUSED";

    private const int Bytes = 64 * 1024;

    private static readonly bool s_isLockRefused = Environment.GetEnvironmentVariable(LockRefused) == "1";

    public SecretMemoryTests() => Assert.SkipUnless(OperatingSystem.IsLinux(), "reads /proc/self/smaps");

    /// <summary>A process may be allowed to lock some memory and no more, and then the report says so.</summary>
    [Fact]
    public void Memory_of_secrets_is_locked_and_kept_out_of_dumps_and_children()
    {
        var flags = FlagsOf((ulong)SecretMemory.Allocate(Bytes, out _));
        Assert.Contains("dd", flags);
        Assert.Contains("wf", flags);
        var report = CryptoProvider.Describe().ToString();
        Assert.Contains("between guard pages, ", report, StringComparison.Ordinal);
        Assert.EndsWith("locked in memory, left out of core dumps, wiped in forked children\n", Without(report, " (mlock: error "));
        Assert.Equal(s_isLockRefused, report.Contains(", not locked in memory (mlock: error ", StringComparison.Ordinal));
        if (!report.Contains("not all locked", StringComparison.Ordinal))
            Assert.Equal(!s_isLockRefused, flags.Contains("lo"));
    }

    [Fact]
    public void Memory_of_secrets_lies_between_pages_that_nobody_may_touch()
    {
        var start = (ulong)SecretMemory.Allocate(Bytes, out _);
        var mappings = File.ReadLines("/proc/self/maps").Select(line => line.Split('-', ' ')).Select(fields =>
            (Start: Parse(fields[0]), End: Parse(fields[1]), Access: string.Join('-', fields[2..]))).ToList();
        Assert.Equal(-1, new Span<byte>((void*)start, Bytes).IndexOfAnyExcept((byte)0));
        Assert.StartsWith("rw-p", mappings.Single(mapping => mapping.Start == start && mapping.End == start + Bytes).Access);
        Assert.StartsWith("---p", mappings.Single(mapping => mapping.End == start).Access);
        Assert.StartsWith("---p", mappings.Single(mapping => mapping.Start == start + Bytes).Access);
    }

    [Fact]
    public void Slots_lie_in_such_memory()
    {
        var slot = SlotPool.For(4000).Rent();
        Assert.Contains("wf", FlagsOf((ulong)slot.Bytes));
        slot.Return();
    }

    /// <summary>The text without what stands in brackets after these words.</summary>
    private static string Without(string text, string beginning)
    {
        var start = text.IndexOf(beginning, StringComparison.Ordinal);
        return start < 0 ? text : text.Remove(start, text.IndexOf(')', start) + 1 - start);
    }

    /// <summary>The flags (proc_pid_smaps(5)) of the mapping that an address lies in.</summary>
    private static HashSet<string> FlagsOf(ulong address)
    {
        var isThere = false;
        foreach (var line in File.ReadLines("/proc/self/smaps"))
        {
            var fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (fields[0].Split('-') is [var start, var end])
                isThere = Parse(start) <= address && address < Parse(end);
            else if (isThere && fields[0] == "VmFlags:")
                return [.. fields.Skip(1)];
        }

        throw new InvalidOperationException("There is no such mapping.");
    }

    private static ulong Parse(string address) => ulong.Parse(address, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
}
