using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// What has a state serves one caller at a time: every member claims the object before it touches the state. The code of all members is
/// read for that, in its order, with what it calls, up to the claim.
/// </summary>
public class ClaimedMembersTests
{
    private const BindingFlags Instance = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;
    private const BindingFlags All = Instance | BindingFlags.Static;

    private static readonly HashSet<MethodBase> s_claims =
    [
        typeof(StateSlot).GetMethod(nameof(StateSlot.Enter))!, typeof(StateSlot).GetMethod(nameof(StateSlot.Dispose))!,
        typeof(StateSlot).GetMethod(nameof(StateSlot.Claim))!,
        typeof(StreamClaim).GetMethod(nameof(StreamClaim.Enter))!, typeof(StreamClaim).GetMethod(nameof(StreamClaim.TryEnter))!,
        typeof(StreamClaim).GetMethod(nameof(StreamClaim.Dispose))!,
    ];

    private static readonly ConcurrentDictionary<Type, bool> s_haveState = [];

    /// <summary>Types with fields that change, which any number of callers may use at once.</summary>
    private static readonly Dictionary<Type, string> s_forAll = new()
    {
        [typeof(KeySlot)] = "written before others know it, and then wiped by whoever is first",
        [typeof(SlotPool)] = "under its lock",
        [typeof(Slot)] = "its pool's",
        [typeof(Slab)] = "its pool's",
        [typeof(Aes)] = "key and IV are each replaced by one write of a reference; one-shots are for many threads at once",
        [typeof(CobblestoneOptions)] = "one number, which is read and written whole",
    };

    /// <summary>May be asked at any time: each reads one value that is written whole.</summary>
    private static readonly string[] s_questions = ["get_CanRead", "get_CanWrite", "get_CanSeek", "get_IterationCount", "get_Salt"];

    /// <summary>What exported members return of the types that .NET has: not what is everything, or only disposed of.</summary>
    private static readonly Type[] s_returned = [.. typeof(StateSlot).Assembly.GetExportedTypes()
        .SelectMany(type => type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly))
        .Select(method => method.ReturnType).Distinct()
        .Where(type => type.Assembly != typeof(StateSlot).Assembly && (type.IsInterface || type.IsAbstract) && type != typeof(IDisposable))];

    /// <summary>It changes once, for good, and the claim that follows asks again.</summary>
    private const string Disposed = "_isDisposed";

    [Fact]
    public void Every_member_of_what_has_a_state_claims_it()
    {
        var handedOut = LibraryTypes.AboveKernels.Where(IsHandedOut).ToList();
        var types = handedOut.Where(HasState).ToList();
        var members = types.SelectMany(Members).Select(member => (Name: $"{member.DeclaringType!.Name}.{member.Name}", End: EndOf(member))).ToList();
        var faults = members.Where(member => member.End is not (null or "")).Select(member => $"{member.Name}: {member.End}").Distinct();
        Assert.True(!faults.Any(), string.Join("\n", faults));

        var claiming = members.Where(member => member.End == "").Select(member => member.Name).ToList();
        TestContext.Current.TestOutputHelper?.WriteLine(
            $"{claiming.Count} members of {types.Count} types claim it; {members.Count - claiming.Count} touch no state.\n"
            + string.Join("\n", claiming));
        var stateless = handedOut.Except(types).Select(type => type.Name).Order(StringComparer.Ordinal).ToList();
        TestContext.Current.TestOutputHelper?.WriteLine(
            $"{stateless.Count} types without a state, or for all callers at once: {string.Join(", ", stateless)}");
        Assert.InRange(stateless.Count, 10, 100);
        Assert.InRange(types.Count, 30, 200);
        Assert.InRange(claiming.Count, 200, 2000);
        Assert.All(
            new[]
            {
                typeof(CobblestoneSealingStream), typeof(AesXtsStream), typeof(SHA256), typeof(IncrementalHash), typeof(Kmac128), typeof(Crc32),
                typeof(AesTransform),
            },
            type => Assert.Contains(type, types));
    }

    [Fact]
    public void Member_without_a_claim_is_found() => Assert.Equal(
        ["Adds: _count", "AddsLater: _count", "Flushes: _stream", "Gets: _count"],
        Members(typeof(Example)).Select(member => $"{member.Name}: {EndOf(member)}").Where(line => line[^1] != ' ').Order(StringComparer.Ordinal));

    /// <summary>A span is sliced with its bounds checked; a pointer to an element of an array, or to a field's whole array, has no end.</summary>
    [Fact]
    public void No_pointer_is_made_of_an_array_and_an_offset()
    {
        Assert.Empty(LibraryTypes.AboveKernels.SelectMany(type => type.GetMethods(All)).Where(PinsArray)
            .Select(method => $"{method.DeclaringType}.{method.Name}"));
        Assert.Equal(
            [nameof(Example.PinsElement), nameof(Example.PinsField)],
            typeof(Example).GetMethods(All).Where(PinsArray).Select(method => method.Name).Order(StringComparer.Ordinal));
    }

    /// <summary>Whether a caller gets objects of it: as what it is, or as what an interface or a base class of .NET says that it is.</summary>
    private static bool IsHandedOut(Type type) => type.IsClass && !type.IsSubclassOf(typeof(Delegate))
        && (type.IsVisible || (!type.IsAbstract && s_returned.Any(returned => returned.IsAssignableFrom(type))));

    /// <summary>Whether it has a field that changes or a claim, itself or in a part of it that only this library knows.</summary>
    private static bool HasState(Type type)
    {
        if (!s_haveState.TryGetValue(type, out var hasState))
            s_haveState[type] = hasState = HasState(type, []);
        return hasState;
    }

    private static bool HasState(Type? type, HashSet<Type> seen)
    {
        if (type is null || type.IsEnum || type.IsAbstract && type.IsSealed || (IsOurs(type) && !seen.Add(type)))
            return false;
        if (type == typeof(StateSlot) || type == typeof(StreamClaim))
            return true;
        return IsOurs(type) && !s_forAll.ContainsKey(type)
            && (HasState(type.BaseType, seen)
                || type.GetFields(Instance).Any(field => (!field.IsInitOnly && !type.IsValueType) || HasState(field.FieldType, seen)));
    }

    /// <summary>Kernels have no state.</summary>
    private static bool IsOurs(Type type) =>
        (type.Assembly == typeof(StateSlot).Assembly && !LibraryTypes.IsOfKernels(type)) || type == typeof(Example);

    /// <summary>What a caller, or a base class in its name, can call.</summary>
    private static IEnumerable<MethodInfo> Members(Type type)
    {
        for (var each = type; each is not null && IsOurs(each); each = each.BaseType)
        {
            foreach (var method in each.GetMethods(Instance))
            {
                if ((method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly) && !method.IsAbstract && method.Name != "Finalize"
                    && !s_questions.Contains(method.Name))
                {
                    yield return method;
                }
            }
        }
    }

    /// <returns>Null if the method touches no state, nothing if it claims it first, else what it touches.</returns>
    private static string? EndOf(MethodBase method) => EndOf(method, []);

    private static string? EndOf(MethodBase method, HashSet<MethodBase> seen)
    {
        if (s_claims.Contains(method))
            return "";
        if (!seen.Add(method))
            return null;
        if (method.GetCustomAttribute<AsyncStateMachineAttribute>() is { } async)
            method = async.StateMachineType.GetMethod("MoveNext", Instance)!;
        var code = IntermediateCode.Of(method).ToList();
        for (var i = 0; i < code.Count; i++)
        {
            var (opCode, operand) = code[i];
            if (opCode == OpCodes.Ldfld || opCode == OpCodes.Stfld || opCode == OpCodes.Ldflda)
            {
                var field = IntermediateCode.Field(method, operand);
                var isForeign = field.FieldType == typeof(Stream) && !IsQuestion(method, code[i + 1]);
                if (IsOfState(field) && (!field.IsInitOnly || field.FieldType.IsArray || isForeign))
                    return field.Name;
            }
            else if (opCode == OpCodes.Call || opCode == OpCodes.Callvirt)
            {
                var called = IntermediateCode.Mentioned(method, operand);
                if (opCode == OpCodes.Callvirt && called.DeclaringType == typeof(Stream))
                    called = Overriding(called, method.DeclaringType!) ?? called;
                var ends = IsOurs(called.DeclaringType!) ? Bodies(called).Select(body => EndOf(body, seen)) : [];
                if (ends.FirstOrDefault(end => end is not null) is { } end)
                    return end;
            }
        }

        return null;
    }

    /// <summary>Whether it is a field of an object that has to be claimed, and no variable of a call or part of the claim.</summary>
    private static bool IsOfState(FieldInfo field) => field.DeclaringType is { IsValueType: false } type && HasState(type)
        && field.Name != Disposed && !s_claims.Any(claim => claim.DeclaringType == type)
        && type.GetCustomAttribute<CompilerGeneratedAttribute>() is null;

    private static bool IsQuestion(MethodBase method, (OpCode OpCode, int Operand) next) =>
        next.OpCode == OpCodes.Callvirt && s_questions.Contains(IntermediateCode.Mentioned(method, next.Operand).Name);

    /// <summary>What a stream's call of its own member runs.</summary>
    private static MethodInfo? Overriding(MethodBase called, Type type) => type.IsSubclassOf(typeof(Stream))
        ? type.GetMethod(called.Name, Instance, [.. called.GetParameters().Select(parameter => parameter.ParameterType)]) : null;

    /// <summary>The methods that may run if one is called.</summary>
    private static IEnumerable<MethodBase> Bodies(MethodBase called)
    {
        if (!called.IsAbstract)
            return [called];
        var parameters = called.GetParameters().Select(parameter => parameter.ParameterType).ToArray();
        return LibraryTypes.AboveKernels.Where(type => !type.IsAbstract && called.DeclaringType!.IsAssignableFrom(type) && HasState(type))
            .Select(type => type.GetMethod(called.Name, All, parameters)).OfType<MethodBase>();
    }

    private static bool PinsArray(MethodBase method)
    {
        if (method.GetMethodBody() is not { } body)
            return false;
        var code = IntermediateCode.Of(method).ToList();
        for (var i = 0; i + 2 < code.Count; i++)
        {
            if (code[i].OpCode == OpCodes.Ldelema && IsPinned(code[i + 1]))
                return true;
            if (code[i].OpCode == OpCodes.Ldfld && IntermediateCode.Field(method, code[i].Operand).FieldType.IsArray
                && code[i + 1].OpCode == OpCodes.Dup && IsPinned(code[i + 2]))
            {
                return true;
            }
        }

        return false;

        bool IsPinned((OpCode OpCode, int Operand) store)
        {
            var name = store.OpCode.Name!;
            if (!name.StartsWith("stloc", StringComparison.Ordinal))
                return false;
            var local = char.IsDigit(name[^1]) ? name[^1] - '0' : store.Operand & 0xFF;
            return body.LocalVariables[local].IsPinned;
        }
    }

    /// <summary>Every fault that these tests are for, and what is none.</summary>
    private sealed unsafe class Example : IDisposable
    {
        private readonly StateSlot _slot = new(16);
        private readonly byte[] _bytes = new byte[16];
        private readonly Stream _stream = Stream.Null;
        private int _count;

        public int Size { get; } = 16;

        public bool CanFlush => _stream.CanWrite;

        public void Dispose() => _slot.Dispose();

        public int Claims()
        {
            using var scope = _slot.Enter(this);
            return _count++;
        }

        public int Forwards() => Claims();

        public int Adds() => _count++;

        public int Gets() => Inner();

        public void AddsLater()
        {
            _count++;
            Claims();
        }

        public void Flushes() => _stream.Flush();

        internal byte PinsElement(int offset)
        {
            fixed (byte* first = &_bytes[offset])
                return *first;
        }

        internal byte PinsField(int offset)
        {
            fixed (byte* first = _bytes)
                return first[offset];
        }

        internal byte PinsSpan(int offset)
        {
            fixed (byte* first = _bytes.AsSpan(offset, 1))
                return *first;
        }

        private int Inner() => _count;
    }
}
