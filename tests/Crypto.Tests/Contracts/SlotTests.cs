using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.ConstrainedExecution;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

public unsafe class SlotTests
{
    [Fact]
    public void Pool_gives_zeroed_slots_of_the_size_asked_for_that_do_not_overlap()
    {
        const int Bytes = 5000, Slots = 50;
        var pool = SlotPool.For(Bytes);
        Assert.Same(pool, SlotPool.For(pool.SlotBytes - sizeof(int)));
        Assert.NotSame(pool, SlotPool.For(pool.SlotBytes));
        Assert.InRange(pool.SlotBytes, Bytes, Bytes + 255);
        var slots = new SortedDictionary<ulong, Slot>();
        for (var i = 0; i < Slots; i++)
        {
            var slot = pool.Rent();
            Assert.Equal(0UL, (ulong)slot.Bytes % 64);
            Assert.True(IsZero(slot.Bytes, pool.SlotBytes));
            new Span<byte>(slot.Bytes, pool.SlotBytes).Fill(0x5A);
            slots.Add((ulong)slot.Bytes, slot);
        }

        var previous = 0UL;
        foreach (var (address, slot) in slots)
        {
            Assert.True(address - previous >= (ulong)pool.SlotBytes);
            previous = address;
            slot.Return();
        }
    }

    /// <summary>Finalizers return slots, and must not fail where there is no memory.</summary>
    [Fact]
    public void Returning_a_slot_allocates_nothing()
    {
        const int Slots = 200_000;
        var pool = SlotPool.For(256);
        var slots = new Slot[Slots];
        for (var i = 0; i < Slots; i++)
            slots[i] = pool.Rent();
        var before = GC.GetAllocatedBytesForCurrentThread();
        foreach (var slot in slots)
            slot.Return();

        // The runtime allocates some on its own account, as for the first call of what unlocks memory; 24 bytes a slot would be millions.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, Slots);
    }

    /// <summary>So that a call which is late finds zeros and no other's key, for as long as other slots last.</summary>
    [Fact]
    public void Slot_returned_longest_ago_is_rented_first()
    {
        var pool = SlotPool.For(13_000);
        Slot[] returned = [pool.Rent(), pool.Rent(), pool.Rent()];
        foreach (var slot in returned)
            slot.Return();

        var rented = new List<Slot>();
        while (rented.Count < 100 && !rented.Contains(returned[2]))
            rented.Add(pool.Rent());
        Assert.Equal(returned, rented.GetRange(rented.Count - 3, 3));
        Assert.True(rented.Count > 3, "those that nobody had were not rented first");
        rented.ForEach(slot => slot.Return());
    }

    /// <summary>Small slots, and little between renting and returning: the queue is what the threads spend their time in.</summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void Slot_rented_by_many_threads_has_one_owner_and_is_zeroed()
    {
        const int Bytes = 700, Rounds = 1_000_000, Held = 2;
        var pool = SlotPool.For(Bytes);
        var foreign = 0;
        Parallel.For(0, 4, thread =>
        {
            var held = new Queue<Slot>();
            for (var round = 0; round < Rounds; round++)
            {
                var slot = pool.Rent();
                if (Interlocked.CompareExchange(ref *(int*)slot.Bytes, thread + 1, 0) != 0 || slot.Bytes[pool.SlotBytes - 1] != 0)
                    Interlocked.Increment(ref foreign);
                slot.Bytes[pool.SlotBytes - 1] = 1;
                held.Enqueue(slot);
                if (held.Count < Held)
                    continue;
                slot = held.Dequeue();
                if (*(int*)slot.Bytes != thread + 1)
                    Interlocked.Increment(ref foreign);
                slot.Return();
            }

            foreach (var slot in held)
                slot.Return();
        });
        Assert.Equal(0, foreign);
    }

    [Fact]
    public void Disposed_key_slot_is_wiped_and_not_alive()
    {
        var slot = new KeySlot(100, typeof(SlotTests));
        var held = slot.Hold();
        var bytes = held.Bytes;
        new Span<byte>(bytes, 256).Fill(0x5A);
        Assert.False(held.IsAlive);
        held.Complete();
        Assert.True(held.IsAlive);
        slot.Dispose();
        held.Complete();
        Assert.False(held.IsAlive);
        Assert.True(IsZero(bytes, 256));
        slot.Dispose();
    }

    /// <summary>A slot that went back twice would be given to two owners.</summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void Slot_disposed_by_many_threads_is_returned_once()
    {
        const int Bytes = 7000, Rounds = 200;
        for (var round = 0; round < Rounds; round++)
        {
            var key = new KeySlot(Bytes, typeof(SlotTests));
            var state = new StateSlot(Bytes);
            Parallel.For(0, 4, _ =>
            {
                key.Dispose();
                state.Dispose();
            });
        }

        var pool = SlotPool.For(Bytes);
        var seen = new HashSet<Slot>();
        for (var i = 0; i < 40; i++)
            Assert.True(seen.Add(pool.Rent()));
        foreach (var slot in seen)
            slot.Return();
    }

    [Fact]
    public void Key_slot_that_nobody_holds_is_wiped_by_its_finalizer()
    {
        var bytes = (byte*)Abandon();
        for (var i = 0; i < 50 && !IsZero(bytes, 64); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.True(IsZero(bytes, 64));

        static IntPtr Abandon()
        {
            // A size that no other test uses, so that nobody rents the slot meanwhile.
            var held = new KeySlot(12_345, typeof(SlotTests)).Hold();
            new Span<byte>(held.Bytes, 64).Fill(0x5A);
            held.Complete();
            return (IntPtr)held.Bytes;
        }
    }

    [Fact]
    public void State_slot_serves_one_caller_at_a_time()
    {
        using var slot = new StateSlot(100);
        using (slot.Enter(this))
            Assert.Throws<CryptographicException>(() => { slot.Enter(this); });
        using (slot.Enter(this))
            Assert.Throws<CryptographicException>(() => { slot.Enter(this); });
    }

    /// <summary>As a thread leaves it that is aborted on its way into a call: nobody else could wipe the slot.</summary>
    [Fact]
    public void State_slot_that_nobody_holds_is_wiped_by_its_finalizer_even_if_a_call_never_ended()
    {
        var bytes = (byte*)Abandon();
        for (var i = 0; i < 50 && !IsZero(bytes, 64); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.True(IsZero(bytes, 64));

        static IntPtr Abandon()
        {
            // A size that no other test uses, so that nobody rents the slot meanwhile.
            var scope = new StateSlot(11_234).Enter(typeof(SlotTests));
            new Span<byte>(scope.Bytes, 64).Fill(0x5A);
            return (IntPtr)scope.Bytes;
        }
    }

    [Fact]
    public void State_slot_disposed_during_a_call_is_wiped_when_the_call_ends()
    {
        var slot = new StateSlot(100);
        var scope = slot.Enter(this);
        var bytes = scope.Bytes;
        bytes[0] = 0x5A;
        slot.Dispose();
        Assert.True(slot.IsDisposed);
        Assert.Equal(0x5A, bytes[0]);
        Assert.Throws<ObjectDisposedException>(() => { slot.Enter(this); });
        scope.Dispose();
        Assert.Equal(0, bytes[0]);
        Assert.Throws<ObjectDisposedException>(() => { slot.Enter(this); });
    }

    /// <summary>
    /// Each caller marks the slot as its own; another mark found there means that a recycled slot had two writers.
    /// </summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void Recycled_state_slot_never_has_two_writers()
    {
        const int Bytes = 9000, Rounds = 20_000;
        var foreign = 0;
        Parallel.For(0, 4, thread =>
        {
            for (var round = 0; round < Rounds; round++)
            {
                var slot = new StateSlot(Bytes);
                var scope = slot.Enter(this);
                var bytes = scope.Bytes;
                var rival = round % 16 == 0 ? Task.Run(slot.Dispose) : Task.CompletedTask;
                *(int*)bytes = thread + 1;
                Thread.SpinWait(20);
                if (*(int*)bytes != thread + 1)
                    Interlocked.Increment(ref foreign);
                scope.Dispose();
                rival.Wait();
                slot.Dispose();
            }
        });
        Assert.Equal(0, foreign);
    }

    /// <summary>A refused call has claimed the slot for a moment, which must not pass for a call under way.</summary>
    [Fact]
    public void State_slot_that_was_recycled_stays_so_whoever_asks()
    {
        const int Bytes = 10_234;
        var slot = new StateSlot(Bytes);
        slot.Dispose();
        for (var i = 0; i < 3; i++)
            Assert.Throws<ObjectDisposedException>(() => { slot.Enter(this); });
        slot.Dispose();
        GC.ReRegisterForFinalize(slot);
        slot = null;
        GC.Collect();
        GC.WaitForPendingFinalizers();

        var pool = SlotPool.For(Bytes);
        var seen = new HashSet<Slot>();
        for (var i = 0; i < 40; i++)
            Assert.True(seen.Add(pool.Rent()));
        foreach (var rented in seen)
            rented.Return();
    }

    /// <summary>
    /// A thread that is aborted as it is refused leaves the slot claimed, though it was returned: as its call under way ended, so that the
    /// finalizer still runs.
    /// </summary>
    [Fact]
    public void State_slot_that_was_recycled_is_returned_once_whatever_an_aborted_thread_left()
    {
        // A size that no other test uses.
        const int Bytes = 10_744;
        Abandon();
        GC.Collect();
        GC.WaitForPendingFinalizers();

        var pool = SlotPool.For(Bytes);
        var seen = new HashSet<Slot>();
        for (var i = 0; i < 40; i++)
            Assert.True(seen.Add(pool.Rent()));
        foreach (var rented in seen)
            rented.Return();

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Abandon()
        {
            var slot = new StateSlot(Bytes);
            using (slot.Enter(typeof(SlotTests)))
                slot.Dispose();
            const int Busy = 1;
            typeof(StateSlot).GetField("_condition", BindingFlags.Instance | BindingFlags.NonPublic)!.SetValue(slot, Busy);
        }
    }

    /// <summary>What is in a finally block, Thread.Abort of Mono and .NET Framework does not interrupt; here nobody can be aborted.</summary>
    [Theory]
    [InlineData(typeof(KeySlot), "Recycle")]
    [InlineData(typeof(StateSlot), "TryRecycle")]
    public void Slot_is_taken_and_returned_in_a_finally_block(Type type, string name)
    {
        var method = type.GetMethod(name, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)!;
        var body = method.GetMethodBody()!;
        var code = body.GetILAsByteArray()!;
        var calls = new List<string>();
        for (int at = 0, next; at < code.Length; at = next)
        {
            (var opCode, var operand, next) = IntermediateCode.Decode(code, at);
            if (opCode.OperandType != OperandType.InlineMethod)
                continue;
            var called = IntermediateCode.Mentioned(method, operand);
            if (called.DeclaringType != typeof(Interlocked) && called.Name != nameof(Slot.Return))
                continue;
            calls.Add(called.Name);
            Assert.Contains(body.ExceptionHandlingClauses, clause => clause.Flags == ExceptionHandlingClauseOptions.Finally
                && at >= clause.HandlerOffset && at < clause.HandlerOffset + clause.HandlerLength);
        }

        Assert.Equal(2, calls.Count);
        Assert.Equal(nameof(Slot.Return), calls[1]);
    }

    /// <summary>
    /// The end of a call is an ordinary write, which another CPU may see late. Whichever of the two is late, the slot is wiped, and
    /// serves nobody after the disposal.
    /// </summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void State_slot_disposed_just_as_a_call_ends_is_wiped()
    {
        // A size that no other test uses, so that nobody rents a slot meanwhile.
        const int Bytes = 8_765, Rounds = 60_000, Delays = 100;
        var cold = new byte[64 << 20];
        var next = 0;
        StateSlot? shared = null;
        var isDone = false;
        var rival = new Thread(() =>
        {
            for (var wait = default(SpinWait); !Volatile.Read(ref isDone); wait.SpinOnce(sleep1Threshold: -1))
            {
                if (Volatile.Read(ref shared) is { } slot)
                {
                    slot.Dispose();
                    Volatile.Write(ref shared, null);
                    wait.Reset();
                }
            }
        });
        rival.Start();
        var left = 0;
        for (var round = 0; round < Rounds; round++)
        {
            var slot = new StateSlot(Bytes);
            var scope = slot.Enter(this);
            var bytes = scope.Bytes;
            bytes[0] = 0x5A;
            Volatile.Write(ref shared, slot);
            for (var wait = round % Delays; wait > 0; wait--)
                Volatile.Read(ref isDone);

            // The end of the call waits for this write, which misses all caches.
            next = (next + 4160) % cold.Length;
            cold[next] = 1;
            scope.Dispose();
            for (var wait = default(SpinWait); Volatile.Read(ref shared) is not null; wait.SpinOnce(sleep1Threshold: -1))
            {
            }

            left += bytes[0] == 0 ? 0 : 1;
        }

        Volatile.Write(ref isDone, true);
        rival.Join();
        Assert.Equal(0, left);
    }

    /// <summary>As in a forked child: all zeros. Whoever gets the bytes next has another ticket.</summary>
    [Fact]
    public void Slots_whose_word_is_not_their_ticket_serve_nobody()
    {
        var key = new KeySlot(14_000, typeof(SlotTests));
        var held = key.Hold();
        held.Complete();
        Assert.True(held.IsAlive);
        var state = new StateSlot(14_000);
        byte* bytes;
        using (var scope = state.Enter(this))
            bytes = scope.Bytes;
        for (var i = 0; i < 2; i++)
        {
            foreach (var slot in new[] { held.Bytes, bytes })
                new Span<byte>(slot, 14_080).Fill((byte)(i * 0x11));
            Assert.False(held.IsAlive);
            Assert.True(state.IsDisposed);
            Assert.Throws<ObjectDisposedException>(() => { state.Enter(this); });
        }

        key.Dispose();
        state.Dispose();
    }

    /// <summary>The largest sector of a stream of XTS.</summary>
    [Fact]
    public void Slots_of_64_KiB_do_not_overlap()
    {
        var pool = SlotPool.For(64 * 1024);
        Slot[] slots = [pool.Rent(), pool.Rent(), pool.Rent()];
        for (var i = 0; i < slots.Length; i++)
            new Span<byte>(slots[i].Bytes, pool.SlotBytes).Fill((byte)(i + 1));
        Assert.All(slots, slot => Assert.Equal(
            -1, new Span<byte>(slot.Bytes, pool.SlotBytes).IndexOfAnyExcept((byte)(Array.IndexOf(slots, slot) + 1))));
        foreach (var slot in slots)
            slot.Return();
    }

    /// <summary>The finalizer would wipe it when the thread of that call was aborted.</summary>
    [Fact]
    public void State_slot_disposed_during_a_call_that_never_ends_is_wiped_by_its_finalizer()
    {
        var bytes = (byte*)Abandon();
        for (var i = 0; i < 50 && !IsZero(bytes, 64); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.True(IsZero(bytes, 64));

        static IntPtr Abandon()
        {
            // A size that no other test uses, so that nobody rents the slot meanwhile.
            var slot = new StateSlot(15_234);
            var scope = slot.Enter(typeof(SlotTests));
            new Span<byte>(scope.Bytes, 64).Fill(0x5A);
            slot.Dispose();
            return (IntPtr)scope.Bytes;
        }
    }

    /// <summary>The lock is held until the other thread sleeps, or has ended, which it must not.</summary>
    [Fact]
    public void Interrupted_thread_returns_its_slot_and_is_interrupted_at_its_next_wait()
    {
        const int Bytes = 16_000;
        var pool = SlotPool.For(Bytes);
        using var slot = new KeySlot(Bytes, typeof(SlotTests));
        Exception? ofDispose = null, ofNextWait = null;
        var thread = new Thread(() =>
        {
            Thread.CurrentThread.Interrupt();
            ofDispose = Record.Exception(slot.Dispose);
            ofNextWait = Record.Exception(() => Thread.Sleep(1));
        })
        {
            IsBackground = true,
        };
        var hasWaited = HasWaitedForLock(thread, pool);
        Assert.Null(ofDispose);
        Assert.True(hasWaited);
        Assert.IsType<ThreadInterruptedException>(ofNextWait);
    }

    /// <summary>What <see cref="Slot_rented_by_many_threads_has_one_owner_and_is_zeroed"/> shows by chance: another thread waits.</summary>
    [Fact]
    public void Slot_is_rented_and_returned_under_the_lock_alone()
    {
        var pool = SlotPool.For(17_000);
        var slot = pool.Rent();
        Slot? rented = null;
        foreach (var call in new Action[] { () => slot.Return(), () => rented = pool.Rent() })
            Assert.True(HasWaitedForLock(new Thread(call.Invoke) { IsBackground = true }, pool));

        Assert.Equal(0, IsLocked(pool));
        rented!.Return();
    }

    /// <summary>Those of one collection run in any order, but critical ones last: a user's finalizer may still encrypt.</summary>
    [Fact]
    public void All_finalizers_are_critical()
    {
        var finalized = LibraryTypes.AboveKernels.Where(type => type.GetMethod(
            "Finalize", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly) is not null).ToList();
        TestContext.Current.TestOutputHelper!.WriteLine($"{finalized.Count}: {string.Join(", ", finalized)}");
        Assert.InRange(finalized.Count, 3, 20);
        Assert.All(finalized, type => Assert.True(type.IsSubclassOf(typeof(CriticalFinalizerObject)), type.Name));
    }

    [Fact]
    public void Finalizer_of_a_user_may_use_an_object_that_dies_with_its_own()
    {
        const int Users = 100;
        (User.Succeeded, User.Fault) = (0, null);
        Abandon();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Assert.Equal((Users, null), (User.Succeeded, User.Fault));

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Abandon()
        {
            for (var i = 0; i < Users; i++)
                GC.KeepAlive(new User());
        }
    }

    /// <summary>The objects are small, and the memory of slots is not the collector's own.</summary>
    [Fact]
    public void Collector_is_told_of_each_slab_that_is_taken_or_set_aside()
    {
        const BindingFlags All =
            BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        var told =
            from method in LibraryTypes.AboveKernels.SelectMany(type => type.GetMethods(All))
            from mentioned in IntermediateCode.Mentioned(method)
            where mentioned.Name.EndsWith("MemoryPressure", StringComparison.Ordinal)
            orderby mentioned.Name
            select (mentioned.Name, method.Name);
        Assert.Equal([(nameof(GC.AddMemoryPressure), "AddSlab"), (nameof(GC.RemoveMemoryPressure), "SetAside")], told);
    }

    /// <summary>
    /// As it is told, the collector begins before there is as much of that memory as of everything else; by hand, since it also looks at how
    /// long its last collection took, and how long ago that was.
    /// </summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void Slots_that_nobody_holds_are_collected_before_many_slabs_are_taken()
    {
        const int Bytes = 60_000;
        var addresses = new HashSet<IntPtr>();
        var most = (GC.GetTotalMemory(forceFullCollection: false) + (64 * 1024 * 1024)) / Bytes;
        while (addresses.Add(Abandon()))
        {
            Assert.InRange(addresses.Count, 1, most);
            GC.WaitForPendingFinalizers();
        }

        static IntPtr Abandon() => (IntPtr)new KeySlot(Bytes, typeof(SlotTests)).Hold().Bytes;
    }

    /// <summary>A pool of its own size: others use none of these slots meanwhile.</summary>
    [Fact]
    public void Slabs_without_a_rented_slot_are_given_back_and_serve_again()
    {
        const int Slots = 2_000;
        var pool = SlotPool.For(9_900);
        var slots = new Slot[Slots];
        for (var round = 0; round < 3; round++)
        {
            for (var i = 0; i < Slots; i++)
            {
                slots[i] = pool.Rent();
                Assert.True(IsZero(slots[i].Bytes, pool.SlotBytes));
                new Span<byte>(slots[i].Bytes, pool.SlotBytes).Fill(0x5A);
            }

            var slabs = slots.Select(slot => slot.Slab).Distinct().ToArray();
            Assert.Equal(Slots, slots.Select(slot => (ulong)slot.Bytes).Distinct().Count());
            Assert.DoesNotContain(slabs, slab => slab.IsAside);
            if (OperatingSystem.IsLinux() && !SlotPool.DescribeMemory().Contains("mlock: ", StringComparison.Ordinal))
            {
                // Nothing was refused: so those that serve again are locked, too.
                Assert.All(slabs, slab => Assert.Contains("lo", FieldOf((ulong)slab.Memory, "VmFlags:").Split(' ')));
            }

            // Every third, and then the others from the last to the first: no slab is empty before most slots are free.
            foreach (var slot in slots.Where((_, i) => i % 3 == 0))
                slot.Return();
            Assert.DoesNotContain(slabs, slab => slab.IsAside);
            foreach (var slot in slots.Where((_, i) => i % 3 != 0).Reverse())
                slot.Return();
            var kept = slabs.Where(slab => !slab.IsAside).ToArray();
            Assert.InRange(kept.Sum(slab => slab.Bytes), 1, 2 * SlotPool.LargestSlab);
            if (OperatingSystem.IsLinux())
                Assert.InRange(slabs.Sum(slab => ResidentBytes((ulong)slab.Memory)), 0, 2 * SlotPool.LargestSlab);
        }

        static long ResidentBytes(ulong memory) =>
            1024 * long.Parse(FieldOf(memory, "Rss:")[..^2], System.Globalization.CultureInfo.InvariantCulture);

        static string FieldOf(ulong memory, string name) => System.IO.File.ReadLines("/proc/self/smaps")
            .SkipWhile(line => !line.StartsWith($"{memory:x}-", StringComparison.Ordinal))
            .First(line => line.StartsWith(name, StringComparison.Ordinal))[name.Length..];
    }

    /// <summary>No kernel ran on its thread, and to wipe it would take longer than all else.</summary>
    [Fact]
    public void Finalizer_leaves_the_stack_alone()
    {
        var finalize = typeof(KeySlot).GetMethod("Finalize", BindingFlags.Instance | BindingFlags.NonPublic)!;
        for (var i = 0; i < 2; i++)
        {
            KeySlot ofFinalizer = new(100, typeof(SlotTests)), ofUser = new(100, typeof(SlotTests));
            var calls = new Action[] { finalize.CreateDelegate<Action>(ofFinalizer), ofUser.Dispose };
            GC.Collect(0);
            var marks = Array.ConvertAll(calls, call =>
            {
                MarkStack();
                call();
                return MarksOnStack();
            });

            // The first round compiles the methods, on this stack.
            if (i == 0)
                continue;
            Assert.InRange(marks[0], MarkedBytes / 2, MarkedBytes);
            Assert.InRange(marks[1], 0, MarkedBytes / 8);
        }
    }

    private const int MarkedBytes = 16 * 1024;

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void MarkStack()
    {
        Span<byte> room = stackalloc byte[MarkedBytes];
        room.Fill(0x5A);
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static int MarksOnStack()
    {
        Span<byte> room = stackalloc byte[MarkedBytes];
        return room.Count((byte)0x5A);
    }

    /// <summary>Runs a thread that finds the pool locked until it sleeps or has ended, and says whether it slept.</summary>
    private static bool HasWaitedForLock(Thread thread, SlotPool pool)
    {
        IsLocked(pool) = 1;
        thread.Start();
        while (thread.IsAlive && (thread.ThreadState & ThreadState.WaitSleepJoin) == 0)
            Thread.Yield();
        var hasWaited = thread.IsAlive;
        Volatile.Write(ref IsLocked(pool), 0);
        thread.Join();
        return hasWaited;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_isLocked")]
    private static extern ref int IsLocked(SlotPool pool);

    private static bool IsZero(byte* bytes, int count) => new Span<byte>(bytes, count).IndexOfAnyExcept((byte)0) < 0;

    private sealed class User
    {
        public static int Succeeded;
        public static Exception? Fault;

        private readonly (AesGcm Gcm, HMACSHA256 Mac) _used = (new AesGcm(new byte[16], 16), new HMACSHA256(new byte[16]));

        ~User()
        {
            try
            {
                _used.Gcm.Encrypt(new byte[12], new byte[16], new byte[16], new byte[16]);
                _used.Mac.ComputeHash(new byte[16]);
                Succeeded++;
            }
            catch (Exception fault)
            {
                Fault = fault;
            }
        }
    }
}
