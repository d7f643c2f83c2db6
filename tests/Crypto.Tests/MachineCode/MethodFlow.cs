using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Reflection;
using System.Reflection.Emit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// Follows through the code of one method what was read from memory and what was given for its parameters, by its operand stack, its
/// locals and the methods that it calls, to fields and to decisions. Which branch is taken tells nothing of the values on it here.
/// </summary>
internal sealed class MethodFlow
{
    private readonly ProgramFlow _program;
    private readonly MethodBase _method;
    private readonly byte[] _code;
    private readonly Type[] _parameters;
    private readonly IList<LocalVariableInfo> _variables;
    private readonly Dictionary<int, (OpCode OpCode, int Operand, int Next)> _decoded = [];
    private readonly Dictionary<int, FlowValue[]> _before = [];
    private readonly Dictionary<int, FlowValue> _locals = [];
    private readonly Dictionary<string, string> _faults = [];
    private readonly HashSet<string> _decisions = [];
    private readonly HashSet<int> _stores = [];
    private bool _isChanged;

    public MethodFlow(ProgramFlow program, MethodBase method)
    {
        _program = program;
        _method = method;
        var body = method.GetMethodBody();
        _code = body?.GetILAsByteArray() ?? [];
        _variables = body?.LocalVariables ?? [];
        _parameters = FlowTypes.Parameters(method);
        for (var i = 0; i < _parameters.Length; i++)
            _locals[-1 - i] = new(false, 1UL << i);
    }

    public MethodBase Method => _method;

    public string Name => $"{_method.DeclaringType!.Name}.{_method.Name}";

    public FlowSummary Summary { get; } = new();

    /// <summary>The methods of the program that are called.</summary>
    public HashSet<MethodFlow> Called { get; } = [];

    /// <summary>The fields of the program that are loaded.</summary>
    public HashSet<FieldInfo> Loaded { get; } = [];

    /// <summary>How many instructions store in a field that a claim is made for.</summary>
    public int Stores => _stores.Count;

    /// <summary>The method and the field of each store of what was read from memory.</summary>
    public IReadOnlyDictionary<string, string> Faults => _faults;

    /// <summary>The branches and comparisons that follow from what was read from memory, by their instruction.</summary>
    public IEnumerable<string> Decisions => _decisions;

    /// <summary>Whether the method is one of those whose reads an observer is told, and there are such.</summary>
    public bool IsTelling { get; private set; }

    public void Run()
    {
        do
        {
            _isChanged = false;
            RunOnce();
        }
        while (_isChanged);
    }

    private void RunOnce()
    {
        if (_code.Length == 0)
            return;
        _before.Clear();
        var open = new Queue<int>();
        Reach(0, []);
        foreach (var clause in _method.GetMethodBody()!.ExceptionHandlingClauses)
        {
            var isCatch = clause.Flags is ExceptionHandlingClauseOptions.Clause or ExceptionHandlingClauseOptions.Filter;
            Reach(clause.HandlerOffset, isCatch ? [default] : []);
            if (clause.Flags == ExceptionHandlingClauseOptions.Filter)
                Reach(clause.FilterOffset, [default]);
        }

        while (open.TryDequeue(out var at))
        {
            if (!_decoded.TryGetValue(at, out var decoded))
                _decoded[at] = decoded = IntermediateCode.Decode(_code, at);
            var (opCode, operand, next) = decoded;
            var stack = new Stack<FlowValue>(_before[at]);
            Execute(stack, opCode, operand, at);
            if (opCode.OperandType is OperandType.InlineBrTarget or OperandType.ShortInlineBrTarget)
                Reach(next + operand, opCode.Name!.StartsWith("leave", StringComparison.Ordinal) ? [] : Bottom(stack));
            if (opCode.OperandType == OperandType.InlineSwitch)
            {
                for (var i = 0; i < (next - at - 5) / 4; i++)
                    Reach(next + BitConverter.ToInt32(_code, at + 5 + (4 * i)), Bottom(stack));
            }

            if (opCode.FlowControl is not (FlowControl.Branch or FlowControl.Return or FlowControl.Throw))
                Reach(next, Bottom(stack));
        }

        // Joins the values on both ways, and goes on from there if that is new.
        void Reach(int at, FlowValue[] stack)
        {
            if (_before.TryGetValue(at, out var known))
            {
                stack = [.. known.Zip(stack, (a, b) => a.Or(b))];
                if (stack.SequenceEqual(known))
                    return;
            }

            _before[at] = stack;
            open.Enqueue(at);
        }

        static FlowValue[] Bottom(Stack<FlowValue> stack) => [.. stack.Reverse()];
    }

    private void Execute(Stack<FlowValue> stack, OpCode opCode, int operand, int at)
    {
        var name = opCode.Name!;
        if (name is "ldftn" or "ldvirtftn")
            _program.Take(_program.Method(_method, operand));
        if (opCode.OperandType == OperandType.InlineMethod && name is not ("ldftn" or "ldvirtftn"))
        {
            Call(stack, opCode, operand, at);
            return;
        }

        if (name == "dup")
        {
            stack.Push(stack.Peek());
            return;
        }

        if (name == "ret")
        {
            if (stack.TryPop(out var returned) && !FlowTypes.IsObject(((MethodInfo)_method).ReturnType))
                Summary.Return(returned with { Local = null });
            return;
        }

        if (name == "calli")
        {
            CallIndirectly(stack, operand, at);
            return;
        }

        var pops = opCode.StackBehaviourPop == StackBehaviour.Pop0 ? 0 : opCode.StackBehaviourPop.ToString().Split('_').Length;
        var popped = new FlowValue[pops];
        for (var i = pops - 1; i >= 0; i--)
            popped[i] = stack.Pop();
        var result = popped.Aggregate(default(FlowValue), (all, one) => all.Or(one));
        if (opCode.FlowControl == FlowControl.Cond_Branch || IsComparison(name))
            Decide(result, name);
        var field = opCode.OperandType == OperandType.InlineField ? _program.Field(_method, operand) : null;
        if (name is "stfld" or "stsfld")
        {
            Store(field!, popped[^1], at);
            if (name == "stfld" && popped[0].Field != field)
                StoreAt(IsContent(popped[0].Local) ? popped[0] : popped[0] with { Local = null }, popped[1], at);
        }
        else if (name == "stobj" || name.StartsWith("stind", StringComparison.Ordinal))
            StoreAt(popped[0], popped[1], at);
        else if (name.StartsWith("stloc", StringComparison.Ordinal) || name.StartsWith("starg", StringComparison.Ordinal))
            StoreIn(Variable(name, operand), popped[0]);
        else if (name.StartsWith("ldloca", StringComparison.Ordinal) || name.StartsWith("ldarga", StringComparison.Ordinal))
            result = new(false, Local: Variable(name, operand));
        else if (name.StartsWith("ldloc", StringComparison.Ordinal) || name.StartsWith("ldarg", StringComparison.Ordinal))
            result = _locals.GetValueOrDefault(Variable(name, operand));
        else if (name is "ldobj" || name.StartsWith("ldind", StringComparison.Ordinal))
        {
            var isAddress = name == "ldind.ref" || (name == "ldobj" && FlowTypes.IsAddress(_program.Type(_method, operand)));
            result = LoadAt(popped[0], isAddress);
        }
        else if (name.StartsWith("ldelem", StringComparison.Ordinal) && name is not ("ldelema" or "ldelem.ref")
            && !(name == "ldelem" && FlowTypes.IsObject(_program.Type(_method, operand))))
            result = ReadHere();
        else if (name.StartsWith("conv.u", StringComparison.Ordinal))
            Escape(popped[0]);
        else if (name is "ldflda" or "ldsflda")
            result = result.Field is { } outer && FlowTypes.IsClaimed(outer) ? result : result.AsNumber() with { Field = field };
        else if (name is "ldfld" or "ldsfld")
            result = Load(field!, result);
        for (var pushes = opCode.StackBehaviourPush == StackBehaviour.Push0 ? 0 : 1; pushes > 0; pushes--)
            stack.Push(result);
    }

    private static bool IsComparison(string name) =>
        name == "ceq" || name.StartsWith("cgt", StringComparison.Ordinal) || name.StartsWith("clt", StringComparison.Ordinal);

    /// <summary>Whether it is a local that is content as a whole, such as a block, whose words are its fields.</summary>
    private bool IsContent(int? local) => local is { } variable && FlowTypes.IsContent(Type(variable));

    /// <summary>A local whose address becomes a pointer is memory: whoever has the pointer writes there unseen.</summary>
    private void Escape(FlowValue address)
    {
        if (IsContent(address.Local))
            StoreIn(address.Local!.Value, FlowValue.Read(Name));
    }

    private Type Type(int local) => local < 0 ? _parameters[-1 - local] : _variables[local].LocalType;

    private void Decide(FlowValue value, string name)
    {
        if (value.IsRead)
            _decisions.Add(name);
        Summary.Decide(value.From);
    }

    /// <summary>What a field holds, of an object that may follow from something itself.</summary>
    private FlowValue Load(FieldInfo field, FlowValue from)
    {
        if (from.Field is { } outer && FlowTypes.IsClaimed(outer))
            return default;
        Loaded.Add(field);
        if (FlowTypes.IsObject(field.FieldType))
            return default;
        if (_program.Has(field.Module) || field.IsStatic)
            return Content(field);
        var content = from.Field is { } outerField ? Content(outerField)
            : from.Local is { } local ? _locals.GetValueOrDefault(local)
            : default;
        return from.AsNumber().Or(content.AsNumber());
    }

    private FlowValue Content(FieldInfo field) =>
        FlowTypes.IsClaimed(field) ? default
        : !_program.Has(field.Module) && field.IsStatic ? default
        : !FlowTypes.IsNumber(field) ? FlowValue.Read($"{field.DeclaringType!.Name}.{field.Name}")
        : _program.Source(field) is { } source ? FlowValue.Read(source)
        : default;

    private FlowValue LoadAt(FlowValue address, bool isAddress)
    {
        if (address.Field is { } field)
        {
            Loaded.Add(field);
            return address.AsNumber().Or(Content(field));
        }

        if (address.Local is { } local)
            return address.AsNumber().Or(_locals.GetValueOrDefault(local).AsNumber());
        return isAddress ? address.AsNumber() : Numbers(address.From) is not 0 and var from ? new(false, from) : ReadHere();
    }

    private FlowValue ReadHere()
    {
        IsTelling |= _program.IsTold(this);
        return _program.IsTold(this) ? default : FlowValue.Read(Name);
    }

    /// <summary>Of some parameters those that are references to numbers: their callers say what is read there.</summary>
    private ulong Numbers(ulong parameters)
    {
        var numbers = 0UL;
        for (; parameters != 0; parameters &= parameters - 1)
        {
            var index = BitOperations.TrailingZeroCount(parameters);
            if (IsNumberByReference(_parameters[index]))
                numbers |= 1UL << index;
        }

        return numbers;
    }

    private static bool IsNumberByReference(Type type) =>
        (type.IsByRef && FlowTypes.IsNumber(type.GetElementType()!))
        || (type.IsPointer && type.GetElementType() is { IsPrimitive: true } element && FlowTypes.IsNumber(element));

    private void Call(Stack<FlowValue> stack, OpCode opCode, int operand, int at)
    {
        var called = _program.Method(_method, operand);
        var types = FlowTypes.Parameters(called);
        var isNew = opCode == OpCodes.Newobj;
        var given = new FlowValue[types.Length];
        for (var i = types.Length - 1; i >= (isNew ? 1 : 0); i--)
            given[i] = stack.Pop();
        var result = default(FlowValue);
        foreach (var target in _program.Targets(called))
        {
            var offset = target.Method.IsStatic == called.IsStatic ? 0 : target.Method.IsStatic ? 1 : -1;
            var own = CallKnown(target, [.. given.Skip(offset > 0 ? 1 : 0)], at, isNew);

            // Of a generic method's result, its caller knows whether it is content.
            var isGeneric = !isNew && target.Method is MethodInfo { ReturnType.ContainsGenericParameters: true };
            if (isGeneric && !FlowTypes.IsContent(((MethodInfo)called).ReturnType))
                own = own with { IsRead = false, Source = null };
            result = result.Or(own);
        }

        if (!_program.Has(called.Module))
            result = result.Or(CallUnknown(called, types, given, at));
        var made = called is MethodInfo function ? function.ReturnType : isNew ? called.DeclaringType! : typeof(void);
        if (made != typeof(void))
            stack.Push(FlowTypes.IsObject(made) ? default : result);
    }

    private FlowValue CallKnown(MethodFlow target, FlowValue[] given, int at, bool isNew)
    {
        Called.Add(target);
        var summary = target.Summary;
        for (var i = 0; i < given.Length && i < target._parameters.Length; i++)
        {
            var value = target.Given(i, given[i], this);
            if ((summary.Decides >> i & 1) != 0)
                Decide(value, target.Method.Name);
            if (summary.Reaches.TryGetValue(i, out var fields) && (value.IsRead || value.From != 0))
            {
                foreach (var field in fields.ToArray())
                    Store(field, value, at);
            }
        }

        foreach (var (parameter, value) in summary.Writes.ToArray())
        {
            if (parameter < given.Length)
                StoreAt(given[parameter], Translate(value), at);
        }

        if (!isNew && _program.IsTold(target))
        {
            target.IsTelling |= summary.Result.IsRead;
            return default;
        }

        return Translate(isNew ? summary.Writes.GetValueOrDefault(0) : summary.Result);

        // From the callee's parameters to what follows from this method's.
        FlowValue Translate(FlowValue value)
        {
            var result = new FlowValue(value.IsRead, 0, value.Field) { Source = value.Source };
            for (var from = value.From; from != 0; from &= from - 1)
            {
                var index = BitOperations.TrailingZeroCount(from);
                if (index < given.Length)
                    result = result.Or(target.Given(index, given[index], this));
            }

            return result;
        }
    }

    /// <summary>The fields of an instance are known by themselves.</summary>
    private FlowValue Given(int index, FlowValue value, MethodFlow caller) =>
        index == 0 && !_method.IsStatic ? value.AsNumber() : caller.Given(value, _parameters[index]);

    /// <summary>What is given for a parameter: of a reference to a number, with the number.</summary>
    private FlowValue Given(FlowValue value, Type parameter)
    {
        if (FlowTypes.IsObject(parameter))
            return default;
        if (!IsNumberByReference(parameter))
            return value.AsNumber();
        var content = value.Field is { } field ? Content(field)
            : value.Local is { } local ? _locals.GetValueOrDefault(local)
            : Numbers(value.From) == 0 && parameter.IsPointer ? FlowValue.Read(Name)
            : default;
        if (value.Field is { } loaded)
            Loaded.Add(loaded);
        return value.AsNumber().Or(content.AsNumber());
    }

    /// <summary>
    /// A function of .NET's: what it returns follows from all that it is given, and comes of memory if some of that leads there and it
    /// returns no address.
    /// </summary>
    private FlowValue CallUnknown(MethodBase called, Type[] types, FlowValue[] given, int at)
    {
        var numbers = default(FlowValue);
        for (var i = 0; i < given.Length; i++)
            numbers = numbers.Or(Given(given[i], types[i]));
        var reads = !ProgramFlow.IsOfAddressesAlone(called) && types.Any(FlowTypes.LeadsToMemory);
        for (var i = 0; i < given.Length; i++)
        {
            if (given[i].Field is null && given[i].Local is null && given[i].From == 0)
                continue;
            var others = default(FlowValue);
            for (var j = 0; j < given.Length; j++)
                others = j == i ? others : others.Or(Given(given[j], types[j]));
            var isOut = reads && types[i].IsByRef && (called.IsStatic || i > 0) && IsNumberByReference(types[i])
                && !FlowTypes.IsAddress(types[i].GetElementType()!) && !IsReadOnly(called, i);
            StoreAt(given[i], isOut ? FlowValue.Read($"{Name}, {called.Name}") : others, at);
        }

        return reads && called is MethodInfo function && FlowTypes.IsContent(function.ReturnType)
            ? FlowValue.Read($"{Name}, {called.Name}")
            : numbers;
    }

    private static bool IsReadOnly(MethodBase called, int index) => called.GetParameters()[index - (called.IsStatic ? 0 : 1)].IsIn;

    /// <summary>By the signature's count of parameters; modifiers come before the type that is returned.</summary>
    private void CallIndirectly(Stack<FlowValue> stack, int operand, int at)
    {
        const byte Void = 1, Required = 0x1F, Optional = 0x20;
        var signature = _method.Module.ResolveSignature(operand);
        stack.Pop();
        var given = new FlowValue[signature[1]];
        for (var i = given.Length - 1; i >= 0; i--)
            given[i] = stack.Pop();
        foreach (var target in _program.Taken(given.Length, null))
            CallKnown(target, target.Method.IsStatic ? given : [default, .. given], at, isNew: false);
        var type = 2;
        while (signature[type] is Required or Optional)
            type += 1 + (signature[type + 1] < 0x80 ? 1 : signature[type + 1] < 0xC0 ? 2 : 4);
        if (signature[type] != Void)
            stack.Push(default);
    }

    private void StoreAt(FlowValue address, FlowValue value, int at)
    {
        if (address.Field is { } field)
            Store(field, value, at);
        if (address.Local is { } local)
            StoreIn(local, value.AsNumber());
        if (!value.IsRead && value.From == 0)
            return;
        for (var from = address.From; from != 0; from &= from - 1)
            Summary.Write(BitOperations.TrailingZeroCount(from), value.AsNumber());
    }

    private void StoreIn(int local, FlowValue value)
    {
        var known = _locals.GetValueOrDefault(local);
        if (known == known.Or(value))
            return;
        _locals[local] = known.Or(value);
        _isChanged = true;
    }

    private void Store(FieldInfo field, FlowValue value, int at)
    {
        if (FlowTypes.IsClaimed(field))
        {
            _stores.Add(at);
            if (value.IsRead)
                _faults[$"{Name}: {field.DeclaringType!.Name}.{field.Name}"] = value.Source!;
        }
        else if (!FlowTypes.IsNumber(field) || FlowTypes.IsObject(field.FieldType))
            return;
        else if (value.IsRead)
            _program.Taint(field, $"{value.Source} > {Name}");
        for (var from = value.From; from != 0; from &= from - 1)
            Summary.Reach(BitOperations.TrailingZeroCount(from), field);
    }

    /// <summary>Locals from zero, and arguments below.</summary>
    private static int Variable(string name, int operand)
    {
        var number = char.IsDigit(name[^1]) ? name[^1] - '0' : operand;
        return name.Contains("arg", StringComparison.Ordinal) ? -1 - number : number;
    }
}
