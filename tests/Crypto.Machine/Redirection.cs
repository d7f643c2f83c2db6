using System;
using System.IO;
using System.Linq;
using System.Reflection;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace ManagedCrypto.Machine;

/// <summary>Makes a copy of the library whose calls of machine code ask <see cref="Emulator"/> first, or another.</summary>
internal static class Redirection
{
    private const string Class = "ManagedCrypto.Intrinsics.MachineCode";

    private static readonly string[] s_methods = ["CallBriefly", "CallWithTransition"];

    /// <summary>Puts the copy into a program's folder, and beside it what it needs.</summary>
    /// <param name="library">The assembly, with IL alone.</param>
    /// <param name="folder">A copy of a program's.</param>
    /// <param name="asked">A static method of an address and an argument, which says whether it ran what is there.</param>
    /// <param name="needed">Assemblies that it needs, its own among them.</param>
    public static void Put(string library, string folder, MethodInfo asked, params Assembly[] needed)
    {
        Write(library, Path.Combine(folder, Path.GetFileName(library)), asked);
        foreach (var assembly in needed)
            File.Copy(assembly.Location, Path.Combine(folder, Path.GetFileName(assembly.Location)), overwrite: true);

        // A list of assemblies that does not have these would hide them.
        foreach (var list in Directory.GetFiles(folder, "*.deps.json"))
            File.Delete(list);
    }

    private static void Write(string from, string to, MethodInfo asked)
    {
        using var assembly = AssemblyDefinition.ReadAssembly(from, new() { InMemory = true });
        var module = assembly.MainModule;
        var run = module.ImportReference(asked);
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
