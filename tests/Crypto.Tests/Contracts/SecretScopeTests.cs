using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// What a call has on its stack and its kernels write to is wiped however the call ends: the code of all methods is read, and what no
/// <see cref="SecretScope"/> and no comparison wipes must stand in a list, with the reason.
/// </summary>
public unsafe class SecretScopeTests
{
    private const BindingFlags All =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>Types of what lies on a stack and needs no wiping.</summary>
    private static readonly Dictionary<string, string> s_public = new()
    {
        ["AesArguments"] = "addresses and lengths",
        ["AlignedArguments`1"] = "addresses and lengths",
        ["HashArguments"] = "addresses and lengths; the kernel wipes its working memory",
        ["HashLanesArguments"] = "addresses and lengths",
        ["HashLaneTable"] = "addresses and lengths",
        ["ChunkRun"] = "addresses and lengths",
        ["AeadArguments"] = "AeadKey and GcmPieces wipe what follows from H, and no call of theirs can fail before; the tag: wiped as it is given out or compared",
        ["CcmMessage"] = "a test's",
        ["DrawnNonce"] = "a nonce",
        ["ChunkNonce"] = "a nonce, of use under its message's key alone",
        ["InfoMemory"] = "labels and a salt",
        ["HashBuffer"] = "zeros",
    };

    /// <summary>Methods, each with what it has on its stack that needs no wiping.</summary>
    private static readonly Dictionary<string, (int Count, string Reason)> s_publicIn = new()
    {
        ["Aes.TryTransform"] = (1, "an IV"),
        ["Aes.TryEncryptPadded"] = (1, "an IV"),
        ["Aes.TryDecryptPadded"] = (1, "an IV"),
        ["CbcDecryptingCore.Decrypt"] = (1, "an IV"),
        ["CtrKeystream.Xor"] = (1, "a counter"),
        ["AesXts.Transform"] = (1, "a tweak, which XtsKey wipes once it is encrypted"),
        ["GcmPieces.TransformBlocks"] = (3, "a counter and a mask, wiped at the end, before which no call can fail; ciphertext"),
        ["GcmPieces.HashBlocks"] = (1, "a hash: wiped at the end, before which no call can fail"),
        ["CounterKdf.Derive"] = (2, "a label and a context"),
        ["Kmac.AppendNumber"] = (1, "a length"),
        ["GcmSivSelfTest.Sum"] = (1, "a test's"),
    };

    [Fact]
    public void Every_secret_on_a_stack_is_wiped_however_its_call_ends()
    {
        var methods = LibraryTypes.AboveKernels.SelectMany(type => type.GetMembers(All).OfType<MethodBase>()).ToList();
        Assert.InRange(methods.Count(method => OnStack(method) > 0), 40, 200);
        Assert.Empty(methods.Select(method => (Name: Name(method), Missing: OnStack(method) - Wiped(method)))
            .Where(method => method.Missing > s_publicIn.GetValueOrDefault(method.Name).Count)
            .Select(method => $"{method.Name}: {method.Missing}"));
    }

    [Fact]
    public void List_of_what_needs_no_wiping_is_as_long_as_it_must_be()
    {
        var methods = LibraryTypes.AboveKernels.SelectMany(type => type.GetMembers(All).OfType<MethodBase>()).ToList();
        Assert.All(s_publicIn, listed => Assert.Contains(
            methods, method => Name(method) == listed.Key && OnStack(method) - Wiped(method) == listed.Value.Count));
        Assert.All(s_public.Keys, type => Assert.Contains(methods, method => Addressed(method).Any(local => local.Name == type)));
    }

    /// <summary>What is not zeroed at the end of a scope would be found by nobody: its <c>finally</c> is the compiler's, which <c>using</c> makes.</summary>
    [Fact]
    public void Every_scope_ends_in_a_finally()
    {
        var scopes = typeof(AesGcm).Assembly.GetTypes().SelectMany(type => type.GetMembers(All).OfType<MethodBase>())
            .Where(method => Calls(method, typeof(SecretScope), ".ctor") > 0).ToList();
        Assert.InRange(scopes.Count, 30, 200);
        Assert.All(scopes, method => Assert.True(
            Finallies(method) >= Calls(method, typeof(SecretScope), ".ctor")
                && Calls(method, typeof(SecretScope), nameof(SecretScope.Dispose)) >= Calls(method, typeof(SecretScope), ".ctor"),
            Name(method)));
    }

    /// <summary>Kernels wipe at their end, and so may not end before: nothing in them throws or allocates.</summary>
    [Fact]
    public void Kernels_that_wipe_at_their_end_get_there()
    {
        var kernels = LibraryTypes.Kernels.Where(type => type != typeof(Secret))
            .SelectMany(type => type.GetMembers(All).OfType<MethodBase>())
            .Where(method => Calls(method, typeof(Secret), nameof(Secret.Wipe)) + Calls(method, typeof(Secret), nameof(Secret.WipeInline)) > 0)
            .ToList();
        Assert.InRange(kernels.Count, 20, 200);
        Assert.Empty(kernels.Where(MayFail).Select(Name));
        Assert.True(MayFail(typeof(SecretScopeTests).GetMethod(nameof(Allocating), BindingFlags.NonPublic | BindingFlags.Static)!));
    }

    [Theory]
    [InlineData(nameof(Scoped), 0)]
    [InlineData(nameof(Compared), 0)]
    [InlineData(nameof(WipedAtTheEnd), 1)]
    [InlineData(nameof(Allocated), 1)]
    [InlineData(nameof(OneOfTwo), 1)]
    public void Secret_that_an_exception_leaves_is_found(string example, int missing)
    {
        var method = typeof(SecretScopeTests).GetMethod(example, BindingFlags.NonPublic | BindingFlags.Static)!;
        Assert.Equal(missing, OnStack(method) - Wiped(method));
    }

    /// <summary>Comparisons elsewhere would leave the right tag where it is.</summary>
    [Fact]
    public void Tags_are_compared_in_one_place()
    {
        Type[] places = [typeof(AuthenticationTag), typeof(CryptographicOperations), typeof(AesXts)];
        Assert.Empty(LibraryTypes.AboveKernels.Where(type => !places.Contains(type))
            .SelectMany(type => type.GetMembers(All).OfType<MethodBase>())
            .Where(method => Calls(method, typeof(Secret), nameof(Secret.FixedTimeEquals)) > 0).Select(Name));
    }

    /// <summary>What may fail for want of memory, or of a text that can be encoded, comes before an expanded key lies on the stack.</summary>
    [Fact]
    public void Nothing_is_copied_or_encoded_once_a_key_is_expanded()
    {
        var expanding = LibraryTypes.AboveKernels.SelectMany(type => type.GetMembers(All).OfType<MethodBase>())
            .Where(method => Calls(method, typeof(HmacState), nameof(HmacState.SetKey)) > 0).ToList();
        Assert.InRange(expanding.Count, 5, 20);
        Assert.Empty(expanding.Where(FailsLate).Select(Name));
        Assert.True(FailsLate(typeof(SecretScopeTests).GetMethod(nameof(CopyingLate), BindingFlags.NonPublic | BindingFlags.Static)!));
    }

    private static bool FailsLate(MethodBase method) =>
        IntermediateCode.Mentioned(method).SkipWhile(called => called.Name != nameof(HmacState.SetKey)).Skip(1).Any(called => MayCopy(called, []));

    private static bool MayCopy(MethodBase method, HashSet<MethodBase> seen) =>
        method.DeclaringType == typeof(StrictUtf8) || (method.DeclaringType == typeof(Arguments) && method.Name == nameof(Arguments.Apart))
            || (method.DeclaringType!.Assembly == typeof(AesGcm).Assembly && seen.Add(method)
                && IntermediateCode.Mentioned(method).Any(called => MayCopy(called, seen)));

    private static void CopyingLate(MessageHash hash, HmacState* state, byte[] key, byte[] output)
    {
        HmacState.SetKey(hash, state, key);
        Arguments.Apart(key, output);
    }

    /// <summary>A collection may copy an array; what is wiped is the last copy. So it is where what a task returns lies, for as long as that lasts.</summary>
    [Fact]
    public void Right_tags_are_compared_where_they_were_made_and_never_in_an_array()
    {
        var comparing = LibraryTypes.AboveKernels.SelectMany(type => type.GetMembers(All).OfType<MethodBase>())
            .Where(method => Calls(method, typeof(AuthenticationTag), nameof(AuthenticationTag.IsRight)) > 0).ToList();
        Assert.InRange(comparing.Count, 10, 50);
        Assert.Empty(comparing.Where(ComparesArray).Select(Name));
        Assert.True(ComparesArray(typeof(SecretScopeTests).GetMethod(nameof(ComparedInArray), BindingFlags.NonPublic | BindingFlags.Static)!));
    }

    private static bool ComparesArray(MethodBase method) => method.GetParameters().Any(parameter => parameter.ParameterType == typeof(byte[]))
        || method.GetMethodBody()!.LocalVariables.Any(local => local.LocalType == typeof(byte[]));

    private static bool ComparedInArray(byte[] right, ReadOnlySpan<byte> given)
    {
        fixed (byte* pinned = right)
            return AuthenticationTag.IsRight(pinned, right.Length, given);
    }

    private static string Name(MethodBase method) => $"{method.DeclaringType!.Name}.{method.Name}";

    /// <summary>How many pieces of memory on its stack a method has that may hold secrets: structs whose address it takes, and stackalloc.</summary>
    private static int OnStack(MethodBase method) =>
        Addressed(method).Count(local => !s_public.ContainsKey(local.Name))
            + IntermediateCode.Of(method).Count(instruction => instruction.OpCode == OpCodes.Localloc);

    private static int Wiped(MethodBase method) =>
        Calls(method, typeof(SecretScope), ".ctor") + Calls(method, typeof(AuthenticationTag), nameof(AuthenticationTag.IsRight));

    private static int Calls(MethodBase method, Type type, string name) =>
        IntermediateCode.Mentioned(method).Count(called => called.DeclaringType == type && called.Name == name);

    private static int Finallies(MethodBase method) =>
        method.GetMethodBody()!.ExceptionHandlingClauses.Count(clause => clause.Flags == ExceptionHandlingClauseOptions.Finally);

    private static bool MayFail(MethodBase method) => IntermediateCode.Of(method).Any(instruction =>
        instruction.OpCode == OpCodes.Throw || instruction.OpCode == OpCodes.Newarr || instruction.OpCode == OpCodes.Box
            || (instruction.OpCode == OpCodes.Newobj && !IntermediateCode.Mentioned(method, instruction.Operand).DeclaringType!.IsValueType));

    private static IEnumerable<Type> Addressed(MethodBase method)
    {
        var seen = new HashSet<int>();
        int? local = null;
        foreach (var (opCode, operand) in IntermediateCode.Of(method))
        {
            // The address of a local, or of a field in it, that becomes a pointer.
            if (opCode == OpCodes.Ldloca || opCode == OpCodes.Ldloca_S)
                local = operand & byte.MaxValue;
            else if (opCode == OpCodes.Conv_U && local is { } taken && seen.Add(taken)
                && method.GetMethodBody()!.LocalVariables[taken].LocalType is { IsPrimitive: false, IsValueType: true } type)
                yield return type;
            else if (opCode != OpCodes.Ldflda)
                local = null;
        }
    }

    private static void Scoped(byte[] given)
    {
        Memory memory;
        using var secret = new SecretScope(&memory, sizeof(Memory));
        Use(&memory, given);
    }

    private static bool Compared(byte[] given)
    {
        Memory memory;
        Use(&memory, given);
        return AuthenticationTag.IsRight(&memory, sizeof(Memory), given);
    }

    private static void WipedAtTheEnd(byte[] given)
    {
        Memory memory;
        Use(&memory, given);
        Secret.Wipe(&memory, sizeof(Memory));
    }

    private static void Allocated(byte[] given)
    {
        var memory = stackalloc byte[sizeof(Memory)];
        Use((Memory*)memory, given);
    }

    private static void OneOfTwo(byte[] given)
    {
        Memory memory, more;
        using var secret = new SecretScope(&memory, sizeof(Memory));
        Use(&memory, given);
        Use(&more, given);
    }

    private static void Allocating(byte[] given)
    {
        Memory memory;
        Use(&memory, given.AsSpan().ToArray());
        Secret.Wipe(&memory, new byte[1].Length);
    }

    private static void Use(Memory* memory, byte[] given) => given.CopyTo(new Span<byte>(memory, sizeof(Memory)));

    [StructLayout(LayoutKind.Sequential, Size = 32)]
    private struct Memory
    {
    }
}
