using System;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// The upper halves of vector registers are clear before the runtime's transition. A CPU that does not stall over them gives the
/// same results without that, and the same times, so that code and registers are looked at.
/// </summary>
public unsafe class TransitionTests
{
    private const BindingFlags Declared = BindingFlags.DeclaredOnly | BindingFlags.Public | BindingFlags.NonPublic
        | BindingFlags.Static | BindingFlags.Instance;

    private delegate void Calling(void* address, void* arguments);

    [Fact]
    public void Upper_halves_that_a_caller_set_are_clear_after_the_transition()
    {
        Assert.SkipUnless(Cpu.ForMachineCode.HasFlag(CpuFeatures.Avx), "needs machine code with AVX");
        void* set = UpperHalvesProgram.Load(sets: true), look = UpperHalvesProgram.Load(sets: false);
        var (briefly, call) = ((Calling)Intrinsics.MachineCode.CallBriefly, (Calling)Intrinsics.MachineCode.Call);

        // The JIT, which may come between at first, leaves nothing in them.
        _ = Found(set, look, briefly);
        _ = Found(set, look, call);
        Assert.Equal((ulong.MaxValue, ulong.MaxValue), Found(set, look, briefly));
        Assert.Equal((0ul, 0ul), Found(set, look, call));
    }

    /// <summary>In the method of the transition it would be too late: the JIT puts its beginning before the first statement.</summary>
    [Fact]
    public void One_method_makes_the_transition_and_its_one_caller_clears_upper_halves_before()
    {
        var methods = typeof(CodePage).Assembly.GetTypes()
            .SelectMany(type => type.GetMethods(Declared).Concat<MethodBase>(type.GetConstructors(Declared)))
            .ToArray();
        var transition = Assert.Single(methods, MakesTransition);
        Assert.True(transition.MethodImplementationFlags.HasFlag(MethodImplAttributes.NoInlining));
        var caller = Assert.Single(methods, method => IntermediateCode.Mentioned(method).Contains(transition));
        Assert.Equal(
            ["get_" + nameof(CpuCode.ClearUpperHalves), "Find", nameof(Intrinsics.MachineCode.CallBriefly), transition.Name],
            IntermediateCode.Mentioned(caller).Select(called => called.Name));
        Assert.Equal(nameof(Intrinsics.MachineCode.Call), caller.Name);
    }

    /// <summary>What the second routine finds in the upper halves after the first, without wide vectors of C# between them.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (ulong Low, ulong High) Found(void* set, void* look, Calling call)
    {
        UpperHalvesArguments arguments;
        Intrinsics.MachineCode.CallBriefly(set, &arguments);
        call(look, &arguments);
        var found = (ulong*)&arguments;
        return (found[0], found[1]);
    }

    private static bool MakesTransition(MethodBase method) => IntermediateCode.Of(method).Any(instruction =>
        instruction.OpCode == OpCodes.Calli && MakesTransition(method.Module, instruction.Operand));

    /// <summary>A call of an unmanaged pointer, by ECMA-335, II.23.2.3, without a modifier that suppresses the transition.</summary>
    private static bool MakesTransition(Module module, int signature)
    {
        const byte Unmanaged = 0x09, OptionalModifier = 0x20;
        var bytes = module.ResolveSignature(signature);
        if (bytes[0] is 0 or > Unmanaged)
            return false;
        return bytes[0] != Unmanaged || bytes[2] != OptionalModifier
            || ReferencedType(module, bytes.AsSpan(3)).Name != nameof(CallConvSuppressGCTransition);
    }

    /// <summary>II.23.2.8: a number of one byte or two, whose lowest bits tell the table.</summary>
    private static Type ReferencedType(Module module, ReadOnlySpan<byte> encoded)
    {
        const int TypeDefinitions = 0x02000000, TypeReferences = 0x01000000;
        var number = encoded[0] < 0x80 ? encoded[0] : ((encoded[0] & 0x3F) << 8) | encoded[1];
        return module.ResolveType(((number & 3) == 0 ? TypeDefinitions : TypeReferences) | (number >> 2));
    }
}
