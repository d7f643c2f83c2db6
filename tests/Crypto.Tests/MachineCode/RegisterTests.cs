using System;
using System.Linq;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>What is left in registers.</summary>
public unsafe class RegisterTests
{
    /// <summary>How wide the runtime wants vectors to be says nothing of how many registers the JIT takes.</summary>
    [Theory]
    [InlineData(ExpectedDispatch.WidthKnob, "256")]
    [InlineData(ExpectedDispatch.WidthKnob, "128")]
    public void Registers_are_forgotten_under_a_knob(string name, string value)
    {
        Assert.SkipUnless(Registers.AreRead, "reads registers of x64 under Linux");
        Assert.SkipUnless(Registers.VectorCount == 32, "needs AVX-512VL: without it, no width changes how many registers there are");
        TestRun.Check(
            ["-method", $"*.{nameof(RegisterTests)}.{nameof(Registers_that_are_forgotten_hold_nothing)}"], 1, environment: new() { [name] = value });
    }

    [Fact]
    public void Registers_that_are_forgotten_hold_nothing()
    {
        Assert.SkipUnless(Registers.AreRead, "reads registers of x64 under Linux");

        // Twice, since the JIT comes between at first.
        _ = (Filled(forgets: false), Filled(forgets: true));
        Assert.Equal((Registers.VectorCount, 0), (Filled(forgets: false), Filled(forgets: true)));
    }

    /// <summary>How many vectors hold ones after all had them.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Filled(bool forgets)
    {
        Registers.FillVectors();
        if (forgets)
            Secret.ForgetRegisters();
        Registers.Write();
        return Enumerable.Range(0, Registers.VectorCount).Count(i => !Registers.Vector(i).ContainsAnyExcept(byte.MaxValue));
    }
}
