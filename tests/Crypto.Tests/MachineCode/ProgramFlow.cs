using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// The flow through all methods of the library, as a fixpoint: which parameters reach which fields, which results and fields hold
/// what was read from memory. Fields are told apart, and not the objects that they are of.
/// </summary>
internal sealed class ProgramFlow
{
    private const BindingFlags All =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>Functions of .NET's that look at addresses and counts, and not at what lies there.</summary>
    private static readonly HashSet<string> s_ofAddresses =
    [
        "get_Length", "get_Count", "get_IsEmpty", "get_Span", "ByteOffset", "AreSame", "SizeOf", "Overlaps", "Invoke",
    ];

    private readonly Dictionary<(Module, int), MethodFlow> _flows = [];
    private readonly Dictionary<(string Name, int Count), List<MethodFlow>> _byName = [];
    private readonly Dictionary<int, HashSet<MethodFlow>> _taken = [];
    private readonly Dictionary<FieldInfo, string> _tainted = [];
    private readonly Dictionary<(MethodBase, int), MemberInfo> _resolved = [];
    private readonly Dictionary<MethodBase, MethodFlow[]> _targets = [];
    private readonly HashSet<Module> _modules = [];
    private int _changes;

    private readonly HashSet<string> _told;

    /// <param name="types">Those whose methods are looked at.</param>
    /// <param name="told">Methods whose reads and results an observer may know.</param>
    public ProgramFlow(IEnumerable<Type> types, IEnumerable<string> told)
    {
        _told = [.. told];
        foreach (var method in types.SelectMany(type => type.GetMethods(All).Cast<MethodBase>().Concat(type.GetConstructors(All))))
        {
            var flow = new MethodFlow(this, method);
            _flows[(method.Module, method.MetadataToken)] = flow;
            _modules.Add(method.Module);
            var key = (Last(method.Name), FlowTypes.Parameters(method).Length);
            if (!_byName.TryGetValue(key, out var named))
                _byName[key] = named = [];
            named.Add(flow);
        }

        Settle();
    }

    public IEnumerable<MethodFlow> Flows => _flows.Values;

    public static Type[] OfLibrary() =>
        typeof(AesGcm).Assembly.GetTypes();

    public static bool IsOfAddressesAlone(MethodBase method) => s_ofAddresses.Contains(method.Name)
        || typeof(Stream).IsAssignableFrom(method.DeclaringType) || method.DeclaringType == typeof(RandomAccess);

    /// <summary>Whether an observer may know what a method reads and returns.</summary>
    public bool IsTold(MethodFlow flow) => _told.Contains(flow.Name);

    public bool Has(Module module) => _modules.Contains(module);

    /// <summary>Where that was read which is stored in a field, or null.</summary>
    public string? Source(FieldInfo field) => _tainted.GetValueOrDefault(field);

    public void Taint(FieldInfo field, string source)
    {
        if (_tainted.TryAdd(field, source))
            _changes++;
    }

    /// <summary>The address of a method is taken: who calls by an address may call it.</summary>
    public void Take(MethodBase method)
    {
        if (Find(method) is not { } flow)
            return;
        var count = method.GetParameters().Length;
        if (!_taken.TryGetValue(count, out var taken))
            _taken[count] = taken = [];
        if (taken.Add(flow))
            _changes++;
    }

    /// <summary>The methods whose addresses are taken, of as many parameters and, if a delegate is known, of its types.</summary>
    public IEnumerable<MethodFlow> Taken(int count, MethodInfo? invoke)
    {
        return _taken.TryGetValue(count, out var taken) ? taken.Where(flow => invoke is null || IsOf(flow.Method)).ToArray() : [];

        bool IsOf(MethodBase method) => method is MethodInfo function
            && FlowTypes.AreAlike([.. Types(function), function.ReturnType], [.. Types(invoke), invoke.ReturnType]);
    }

    /// <summary>The methods that a call may end in.</summary>
    public IEnumerable<MethodFlow> Targets(MethodBase called)
    {
        if (called.Name == "Invoke" && typeof(Delegate).IsAssignableFrom(called.DeclaringType))
            return Taken(called.GetParameters().Length, (MethodInfo)called);
        if (!_targets.TryGetValue(called, out var targets))
        {
            var own = Find(called);
            var named = _byName.GetValueOrDefault((Last(called.Name), FlowTypes.Parameters(called).Length), []);
            targets = called is { IsVirtual: true, IsFinal: false } ? [.. named.Where(flow => IsOverride(flow.Method))]
                : own is null ? []
                : [own];
            _targets[called] = targets;
        }

        return targets;

        bool IsOverride(MethodBase method) =>
            IsFrom(method.DeclaringType!, called.DeclaringType!) && FlowTypes.AreAlike(Types(method), Types(called));
    }

    private static Type[] Types(MethodBase method) => [.. method.GetParameters().Select(parameter => parameter.ParameterType)];

    private static bool IsFrom(Type type, Type ancestor)
    {
        ancestor = Definition(ancestor);
        for (var one = type; one is not null; one = one.BaseType)
        {
            if (Definition(one) == ancestor)
                return true;
        }

        return ancestor.IsInterface && type.GetInterfaces().Any(one => Definition(one) == ancestor);

        static Type Definition(Type type) => type.IsGenericType ? type.GetGenericTypeDefinition() : type;
    }

    public MethodBase Method(MethodBase method, int operand) =>
        (MethodBase)Resolve(method, operand, IntermediateCode.Mentioned);

    public FieldInfo Field(MethodBase method, int operand) => (FieldInfo)Resolve(method, operand, (of, token) =>
    {
        var field = IntermediateCode.Field(of, token);
        return field.Module.ResolveField(field.MetadataToken)!;
    });

    public Type Type(MethodBase method, int operand) => (Type)Resolve(method, operand, (of, token) => of.Module.ResolveType(
        token,
        of.DeclaringType!.GetGenericArguments(),
        of.IsGenericMethod ? of.GetGenericArguments() : null));

    private MemberInfo Resolve(MethodBase method, int operand, Func<MethodBase, int, MemberInfo> resolve)
    {
        if (!_resolved.TryGetValue((method, operand), out var member))
            _resolved[(method, operand)] = member = resolve(method, operand);
        return member;
    }

    private MethodFlow? Find(MethodBase method) => _flows.GetValueOrDefault((method.Module, method.MetadataToken));

    // The name of an explicit implementation has that of its interface before it; that of a constructor begins with a point.
    private static string Last(string name) => name[0] == '.' ? name : name[(name.LastIndexOf('.') + 1)..];

    private void Settle()
    {
        var seen = new Dictionary<MethodFlow, (int Versions, int Changes)>();
        for (var isSettled = false; !isSettled;)
        {
            isSettled = true;
            foreach (var flow in _flows.Values)
            {
                var state = State(flow);
                if (seen.TryGetValue(flow, out var before) && before == state)
                    continue;
                seen[flow] = state;
                flow.Run();
                isSettled = false;
            }
        }

        (int Versions, int Changes) State(MethodFlow flow) => (
            flow.Called.Sum(called => called.Summary.Version),
            _changes);
    }
}
