using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Fuzz.Load;

/// <summary>What the process holds while nobody works: after collections and finalizers.</summary>
/// <param name="Seconds">Since the beginning.</param>
/// <param name="Calls">Calls that gave a result, and a right one.</param>
/// <param name="Refused">Calls on an object that was disposed under them.</param>
/// <param name="HeapBytes">The managed heap.</param>
/// <param name="ResidentBytes">What the process has in memory.</param>
/// <param name="Slots">Slots for secrets that are free to be used again.</param>
internal sealed record Sample(double Seconds, long Calls, long Refused, long HeapBytes, long ResidentBytes, long Slots)
{
    public const string Header = "    time         calls     refused    heap KiB    memory KiB      slots";

    private const int KiB = 1024;

    /// <summary>Slots come by slabs, and how many objects wait for their finalizers at once is chance.</summary>
    private const int SlotsOfLargestSlab = SlotPool.LargestSlab / SlotPool.SlotGranularity;

    public static Sample Take(TimeSpan elapsed, long calls, long refused)
    {
        for (var i = 0; i < 2; i++)
        {
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
            GC.WaitForPendingFinalizers();
        }

        var slots = Pools(null!).Sum(pool => pool is null ? 0L : Count(First(pool)));
        return new(elapsed.TotalSeconds, calls, refused, GC.GetTotalMemory(true), Environment.WorkingSet, slots);
    }

    /// <summary>
    /// Whether the largest of the last third is within the bound over the largest of the first: a tenth, and what the runtime's
    /// own tables, or objects that happen to wait for their finalizers at once, may add.
    /// </summary>
    public static IEnumerable<(string What, bool IsWithin)> Bounds(IReadOnlyList<Sample> samples)
    {
        yield return Bound("heap KiB", sample => sample.HeapBytes / KiB, 512);
        yield return Bound("memory KiB", sample => sample.ResidentBytes / KiB, 16 * KiB);
        yield return Bound("slots", sample => sample.Slots, SlotsOfLargestSlab);

        (string What, bool IsWithin) Bound(string what, Func<Sample, long> measure, long more)
        {
            var third = Math.Max(samples.Count / 3, 1);
            long first = samples.Take(third).Max(measure), last = samples.TakeLast(third).Max(measure);
            var most = first + (first / 10) + more;
            return ($"{what}: {last:N0} in the last third, {first:N0} in the first, {most:N0} at most", last <= most);
        }
    }

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Seconds,6:F0} s {Calls,13:N0} {Refused,11:N0} {HeapBytes / KiB,11:N0} {ResidentBytes / KiB,13:N0} {Slots,10:N0}");

    /// <summary>Nobody works while they are counted.</summary>
    private static long Count(Slot? first)
    {
        var count = 0L;
        for (var slot = first; slot is not null; slot = slot.Next)
            count++;
        return count;
    }

    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "s_bySize")]
    private static extern ref SlotPool?[] Pools(SlotPool pool);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_first")]
    private static extern ref Slot? First(SlotPool pool);
}
