using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Mutants;

/// <summary>How the self-test of a changed kernel ended.</summary>
internal enum Outcome : byte
{
    /// <summary>Not yet.</summary>
    None,

    /// <summary>Right answers.</summary>
    Passed,

    /// <summary>A wrong answer.</summary>
    Refused,

    /// <summary>The process ended otherwise: by an access to what is not there, by no instruction, or because the time was up.</summary>
    Ended,
}

/// <summary>
/// Runs self-tests on changed code in a process of its own, which is a copy of this one (fork). The copy has one thread. So all that it runs
/// has run here before, and its collector and compiler have nothing to do (the driver sets what must be set for that). It is given so much
/// time of the CPU for each trial, by the kernel's clock, whatever else the machine does. A copy costs as much as many self-tests. So it goes
/// on with the next trial, but not where one ended it, nor where the unchanged code no longer passes after one, which may have overwritten
/// anything. What passed is tried again in a copy that has run nothing else.
/// </summary>
internal sealed unsafe class Sandbox
{
    /// <summary>Trials at once.</summary>
    public const int MostTrials = 64;

    /// <summary>What a copy exits with that was not ended by one of its trials.</summary>
    private const int Stopped = 42;

    private const int LimitMicroseconds = 100_000;

    /// <summary>What copies allocate at most, before a collection would be due.</summary>
    private const int AllocatedBytes = 4 << 20;

    /// <summary>Where the runtime would tell of an exception that follows from what was overwritten.</summary>
    private const int StandardError = 2;

    /// <summary>Flags of mmap.</summary>
    private const int Shared = 1, Anonymous = 0x20;

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

    /// <summary>An outcome for each trial, in memory that copies share.</summary>
    private readonly Outcome* _outcomes;

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
        _outcomes = (Outcome*)Libc.mmap(null, (UIntPtr)MostTrials, Libc.Read | Libc.Write, Shared | Anonymous, -1, IntPtr.Zero);
        SoilStack();
        _ = GC.GetAllocatedBytesForCurrentThread();
        const BindingFlags Any = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        foreach (var name in new[] { nameof(RunSome), nameof(RunCopy), nameof(Try), nameof(Put), nameof(SetTimers) })
            RuntimeHelpers.PrepareMethod(typeof(Sandbox).GetMethod(name, Any)!.MethodHandle);
    }

    /// <summary>Puts a copy of a page in its place that can be written to. Nothing else may run meanwhile.</summary>
    public static void Unlock(byte* page, int bytes)
    {
        const int Fixed = 0x10;
        var copy = new ReadOnlySpan<byte>(page, bytes).ToArray();
        var mapped = Libc.mmap(page, (UIntPtr)(uint)bytes, Libc.Read | Libc.Write | Libc.Execute, Libc.Private | Fixed | Anonymous, -1, IntPtr.Zero);
        if (mapped != page)
            throw new InvalidOperationException("Linux refuses memory that is both written and run, without which code cannot be changed.");
        copy.CopyTo(new Span<byte>(page, bytes));
    }

    /// <summary>Has copies of this process run trials, at most <see cref="MostTrials"/>.</summary>
    public Outcome[] Run(IReadOnlyList<Attempt> attempts)
    {
        // The thread that finalizes takes locks of the runtime. A copy made meanwhile has them locked, and nobody to unlock them.
        GC.WaitForPendingFinalizers();
        Attempt[] all = [.. attempts];
        var outcomes = new Outcome[all.Length];
        for (var i = 0; i < all.Length;)
        {
            var done = RunSome(all, i, all.Length);
            for (var (k, isFirst) = (i, true); k < i + done; k++)
            {
                if (_outcomes[k] != Outcome.Passed)
                    isFirst = false;
                else if (!isFirst)
                    _ = RunSome(all, k, k + 1);
                outcomes[k] = _outcomes[k];
            }

            i += done;
        }

        return outcomes;
    }

    /// <summary>Has one copy run trials, and returns how many it ran.</summary>
    private int RunSome(Attempt[] all, int begin, int end)
    {
        new Span<Outcome>(_outcomes + begin, end - begin).Clear();
        var child = _fork();
        if (child == 0)
            RunCopy(all, begin, end);
        int status;
        if (child < 0 || _wait(child, &status, 0) != child)
            throw new InvalidOperationException("Linux refuses another process.");
        var done = begin;
        while (done < end && _outcomes[done] != Outcome.None)
            done++;
        if (done < end && status != Stopped << 8)
            _outcomes[done++] = Outcome.Ended;
        return done - begin;
    }

    /// <summary>Trials, and after each the unchanged code. It stops before anything is collected.</summary>
    private void RunCopy(Attempt[] all, int begin, int end)
    {
        var allocated = GC.GetAllocatedBytesForCurrentThread();
        _ = _close(StandardError);
        for (var i = 0; i < s_signals.Length; i++)
            _ = _signal(s_signals[i], 0);
        for (var i = begin; i < end; i++)
        {
            SetTimers();
            _outcomes[i] = Try(all[i]);
            if (i + 1 < end)
                SetTimers();
            if (i + 1 < end && (!all[i].Passes() || GC.GetAllocatedBytesForCurrentThread() - allocated > AllocatedBytes))
                break;
        }

        _exit(Stopped);
    }

    /// <summary>One entry after the other, while the answers are right.</summary>
    private static Outcome Try(Attempt attempt)
    {
        var page = (byte*)attempt.Page;
        var outcome = Outcome.Passed;
        for (var i = 0; i < attempt.Entries.Length && outcome == Outcome.Passed; i++)
        {
            var (offset, bytes) = attempt.Entries[i];
            Put(page + offset, bytes);
            Put(page + attempt.Offset, attempt.Bytes);
            SoilStack();
            if (!attempt.Passes())
                outcome = Outcome.Refused;
            Put(page + attempt.Offset, attempt.Unchanged);
            Put(page + offset, attempt.UnchangedEntries[i]);
        }

        return outcome;
    }

    private static void Put(byte* place, byte[] bytes)
    {
        for (var i = 0; i < bytes.Length; i++)
            place[i] = bytes[i];
    }

    private void SetTimers()
    {
        var time = stackalloc nint[4];
        (time[0], time[1], time[2], time[3]) = (0, 0, 0, LimitMicroseconds);
        _ = _setTimer(CpuTimer, time, null);
        (time[2], time[3]) = (LimitSeconds, 0);
        _ = _setTimer(WallTimer, time, null);
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
