using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Threading;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// Barriers without which runs go wrong by chance at most, so that the code is looked at: that between a kernel's reads of a key and that of the flag
/// which tells whether the key was wiped meanwhile, which no run on x64 can miss, since that CPU makes no read before an earlier one and the JIT moves
/// none over a call; and that of a disposal.
/// </summary>
public class ReadBarrierTests
{
    [Fact]
    public void Paths_to_the_flag_all_pass_a_barrier()
    {
        var getter = typeof(KeySlot).GetProperty(nameof(KeySlot.IsAlive))!.GetMethod!;
        var (guarded, unguarded) = FlagReads(getter);
        Assert.Equal(0, unguarded);
        Assert.InRange(guarded, 1, 100);
    }

    /// <summary>
    /// A call that ends passes no barrier of its own. Were that of a disposal one for its thread alone, it would be luck whether either sees the other.
    /// </summary>
    [Fact]
    public void Disposal_passes_a_barrier_of_the_whole_process() => Assert.Equal(
        [nameof(Interlocked.MemoryBarrierProcessWide)],
        IntermediateCode.Mentioned(typeof(ProcessBarrier).GetMethod(nameof(ProcessBarrier.Pass))!).Select(called => called.Name));

    [Theory]
    [InlineData(nameof(Never), 0, 1)]
    [InlineData(nameof(After), 0, 1)]
    [InlineData(nameof(OnOneWay), 1, 1)]
    [InlineData(nameof(OnBothWays), 2, 0)]
    public void Path_without_a_barrier_is_found(string method, int guarded, int unguarded) => Assert.Equal(
        (guarded, unguarded), FlagReads(GetType().GetMethod(method, BindingFlags.NonPublic | BindingFlags.Static)!));

    private static int Never(ref int flag) => Volatile.Read(ref flag);

    private static int After(ref int flag)
    {
        var found = Volatile.Read(ref flag);
        Volatile.ReadBarrier();
        return found;
    }

    private static int OnOneWay(ref int flag, bool way)
    {
        if (way)
            Volatile.ReadBarrier();
        return Volatile.Read(ref flag);
    }

    private static int OnBothWays(ref int flag, bool way)
    {
        if (way)
            Volatile.ReadBarrier();
        else
            Interlocked.MemoryBarrier();
        return Volatile.Read(ref flag);
    }

    /// <summary>Volatile reads that are reached with a barrier before them, and without, counted by the way there.</summary>
    private static (int Guarded, int Unguarded) FlagReads(MethodInfo method)
    {
        var code = method.GetMethodBody()!.GetILAsByteArray()!;
        int guarded = 0, unguarded = 0;
        Walk(0, false);
        return (guarded, unguarded);

        void Walk(int at, bool isGuarded)
        {
            while (true)
            {
                var (opCode, operand, next) = IntermediateCode.Decode(code, at);
                if (opCode.OperandType == OperandType.InlineMethod)
                {
                    var called = IntermediateCode.Mentioned(method, operand);
                    isGuarded |= called.Name is nameof(Volatile.ReadBarrier) or nameof(Interlocked.MemoryBarrier);
                    if (called.DeclaringType == typeof(Volatile) && called.Name == nameof(Volatile.Read))
                        _ = isGuarded ? guarded++ : unguarded++;
                }

                switch (opCode.FlowControl)
                {
                    case FlowControl.Return:
                        return;
                    case FlowControl.Branch:
                        next += operand;
                        break;
                    case FlowControl.Cond_Branch:
                        Walk(next + operand, isGuarded);
                        break;
                }

                at = next;
            }
        }
    }
}
