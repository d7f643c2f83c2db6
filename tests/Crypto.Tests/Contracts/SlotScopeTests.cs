using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Threading;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// Nobody works in a slot that may be finalized meanwhile. A race shows that once in many hours; so the code of all methods is
/// read instead: what takes bytes of a slot holds it until no kernel uses them any more, and no other way leads to them.
/// </summary>
public unsafe class SlotScopeTests
{
    private static readonly MethodInfo s_keyBytes = typeof(KeyScope).GetProperty(nameof(KeyScope.Bytes))!.GetMethod!;

    private static readonly MethodInfo[] s_keyEnds =
        [typeof(KeyScope).GetProperty(nameof(KeyScope.IsAlive))!.GetMethod!, typeof(KeyScope).GetMethod(nameof(KeyScope.Complete))!];

    private static readonly MethodInfo s_enter = typeof(StateSlot).GetMethod(nameof(StateSlot.Enter))!;
    private static readonly MethodInfo s_leave = typeof(StateScope).GetMethod(nameof(StateScope.Dispose))!;

    /// <summary>Those that work on memory which the caller has, or make a scope.</summary>
    private static readonly Type[] s_insides = [typeof(KeyScope), typeof(KeySlot), typeof(StateScope), typeof(StateSlot)];

    [Fact]
    public void Every_use_of_a_key_ends_with_the_question_whether_it_counts()
    {
        var uses = Methods().Where(method => IntermediateCode.Mentioned(method).Contains(s_keyBytes)).ToList();
        Assert.InRange(uses.Count, 10, 100);
        Assert.All(uses, method => Assert.Null(KeyFault(method)));
    }

    [Fact]
    public void Every_claim_of_a_state_is_given_back_by_a_finally()
    {
        var uses = Methods().Where(method => IntermediateCode.Mentioned(method).Contains(s_enter)).ToList();
        Assert.InRange(uses.Count, 10, 100);
        Assert.All(uses, method => Assert.Null(StateFault(method)));
    }

    /// <summary>
    /// Structs on the stack of one call, with addresses of what that call has pinned or has on its stack, too. (A run of chunks is copied
    /// for threads that help, while the call waits for them.)
    /// </summary>
    private static readonly Type[] s_pinned = [typeof(HashLane), typeof(EqualMessages), typeof(ListedMessages), typeof(ChunkRun)];

    /// <summary>A pointer into a slot would outlive the scope that it was taken from.</summary>
    [Fact]
    public void No_type_but_the_slots_and_scopes_has_a_field_with_an_address()
    {
        var fields = LibraryTypes.AboveKernels
            .Where(type => !type.IsByRefLike && type != typeof(FileReadAhead) && !s_pinned.Contains(type))
            .SelectMany(type => type.GetFields(All))
            .Where(field => field.FieldType.IsPointer || field.FieldType == typeof(IntPtr))
            .Select(field => field.DeclaringType).Distinct();
        Assert.Equal(
            new[] { nameof(KeySlot), nameof(Slot), nameof(StateSlot) }, fields.Select(type => type!.Name).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData(nameof(KeyThatEnds), null)]
    [InlineData(nameof(KeyThatThrows), null)]
    [InlineData(nameof(KeyWithoutEnd), "returns")]
    [InlineData(nameof(KeyThatEndsOnOneWay), "returns")]
    [InlineData(nameof(KeyUsedAfterItsEnd), "kernel")]
    [InlineData(nameof(KeyGivenAway), "gives away")]
    public void Use_of_a_key_that_does_not_hold_it_is_found(string method, string? fault) =>
        Assert.Equal(fault, KeyFault(Example(method))?.Split(", ")[0]);

    [Theory]
    [InlineData(nameof(StateThatIsGivenBack), null)]
    [InlineData(nameof(StateWithoutFinally), "no finally")]
    [InlineData(nameof(StateWithAnotherFinally), "no finally")]
    public void Claim_of_a_state_without_a_finally_is_found(string method, string? fault) =>
        Assert.Equal(fault, StateFault(Example(method)));

    private const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance
        | BindingFlags.DeclaredOnly;

    private static MethodInfo Example(string name) => typeof(SlotScopeTests).GetMethod(name, All)!;

    private static bool KeyThatEnds(AesKernel kernel, AesKey key)
    {
        var held = key.Hold();
        AesArguments arguments;
        arguments.Schedule = held.Bytes;
        kernel.Run(AesOperation.EncryptEcb, &arguments);
        return held.IsAlive;
    }

    private static void KeyThatThrows(AesKey key, bool way)
    {
        var held = key.Hold();
        if (*held.Bytes == 0 && way)
            throw new InvalidOperationException();
        held.Complete();
    }

    private static void KeyWithoutEnd(AesKey key) => *key.Hold().Bytes = 1;

    private static void KeyThatEndsOnOneWay(AesKey key, bool way)
    {
        var held = key.Hold();
        *held.Bytes = 1;
        if (way)
            held.Complete();
    }

    private static void KeyUsedAfterItsEnd(AesKernel kernel, AesKey key)
    {
        var held = key.Hold();
        AesArguments arguments;
        arguments.Schedule = held.Bytes;
        if (held.IsAlive)
            kernel.Run(AesOperation.EncryptEcb, &arguments);
    }

    private static byte* KeyGivenAway(AesKey key)
    {
        var held = key.Hold();
        var bytes = held.Bytes;
        _ = held.IsAlive;
        return bytes;
    }

    private static void StateThatIsGivenBack(StateSlot slot)
    {
        using var scope = slot.Enter(slot);
        *scope.Bytes = 1;
    }

    private static void StateWithoutFinally(StateSlot slot)
    {
        var scope = slot.Enter(slot);
        *scope.Bytes = 1;
        scope.Dispose();
    }

    private static void StateWithAnotherFinally(StateSlot slot, Lock other)
    {
        var scope = slot.Enter(slot);
        using (other.EnterScope())
            *scope.Bytes = 1;
    }

    private static IEnumerable<MethodBase> Methods() => LibraryTypes.AboveKernels
        .Where(type => !s_insides.Contains(type))
        .SelectMany(type => type.GetMethods(All).Cast<MethodBase>().Concat(type.GetConstructors(All)));

    /// <returns>Null if all ways from where the bytes are taken to a return pass the end, and no kernel runs after it.</returns>
    private static string? KeyFault(MethodBase method)
    {
        var body = method.GetMethodBody()!;
        var code = body.GetILAsByteArray()!;
        if (method is MethodInfo { ReturnType: var type } && (type.IsPointer || type == typeof(IntPtr) || type.IsByRefLike))
            return $"gives away, {method.DeclaringType}.{method}";
        var seen = new HashSet<(int At, Use Use)>();
        return Walk(0, Use.None);

        string? Walk(int at, Use use)
        {
            while (seen.Add((at, use)))
            {
                var (opCode, operand, next) = IntermediateCode.Decode(code, at);
                if (opCode.OperandType == OperandType.InlineMethod)
                {
                    var called = IntermediateCode.Mentioned(method, operand);
                    if (called == s_keyBytes)
                        use = Use.Open;
                    else if (s_keyEnds.Contains(called))
                        use = Use.Ended;
                    else if (use == Use.Ended && RunsKernel(called.DeclaringType!))
                        return $"kernel, {method.DeclaringType}.{method}";
                }

                switch (opCode.FlowControl)
                {
                    case FlowControl.Return:
                        return use == Use.Open ? $"returns, {method.DeclaringType}.{method}" : null;
                    case FlowControl.Throw:
                        return null;
                    case FlowControl.Branch:
                        next += operand;
                        break;
                    case FlowControl.Cond_Branch:
                        Assert.NotEqual(OpCodes.Switch, opCode);
                        if (Walk(next + operand, use) is { } fault)
                            return fault;
                        break;
                }

                at = next;
            }

            return null;
        }
    }

    private static bool RunsKernel(Type type) =>
        type.IsSubclassOf(typeof(Kernel)) || type == typeof(AesCipher) || type == typeof(CtrKeystream) || type == typeof(AesKeyWrap)
        || type == typeof(GcmPieces) || type == typeof(GcmNonce);

    /// <returns>Null if each claim is stored, and what follows is a try whose finally begins by giving it back.</returns>
    private static string? StateFault(MethodBase method)
    {
        var body = method.GetMethodBody()!;
        var code = body.GetILAsByteArray()!;
        for (int at = 0, next; at < code.Length; at = next)
        {
            (var opCode, var operand, next) = IntermediateCode.Decode(code, at);
            if (opCode.OperandType == OperandType.InlineMethod && IntermediateCode.Mentioned(method, operand) == s_enter
                && !body.ExceptionHandlingClauses.Any(clause => GivesBack(clause, next)))
            {
                return "no finally";
            }
        }

        return null;

        bool GivesBack(ExceptionHandlingClause clause, int claimed)
        {
            var (store, _, tryBegins) = IntermediateCode.Decode(code, claimed);
            if (!store.Name!.StartsWith("stloc", StringComparison.Ordinal)
                || clause.Flags != ExceptionHandlingClauseOptions.Finally || clause.TryOffset != tryBegins)
            {
                return false;
            }

            var (_, _, call) = IntermediateCode.Decode(code, clause.HandlerOffset);
            var (opCode, operand, _) = IntermediateCode.Decode(code, call);
            return opCode.OperandType == OperandType.InlineMethod && IntermediateCode.Mentioned(method, operand) == s_leave;
        }
    }

    private enum Use
    {
        None,
        Open,
        Ended,
    }
}
