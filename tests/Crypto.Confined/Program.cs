using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Confined;

/// <summary>
/// <c>Crypto.Confined RULE PROGRAM [ARGUMENT...]</c> becomes the program, under a seccomp filter that needs no privilege and that
/// neither the program nor its children can shed, or under a limit. Linux on x64.
/// </summary>
internal static unsafe partial class Program
{
    private const uint Mmap = 9;
    private const uint Mprotect = 10;
    private const uint PkeyMprotect = 329;
    private static readonly (uint Argument, uint Bit) s_writable = (2, 2);
    private static readonly (uint Argument, uint Bit) s_executable = (2, 4);
    private static readonly (uint Argument, uint Bit) s_shared = (3, 1);

    /// <summary>Who writes a byte to a file is ended by a signal.</summary>
    private const string NoFileBytes = "no-file-bytes";

    private const string NoLockedMemory = "no-locked-memory";

    private static readonly Dictionary<string, Refusal[]> s_rules = new()
    {
        // How machine code is mapped on Linux, and how no runtime maps what it compiles.
        ["no-shared-executable"] = [new Refusal(Mmap, s_executable, s_shared)],

        ["no-writable-executable"] =
        [
            new Refusal(Mmap, s_writable, s_executable),
            new Refusal(Mprotect, s_writable, s_executable),
            new Refusal(PkeyMprotect, s_writable, s_executable),
        ],

        [NoFileBytes] = [],
        [NoLockedMemory] = [],
    };

    private static int Main(string[] arguments)
    {
        if (arguments is not [var rule, var program, ..] || !s_rules.TryGetValue(rule, out var refusals))
        {
            Console.Error.WriteLine("Crypto.Confined RULE PROGRAM [ARGUMENT...]; rules: " + string.Join(", ", s_rules.Keys));
            return 2;
        }

        // Once in vain, so that the runtime has no code left to compile when the filter binds this process, too.
        string?[] started = [.. arguments.Skip(1), null];
        _ = execvp("", started);

        const int FileSize = 1, LockedMemory = 8;
        if (!(rule == NoFileBytes ? Limit(FileSize) : rule == NoLockedMemory ? Limit(LockedMemory) : Refuse(refusals)))
            return Fail(rule + " was not accepted");
        _ = execvp(program, started);
        return Fail(program + " was not started");
    }

    private static bool Limit(int resource)
    {
        // Who has this capability may lock memory whatever the limit; it is gone with the next program.
        const int DropCapability = 24, LockMemory = 14;
        _ = prctl(DropCapability, LockMemory, 0, 0, 0);
        var limit = stackalloc ulong[2] { 0, 0 };
        return setrlimit(resource, limit) == 0;
    }

    private static bool Refuse(Refusal[] refusals)
    {
        const int NoNewPrivileges = 38, Seccomp = 22, FilterMode = 2;
        var filter = Filter.Build(refusals);
        fixed (Instruction* instructions = filter)
        {
            var description = new FilterProgram { Length = (ushort)filter.Length, Instructions = instructions };
            return prctl(NoNewPrivileges, 1, 0, 0, 0) == 0 && prctl(Seccomp, FilterMode, (nuint)(&description), 0, 0) == 0;
        }
    }

    private static int Fail(string what)
    {
        Console.Error.WriteLine($"{what}: error {Marshal.GetLastPInvokeError()}.");
        return 2;
    }

    [LibraryImport("libc", SetLastError = true)]
    private static partial int prctl(int option, nuint second, nuint third, nuint fourth, nuint fifth);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int setrlimit(int resource, ulong* limit);

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int execvp(string program, string?[] arguments);

    /// <summary><c>struct sock_fprog</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct FilterProgram
    {
        public ushort Length;
        public Instruction* Instructions;
    }
}
