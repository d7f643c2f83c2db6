using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>What is left in registers.</summary>
public unsafe class RegisterTests
{
    private const int LegacyVectors = 16;

    /// <summary>As many as code has names for: without AVX-512VL, the JIT knows the first 16 alone.</summary>
    private static int NamedVectors => Avx512F.VL.IsSupported ? Registers.VectorCount : Math.Min(Registers.VectorCount, LegacyVectors);

    /// <summary>
    /// How wide the runtime wants vectors to be says nothing of how many registers the JIT takes; and where it is to use no instruction
    /// sets, copies go through vectors all the same.
    /// </summary>
    [Theory]
    [InlineData(ExpectedDispatch.WidthKnob, "256")]
    [InlineData(ExpectedDispatch.WidthKnob, "128")]
    [InlineData("DOTNET_EnableHWIntrinsic", "0")]
    [InlineData("DOTNET_EnableAVX", "0")]
    public void Registers_are_forgotten_under_a_knob(string name, string value)
    {
        Assert.SkipUnless(Registers.AreRead, "reads registers of x64 under Linux");
        Assert.SkipUnless(
            Registers.VectorCount == 32 || name != ExpectedDispatch.WidthKnob,
            "needs AVX-512VL: without it, no width changes how many registers there are");
        TestRun.Check(
            ["-method", $"*.{nameof(RegisterTests)}.{nameof(Registers_that_are_forgotten_hold_nothing)}"], 1, environment: new() { [name] = value });
    }

    [Fact]
    public void Registers_that_are_forgotten_hold_nothing()
    {
        Assert.SkipUnless(Registers.AreRead, "reads registers of x64 under Linux");

        Action[] ways = [() => { }, Secret.ForgetRegisters, Secret.ForgetAllRegisters, () => Secret.ForgetVectors()];

        // Twice, since the JIT comes between at first.
        var filled = (int[])[];
        for (var i = 0; i < 2; i++)
            filled = Array.ConvertAll(ways, Filled);
        var left = Registers.VectorCount - NamedVectors;
        Assert.Equal([Registers.VectorCount, left, left, left], filled);
    }

    /// <summary>How many vectors hold ones after all had them.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Filled(Action forget)
    {
        Registers.FillVectors();
        forget();
        Registers.Write();
        return Enumerable.Range(0, Registers.VectorCount).Count(i => !Registers.Vector(i).ContainsAnyExcept(byte.MaxValue));
    }
}
