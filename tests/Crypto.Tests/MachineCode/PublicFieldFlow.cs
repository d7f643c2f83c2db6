using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// Follows through the code of one method what was read from memory, by its operand stack and its locals, to stores in public fields of
/// argument structs. Numbers in other fields are lengths and counts; blocks are not.
/// </summary>
internal sealed class PublicFieldFlow
{
    private readonly MethodBase _method;
    private readonly byte[] _code;
    private readonly Dictionary<int, Value[]> _before = [];
    private readonly Dictionary<int, Value> _locals = [];
    private readonly HashSet<string> _faults = [];
    private readonly HashSet<int> _stores = [];

    public PublicFieldFlow(MethodBase method)
    {
        _method = method;
        _code = method.GetMethodBody()?.GetILAsByteArray() ?? [];
        for (var locals = -1; locals != _locals.Count(local => local.Value.IsRead);)
        {
            locals = _locals.Count(local => local.Value.IsRead);
            Run();
        }
    }

    /// <summary>How many instructions store in a public field.</summary>
    public int Stores => _stores.Count;

    /// <summary>The method and the field of each store of what was read from memory.</summary>
    public IEnumerable<string> Faults => _faults;

    private void Run()
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
            var (opCode, operand, next) = IntermediateCode.Decode(_code, at);
            var stack = new Stack<Value>(_before[at]);
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
        void Reach(int at, Value[] stack)
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

        static Value[] Bottom(Stack<Value> stack) => [.. stack.Reverse()];
    }

    private void Execute(Stack<Value> stack, OpCode opCode, int operand, int at)
    {
        var name = opCode.Name!;
        if (opCode.OperandType == OperandType.InlineMethod && name != "ldftn" && name != "ldvirtftn")
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
            return;
        if (name == "calli")
        {
            CallIndirectly(stack, operand);
            return;
        }

        var pops = opCode.StackBehaviourPop == StackBehaviour.Pop0 ? 0 : opCode.StackBehaviourPop.ToString().Split('_').Length;
        var popped = new Value[pops];
        for (var i = pops - 1; i >= 0; i--)
            popped[i] = stack.Pop();
        var result = popped.Aggregate(default(Value), (all, one) => all.Or(one));
        var field = opCode.OperandType == OperandType.InlineField ? IntermediateCode.Field(_method, operand) : null;
        if (name is "stfld" && IsPublic(field!))
            Store(field!, popped[1], at);
        else if (name is "stfld" or "stobj" || name.StartsWith("stind", StringComparison.Ordinal))
            StoreAt(popped[0], popped[1], at);
        else if (name.StartsWith("stloc", StringComparison.Ordinal) || name.StartsWith("starg", StringComparison.Ordinal))
            _locals[Variable(name, operand)] = popped[0].Or(_locals.GetValueOrDefault(Variable(name, operand)));
        else if (name.StartsWith("ldloca", StringComparison.Ordinal) || name.StartsWith("ldarga", StringComparison.Ordinal))
            result = default;
        else if (name.StartsWith("ldloc", StringComparison.Ordinal) || name.StartsWith("ldarg", StringComparison.Ordinal))
            result = _locals.GetValueOrDefault(Variable(name, operand));
        else if (name is "ldobj" || name.StartsWith("ldind", StringComparison.Ordinal) || (name.StartsWith("ldelem", StringComparison.Ordinal) && name != "ldelema"))
            result = popped[0].Field is null ? Value.Read : default;
        else if (name is "ldflda")
            result = IsPublic(field!) ? new(false, field) : popped[0];
        else if (name is "ldfld" or "ldsfld")
            result = IsPublic(field!) || IsNumber(field!) ? default : Value.Read;
        for (var pushes = opCode.StackBehaviourPush == StackBehaviour.Push0 ? 0 : 1; pushes > 0; pushes--)
            stack.Push(result);
    }

    private void Call(Stack<Value> stack, OpCode opCode, int operand, int at)
    {
        var called = IntermediateCode.Mentioned(_method, operand);
        var result = default(Value);
        var count = called.GetParameters().Length + (called.IsStatic || opCode == OpCodes.Newobj ? 0 : 1);
        var given = new Value[count];
        for (var i = count - 1; i >= 0; i--)
            given[i] = stack.Pop();
        foreach (var value in given)
        {
            result = result.Or(value with { Field = null });
            foreach (var other in value.Field is null ? [] : given)
                StoreAt(value, other, at);
        }

        var reads = called.Name.StartsWith("Read", StringComparison.Ordinal) || called.Name.StartsWith("Load", StringComparison.Ordinal)
            || called.Name == "get_Item";
        if (opCode == OpCodes.Newobj || (called is MethodInfo function && function.ReturnType != typeof(void)))
            stack.Push(reads ? Value.Read : result);
    }

    /// <summary>By the signature's count of parameters; modifiers come before the type that is returned.</summary>
    private void CallIndirectly(Stack<Value> stack, int operand)
    {
        const byte Void = 1, Required = 0x1F, Optional = 0x20;
        var signature = _method.Module.ResolveSignature(operand);
        for (var i = 0; i <= signature[1]; i++)
            stack.Pop();
        var at = 2;
        while (signature[at] is Required or Optional)
            at += 1 + (signature[at + 1] < 0x80 ? 1 : signature[at + 1] < 0xC0 ? 2 : 4);
        if (signature[at] != Void)
            stack.Push(default);
    }

    private void StoreAt(Value address, Value value, int at)
    {
        if (address.Field is { } field)
            Store(field, value, at);
    }

    private void Store(FieldInfo field, Value value, int at)
    {
        _stores.Add(at);
        if (value.IsRead)
            _faults.Add($"{_method.DeclaringType!.Name}.{_method.Name}: {field.DeclaringType!.Name}.{field.Name}");
    }

    private static bool IsPublic(FieldInfo field) => field.IsDefined(typeof(PublicAttribute));

    private static bool IsNumber(FieldInfo field) => field.DeclaringType != typeof(Block128)
        && !field.IsDefined(typeof(SecretAttribute))
        && (field.FieldType is { IsPrimitive: true } or { IsEnum: true } or { IsPointer: true } or { IsFunctionPointer: true } or { IsValueType: false });

    /// <summary>Locals from zero, and arguments below.</summary>
    private static int Variable(string name, int operand)
    {
        var number = char.IsDigit(name[^1]) ? name[^1] - '0' : operand;
        return name.Contains("arg", StringComparison.Ordinal) ? -1 - number : number;
    }

    /// <summary>Whether a value comes of memory; of an address, the public field that it leads to.</summary>
    private readonly record struct Value(bool IsRead, FieldInfo? Field = null)
    {
        public static Value Read => new(true);

        public Value Or(Value other) => new(IsRead || other.IsRead, Field ?? other.Field);
    }
}
