using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>Machine code and the garbage collector, which stops threads, walks their stacks and moves what they use.</summary>
public unsafe class CollectionTests
{
    // A minute or more, if nobody releases the call: enough for three collections on a busy machine, and an end if they wait for the call.
    private const long ManyTurns = 1L << 32;
    private const long FewTurns = 1_000_000;

    public CollectionTests() =>
        Assert.SkipUnless(RuntimeInformation.ProcessArchitecture == Architecture.X64, "needs an x64 process");

    [Fact]
    public void Collections_during_a_call_end_and_find_what_its_callers_hold()
    {
        using var waiting = new WaitingCall(Intrinsics.MachineCode.Call, ManyTurns);
        var collections = GC.CollectionCount(GC.MaxGeneration);
        for (var i = 0; i < 3; i++)
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: true);
        Assert.InRange(GC.CollectionCount(GC.MaxGeneration) - collections, 3, int.MaxValue);
        var (turnsLeft, held) = waiting.Release();
        Assert.True(turnsLeft > 0, "the collections waited for the call");
        Assert.Equal("held by the caller alone", held);
    }

    /// <summary>So work in such calls must be brief; and the test above can tell.</summary>
    [Fact]
    public void Collection_during_a_call_without_a_transition_waits()
    {
        using var waiting = new WaitingCall(Intrinsics.MachineCode.CallBriefly, FewTurns);
        GC.Collect();
        var (turnsLeft, held) = waiting.Release();
        Assert.Equal(0, turnsLeft);
        Assert.Equal("held by the caller alone", held);
    }

    public static IEnumerable<TheoryDataRow<string>> BulkWorks =>
        BulkWork.All.Select(work => new TheoryDataRow<string>(work.Name));

    /// <summary>A collection could end after the call's beginning was announced, and before it; not several.</summary>
    [ExplicitTheory, Trait("run", "nightly"), MemberData(nameof(BulkWorks))]
    public void Collections_during_a_long_call_go_on(string name)
    {
        const int Enough = 5;
        const long Shortest = 4L << 20, Longest = 8L << 30;
        var work = BulkWork.All.Single(work => work.Name == name);
        using var memory = new RepeatedMemory(Longest);
        var calls = 0;
        var isOver = false;
        var collections = 0;
        var collector = new Thread(() =>
        {
            while (!Volatile.Read(ref isOver))
            {
                var call = Volatile.Read(ref calls);
                GC.Collect(0, GCCollectionMode.Forced, blocking: true);
                if (call % 2 == 1 && call == Volatile.Read(ref calls))
                    Interlocked.Increment(ref collections);
            }
        });
        collector.Start();
        var duringOneCall = 0;
        for (var length = Shortest; length <= Longest && duringOneCall < Enough; length *= 2)
        {
            Volatile.Write(ref collections, 0);
            Interlocked.Increment(ref calls);
            work.Run(memory.Start, (nint)length);
            duringOneCall = Volatile.Read(ref collections);
            Interlocked.Increment(ref calls);
        }

        Volatile.Write(ref isOver, true);
        collector.Join();
        Assert.True(duringOneCall >= Enough, $"{duringOneCall} collections at most during one call");
    }

    [ExplicitFact, Trait("run", "nightly")]
    public void Results_while_another_thread_collects_and_compacts_are_right()
    {
        string[] filter =
        [
            "-class", "ManagedCrypto.Tests.Conformance.AesTests",
            "-class", "ManagedCrypto.Tests.Conformance.AesCtrTests",
            "-class", "ManagedCrypto.Tests.Conformance.AeadTests",
            "-class", "ManagedCrypto.Tests.Conformance.Hash*",
            "-class", "ManagedCrypto.Tests.Conformance.Hmac*",
            .. TestRun.WithoutLongest,
        ];
        TestRun.Check(filter, 200, environment: new() { [Collector.Variable] = "1" });
    }

    /// <summary>A call in flight in a thread of its own, whose frame holds an object that nothing else refers to.</summary>
    private sealed class WaitingCall : IDisposable
    {
        private readonly WaitArguments* _arguments = (WaitArguments*)NativeMemory.AllocZeroed((nuint)sizeof(WaitArguments));
        private readonly Thread _thread;
        private string _held = "";

        public WaitingCall(Caller call, long turns)
        {
            var address = (nint)WaitProgram.Load();
            _arguments->Turns = turns;
            _thread = new Thread(() => Hold(call, address));
            _thread.Start();
            while (Volatile.Read(ref _arguments->HasBegun) == 0)
                Thread.Yield();
        }

        internal delegate void Caller(void* address, void* arguments);

        public (long TurnsLeft, string Held) Release()
        {
            Volatile.Write(ref _arguments->IsReleased, 1);
            _thread.Join();
            return (_arguments->Turns, _held);
        }

        public void Dispose()
        {
            Release();
            NativeMemory.Free(_arguments);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private void Hold(Caller call, nint address)
        {
            var held = string.Concat("held by the caller", " alone");
            call((void*)address, _arguments);
            _held = held;
        }
    }
}
