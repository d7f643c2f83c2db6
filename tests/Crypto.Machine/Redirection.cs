using System;
using System.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace ManagedCrypto.Machine;

/// <summary>Makes a copy of the library whose calls of machine code ask <see cref="Emulator"/> first.</summary>
internal static class Redirection
{
    private const string Class = "ManagedCrypto.Intrinsics.MachineCode";

    private static readonly string[] s_methods = ["CallBriefly", "CallWithTransition"];

    /// <param name="from">The assembly, with IL alone.</param>
    /// <param name="to">Where the other one is written.</param>
    public static void Write(string from, string to)
    {
        using var assembly = AssemblyDefinition.ReadAssembly(from, new() { InMemory = true });
        var module = assembly.MainModule;
        var run = module.ImportReference(typeof(Emulator).GetMethod(nameof(Emulator.TryRun)));
        var type = module.GetType(Class) ?? throw new InvalidOperationException($"{from} has no {Class}.");
        foreach (var method in s_methods.Select(name => type.Methods.Single(method => method.Name == name)))
        {
            var first = method.Body.Instructions[0];
            var il = method.Body.GetILProcessor();
            il.InsertBefore(first, il.Create(OpCodes.Ldarg_0));
            il.InsertBefore(first, il.Create(OpCodes.Ldarg_1));
            il.InsertBefore(first, il.Create(OpCodes.Call, run));
            il.InsertBefore(first, il.Create(OpCodes.Brfalse, first));
            il.InsertBefore(first, il.Create(OpCodes.Ret));
        }

        assembly.Write(to);
    }
}
