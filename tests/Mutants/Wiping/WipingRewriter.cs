using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using ManagedCrypto.Tests;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Rocks;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>
/// Rewrites an assembly of the library so that each call that wipes can be left out, or wipes no more than a pointer's 8 bytes: before each
/// stands a question to a field of its own. Another field tells that the call was reached. Fields and constants alone, since a call would
/// overwrite registers, in which the secrets may be that this is about.
/// </summary>
internal sealed partial class WipingRewriter(List<WipingSite> sites, bool isCheck)
{
    /// <summary>The class that is added, and what the names of its fields begin with.</summary>
    public const string FieldsClass = "ManagedCrypto.WipingSites", Removed = "Removed", Reached = "Reached";

    /// <summary>A field of that class, for workers to set: an action that does nothing.</summary>
    public const string Nothing = "Nothing";

    /// <summary>A call that wipes nothing, and is left out to show that such a one is told.</summary>
    public const string Harmless = "SuppressFinalize";

    /// <summary>Structs and classes whose disposal wipes.</summary>
    private static readonly string[] s_disposed =
        ["SecretScope", "PinnedScratch", "KeySlot", "StateSlot", "ChunkBuffer"];

    /// <summary>How the names of methods begin that wipe.</summary>
    private static readonly string[] s_names = ["Wipe", "Forget", "ZeroMemory"];

    /// <summary>A class with a method of such a name that is about something else.</summary>
    private const string Other = "AesXtsStream";

    private readonly Dictionary<string, string[]> _sources = [];

    /// <param name="from">The assembly, with its symbols beside it.</param>
    /// <param name="to">Where the other one is written.</param>
    public void Rewrite(string from, string to)
    {
        using var assembly = AssemblyDefinition.ReadAssembly(from, new() { ReadSymbols = true, InMemory = true });
        var module = assembly.MainModule;
        var separator = FieldsClass.LastIndexOf('.');
        var fields = new TypeDefinition(
            FieldsClass[..separator], FieldsClass[(separator + 1)..],
            TypeAttributes.Abstract | TypeAttributes.Sealed | TypeAttributes.BeforeFieldInit, module.TypeSystem.Object);
        foreach (var method in module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody).ToArray())
        {
            var calls = method.Body.Instructions.Where(instruction => Wipes(instruction) || TakesLength(instruction) || TakesEnd(instruction)).ToArray();
            if (calls.Length == 0)
                continue;
            var found = Array.ConvertAll(calls, call => Describe(method, call));
            method.Body.SimplifyMacros();
            foreach (var (call, (whole, part)) in calls.Zip(found))
            {
                FieldDefinition Field(string name, WipingSite site)
                {
                    var field = new FieldDefinition(name + site.Number, FieldAttributes.Static | FieldAttributes.Assembly, module.TypeSystem.Int32);
                    fields.Fields.Add(field);
                    return field;
                }

                var last = call;
                if (part is not null)
                    last = ReplaceLast(method.Body, call, Instruction.Create(OpCodes.Ldc_I4, sizeof(long)), Field(Reached, part), Field(Removed, part));
                if (whole is not null && TakesEnd(call))
                    ReplaceLast(method.Body, call, Instruction.Create(OpCodes.Ldsfld, NothingOf(fields, call)), Field(Reached, whole), Field(Removed, whole));
                else if (whole is not null)
                    Guard(method.Body, last, Field(Reached, whole), Field(Removed, whole));
            }

            method.Body.OptimizeMacros();
        }

        module.Types.Add(fields);
        assembly.Write(to);
    }

    /// <summary>Whether an instruction is a call that wipes.</summary>
    private bool Wipes(Instruction instruction)
    {
        if (instruction.OpCode.Code is not (Code.Call or Code.Callvirt))
            return false;
        var called = (MethodReference)instruction.Operand;
        var type = called.DeclaringType;
        if (isCheck && called.Name == Harmless)
            return true;
        return type.Namespace.StartsWith("ManagedCrypto", StringComparison.Ordinal)
            && ((called.Name == "Dispose" && s_disposed.Contains(type.Name))
                || (type.Name == "TextPool" && called.Name is "Return" or "Drop")
                || (s_names.Any(name => called.Name.StartsWith(name, StringComparison.Ordinal)) && type.Name != Other));
    }

    /// <summary>Whether an instruction is a call that takes a length in bytes, of what it wipes now or at its end.</summary>
    private static bool TakesLength(Instruction instruction) =>
        instruction.OpCode.Code is Code.Call or Code.Newobj
        && (MethodReference)instruction.Operand is var called
        && called.Parameters is [{ ParameterType.IsPointer: true }, { ParameterType.MetadataType: MetadataType.Int32 }]
        && (called.DeclaringType.Name, called.Name) is ("Secret", "Wipe" or "WipeInline") or ("SecretScope", ".ctor");

    /// <summary>Whether an instruction makes an object that wipes at its end, by an action that it is given.</summary>
    private static bool TakesEnd(Instruction instruction) =>
        instruction.OpCode.Code == Code.Newobj && ((MethodReference)instruction.Operand).DeclaringType.Name == "StreamClaim";

    /// <summary>The action that does nothing, of the type that a call takes.</summary>
    private static FieldDefinition NothingOf(TypeDefinition fields, Instruction call)
    {
        var field = fields.Fields.FirstOrDefault(field => field.Name == Nothing);
        if (field is null)
        {
            field = new FieldDefinition(
                Nothing, FieldAttributes.Static | FieldAttributes.Public, ((MethodReference)call.Operand).Parameters[^1].ParameterType);
            fields.Fields.Add(field);
        }

        return field;
    }

    /// <summary>Has a call take another last argument, if the field says so. What jumps to the call jumps to the question then.</summary>
    /// <returns>The call, which has moved.</returns>
    private static Instruction ReplaceLast(
        MethodBody body, Instruction call, Instruction other, FieldDefinition reached, FieldDefinition removed)
    {
        var moved = Instruction.Create(call.OpCode, (MethodReference)call.Operand);
        Replace(
            body, call, Instruction.Create(OpCodes.Ldc_I4, 1),
            Instruction.Create(OpCodes.Stsfld, reached),
            Instruction.Create(OpCodes.Ldsfld, removed),
            Instruction.Create(OpCodes.Brfalse, moved),
            Instruction.Create(OpCodes.Pop),
            other,
            moved);
        return moved;
    }

    /// <summary>Puts the question before a call. What jumps to the call jumps to the question then.</summary>
    private static void Guard(MethodBody body, Instruction call, FieldDefinition reached, FieldDefinition removed)
    {
        var called = (MethodReference)call.Operand;
        if (call.Previous is { OpCode.OpCodeType: OpCodeType.Prefix })
            throw new InvalidOperationException($"{body.Method}: a prefix before a call that wipes.");
        var end = Instruction.Create(OpCodes.Nop);
        Instruction[] without =
        [
            .. Enumerable.Repeat(OpCodes.Pop, called.Parameters.Count + (called.HasThis ? 1 : 0)).Select(pop => Instruction.Create(pop)),
            .. called.ReturnType.MetadataType switch
            {
                MetadataType.Void => Array.Empty<Instruction>(),
                MetadataType.UInt64 => [Instruction.Create(OpCodes.Ldc_I8, 0L)],
                _ => throw new InvalidOperationException($"{called}: what it returns."),
            },
            end,
        ];
        Replace(
            body, call,
            [
                Instruction.Create(OpCodes.Ldc_I4, 1),
                Instruction.Create(OpCodes.Stsfld, reached),
                Instruction.Create(OpCodes.Ldsfld, removed),
                Instruction.Create(OpCodes.Brtrue, without[0]),
                Instruction.Create(call.OpCode, called),
                Instruction.Create(OpCodes.Br, end),
                .. without,
            ]);
    }

    /// <summary>Puts instructions in the place of one. What jumps to it jumps to the first of them then.</summary>
    private static void Replace(MethodBody body, Instruction instruction, params Instruction[] others)
    {
        (instruction.OpCode, instruction.Operand) = (others[0].OpCode, others[0].Operand);
        var last = instruction;
        foreach (var other in others[1..])
        {
            body.GetILProcessor().InsertAfter(last, other);
            last = other;
        }
    }

    /// <returns>The site that leaves out the call, and the one that shortens it; null where there is none.</returns>
    private (WipingSite? Whole, WipingSite? Part) Describe(MethodDefinition method, Instruction call)
    {
        var point = PointOf(method, call);
        var path = point.Document.Url.Replace('\\', '/');
        var file = path[(path.LastIndexOf("/src/", StringComparison.Ordinal) + 1)..];
        if (!_sources.TryGetValue(file, out var lines))
            _sources[file] = lines = File.ReadAllLines(Path.Combine(Repository.Root, file));
        var text = string.Join(' ', lines[(point.StartLine - 1)..point.EndLine]);
        var end = text.Length - (lines[point.EndLine - 1].Length - point.EndColumn + 1);
        WipingSite Add(string suffix)
        {
            var site = new WipingSite(
                sites.Count, file, point.StartLine, $"{Name(method.DeclaringType)}.{method.Name}",
                Spaces().Replace(text[(point.StartColumn - 1)..end], " ") + suffix);
            sites.Add(site);
            return site;
        }

        return (Wipes(call) || TakesEnd(call) ? Add("") : null, TakesLength(call) ? Add(WipingSite.Shortened) : null);
    }

    /// <summary>The statement of a call; of one that the compiler adds, the first that has the variable which is disposed of.</summary>
    private static SequencePoint PointOf(MethodDefinition method, Instruction call)
    {
        var points = method.DebugInformation.SequencePoints;
        var point = points.Last(point => point.Offset <= call.Offset);
        if (!point.IsHidden)
            return point;
        var variable = Variable(call.Previous);
        var first = method.Body.Instructions.First(instruction => variable is not null && Variable(instruction) == variable);
        return points.Last(point => point.Offset <= first.Offset && !point.IsHidden);
    }

    private static int? Variable(Instruction instruction) => instruction.OpCode.Code switch
    {
        Code.Ldloc_0 or Code.Stloc_0 => 0,
        Code.Ldloc_1 or Code.Stloc_1 => 1,
        Code.Ldloc_2 or Code.Stloc_2 => 2,
        Code.Ldloc_3 or Code.Stloc_3 => 3,
        _ => (instruction.Operand as VariableDefinition)?.Index,
    };

    private static string Name(TypeDefinition type)
    {
        var name = type.Name.Split('`')[0];
        return type.DeclaringType is { } outer ? $"{Name(outer)}.{name}" : name;
    }

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
