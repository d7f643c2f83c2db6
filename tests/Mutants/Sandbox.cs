using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Mutants;

/// <summary>How the self-test of a changed kernel ended.</summary>
internal enum Outcome
{
    /// <summary>Right answers.</summary>
    Passed,

    /// <summary>A wrong answer.</summary>
    Refused,

    /// <summary>The process ended otherwise: by an access to what is not there, by no instruction, or because the time was up.</summary>
    Ended,
}

/// <summary>
/// Runs a self-test on changed code in a process of its own, which is a copy of this one (fork): whatever the code overwrites, the next
/// copy begins anew. The copy has one thread. So all that it runs has run here before, and its collector and compiler have nothing to do
/// (the driver sets what must be set for that). It is given so much time of the CPU, by the kernel's clock, whatever else the machine does.
/// </summary>
internal sealed unsafe class Sandbox
{
    private const int Passed = 42, Refused = 43, LimitMicroseconds = 100_000;

    /// <summary>Where the runtime would tell of an exception that follows from what was overwritten.</summary>
    private const int StandardError = 2;

    /// <summary>For a copy that waits, as the runtime may once its memory is overwritten.</summary>
    private const int LimitSeconds = 5;

    /// <summary>ITIMER_PROF and ITIMER_REAL, which end the process, and RLIMIT_CORE.</summary>
    private const int CpuTimer = 2, WallTimer = 0, CoreLimit = 4;

    /// <summary>SIGILL, SIGTRAP, SIGBUS, SIGFPE and SIGSEGV, which the runtime would make exceptions of.</summary>
    private static readonly int[] s_signals = [4, 5, 7, 8, 11];

    // By address, so that nothing is bound when it is first called.
    private readonly delegate* unmanaged<int> _fork;
    private readonly delegate* unmanaged<int, void> _exit;
    private readonly delegate* unmanaged<int, nint, nint> _signal;
    private readonly delegate* unmanaged<int, nint*, nint*, int> _setTimer;
    private readonly delegate* unmanaged<int, int*, int, int> _wait;
    private readonly delegate* unmanaged<int, int> _close;

    public Sandbox()
    {
        var library = NativeLibrary.Load("libc.so.6");
        nint Find(string name) => NativeLibrary.GetExport(library, name);
        _fork = (delegate* unmanaged<int>)Find("fork");
        _exit = (delegate* unmanaged<int, void>)Find("_exit");
        _signal = (delegate* unmanaged<int, nint, nint>)Find("signal");
        _setTimer = (delegate* unmanaged<int, nint*, nint*, int>)Find("setitimer");
        _wait = (delegate* unmanaged<int, int*, int, int>)Find("waitpid");
        _close = (delegate* unmanaged<int, int>)Find("close");
        var none = stackalloc nint[2];
        _ = ((delegate* unmanaged<int, nint*, int>)Find("setrlimit"))(CoreLimit, none);
        SoilStack();
        foreach (var name in new[] { nameof(Run), nameof(RunCopy) })
            RuntimeHelpers.PrepareMethod(typeof(Sandbox).GetMethod(name, System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.NonPublic)!.MethodHandle);
    }

    /// <summary>Puts a copy of a page in its place that can be written to. Nothing else may run meanwhile.</summary>
    public static void Unlock(byte* page, int bytes)
    {
        const int Fixed = 0x10, Anonymous = 0x20;
        var copy = new ReadOnlySpan<byte>(page, bytes).ToArray();
        var mapped = Libc.mmap(page, (UIntPtr)(uint)bytes, Libc.Read | Libc.Write | Libc.Execute, Libc.Private | Fixed | Anonymous, -1, IntPtr.Zero);
        if (mapped != page)
            throw new InvalidOperationException("Linux refuses memory that is both written and run, without which code cannot be changed.");
        copy.CopyTo(new Span<byte>(page, bytes));
    }

    /// <summary>Has a copy of this process change a page in two places and run a test.</summary>
    public Outcome Run(byte* page, (int Offset, byte[] Bytes) first, (int Offset, byte[] Bytes) second, Func<bool> passes)
    {
        var child = _fork();
        if (child == 0)
            RunCopy(page + first.Offset, first.Bytes, page + second.Offset, second.Bytes, passes);
        int status;
        if (child < 0 || _wait(child, &status, 0) != child)
            throw new InvalidOperationException("Linux refuses another process.");
        return status switch
        {
            Passed << 8 => Outcome.Passed,
            Refused << 8 => Outcome.Refused,
            _ => Outcome.Ended,
        };
    }

    private void RunCopy(byte* first, byte[] firstBytes, byte* second, byte[] secondBytes, Func<bool> passes)
    {
        var time = stackalloc nint[4];
        time[3] = LimitMicroseconds;
        _ = _setTimer(CpuTimer, time, null);
        (time[2], time[3]) = (LimitSeconds, 0);
        _ = _setTimer(WallTimer, time, null);
        _ = _close(StandardError);
        for (var i = 0; i < s_signals.Length; i++)
            _ = _signal(s_signals[i], 0);
        for (var i = 0; i < firstBytes.Length; i++)
            first[i] = firstBytes[i];
        for (var i = 0; i < secondBytes.Length; i++)
            second[i] = secondBytes[i];
        SoilStack();
        _exit(passes() ? Passed : Refused);
    }

    /// <summary>
    /// Overwrites the stack below: what the unchanged code left in its scratch memory there is what a changed store or load would else find.
    /// </summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void SoilStack()
    {
        const int Bytes = 1 << 16;
        const byte Junk = 0x9E;
        Span<byte> below = stackalloc byte[Bytes];
        below.Fill(Junk);
    }
}
