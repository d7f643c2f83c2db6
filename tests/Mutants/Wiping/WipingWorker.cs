using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>
/// A process that runs wiping cases. It reads a line for each from standard input: its number, and the numbers of the sites that are left
/// out. It writes how the case ended, what it reached, and what was found.
/// </summary>
internal sealed class WipingWorker
{
    /// <summary>The argument that makes a worker of this program; the next one is its folder.</summary>
    public const string Command = "wiping-worker";

    /// <summary>In the place of numbers: only tells which sites the case reaches.</summary>
    public const string Reach = "reach";

    /// <summary>What the test that finds a secret throws, and no other does in these tests.</summary>
    private const string FoundInMemory = "EmptyException";

    /// <summary>What the test that looks into registers says of how many calls left something; and if there was none.</summary>
    private const string FoundInRegisters = " calls leave secrets:", FoundInNone = "0 of ";

    private readonly Dictionary<int, FieldInfo> _reached = [], _removed = [];
    private readonly List<(MethodInfo Method, object?[] Arguments)> _cases = [];
    private readonly object _memoryTests, _registerTests;
    private readonly Dictionary<string, object> _uses;

    private WipingWorker(string folder)
    {
        var context = new FolderContext(folder);
        var type = context.LoadFromAssemblyName(new AssemblyName(WipingFolder.Library)).GetType(WipingRewriter.FieldsClass, throwOnError: true)!;

        // Else compiled code would ask for it where it asks for a field, and overwrite registers.
        RuntimeHelpers.RunClassConstructor(type.TypeHandle);
        type.GetField(WipingRewriter.Nothing)?.SetValue(null, (Action)(() => { }));
        foreach (var field in type.GetFields(BindingFlags.Static | BindingFlags.NonPublic))
        {
            var isReached = field.Name.StartsWith(WipingRewriter.Reached, StringComparison.Ordinal);
            var number = int.Parse(
                field.Name.AsSpan((isReached ? WipingRewriter.Reached : WipingRewriter.Removed).Length), CultureInfo.InvariantCulture);
            (isReached ? _reached : _removed).Add(number, field);
        }

        var assembly = context.LoadFromAssemblyName(new AssemblyName("Crypto.Tests"));
        Type Find(string name) => assembly.GetType("ManagedCrypto.Tests.Wiping." + name, throwOnError: true)!;
        _uses = ((IEnumerable)Find("WipingCase").GetProperty("All")!.GetValue(null)!).Cast<object>().ToDictionary(one => one.ToString()!);
        _memoryTests = Activator.CreateInstance(Find("WipingTests"))!;
        foreach (var method in WipingTrialCase.MemoryTests.Select(name => _memoryTests.GetType().GetMethod(name)!))
            _cases.AddRange(ArgumentsOf(method).Select(arguments => (method, arguments)));
        _registerTests = Activator.CreateInstance(Find("CallRegisterTests"))!;
    }

    public static int Run(string folder)
    {
        var worker = new WipingWorker(folder);
        var tiers = Rows(worker._registerTests.GetType(), "Tiers").ToArray();
        Console.Out.WriteLine(worker._cases.Count + tiers.Length);
        foreach (var (number, (method, arguments)) in worker._cases.Index())
            Console.Out.WriteLine($"{number}\t{method.Name}\t{string.Join(", ", arguments)}");
        foreach (var variables in tiers)
            Console.Out.WriteLine($"{WipingTrialCase.RegistersNumber}\t{WipingTrialCase.Registers}\t{variables[0]}");
        while (Console.In.ReadLine() is { } line)
        {
            var columns = line.Split('\t');
            var number = int.Parse(columns[0], CultureInfo.InvariantCulture);
            var result = columns[1] == Reach ? worker.RunUse(number) : worker.RunCase(number, WipingResult.Numbers(columns[1]));
            Console.Out.WriteLine(result.Line);
        }

        return 0;
    }

    private static IEnumerable<object?[]> ArgumentsOf(MethodInfo method)
    {
        var attributes = method.GetCustomAttributesData();
        if (attributes.SingleOrDefault(data => data.AttributeType.Name == "MemberDataAttribute") is { } member)
            return Rows(method.DeclaringType!, (string)member.ConstructorArguments[0].Value!);
        return attributes.Where(data => data.AttributeType.Name == "InlineDataAttribute")
            .Select(data => (IEnumerable<CustomAttributeTypedArgument>)data.ConstructorArguments[0].Value!)
            .Select(values => values.Select(value => value.Value).ToArray());
    }

    private static IEnumerable<object?[]> Rows(Type type, string property) => ((IEnumerable)type.GetProperty(property)!.GetValue(null)!).Cast<object>()
        .Select(row => (object?[])[row.GetType().GetProperty("Data")!.GetValue(row)]);

    /// <summary>Runs what a case does with a key and a text, and looks for nothing.</summary>
    private WipingResult RunUse(int number)
    {
        var name = (string)_cases[number].Arguments[0]!;
        if (!_uses.TryGetValue(name, out var one))
            return new(WipingOutcome.Broke, [], "no such case");
        var type = one.GetType();
        object Get(string property) => type.GetProperty(property)!.GetValue(one)!;
        var material = Activator.CreateInstance(type.Assembly.GetType("ManagedCrypto.Tests.Wiping.Material")!)!;
        ((Delegate)Get("Prepare")).DynamicInvoke(material);
        ForgetReached();
        (((Delegate)Get("Use")).DynamicInvoke(material) as IDisposable)?.Dispose();
        return new(WipingOutcome.Clean, Reached(), "");
    }

    private WipingResult RunCase(int number, int[] removed)
    {
        ForgetReached();
        Exception? failure = null;
        foreach (var site in removed)
            _removed[site].SetValue(null, 1);
        try
        {
            if (number == WipingTrialCase.RegistersNumber)
                _registerTests.GetType().GetMethod(WipingTrialCase.Registers)!.Invoke(_registerTests, []);
            else
                _cases[number].Method.Invoke(_memoryTests, _cases[number].Arguments);
        }
        catch (TargetInvocationException exception)
        {
            failure = exception.InnerException;
        }

        foreach (var site in removed)
            _removed[site].SetValue(null, 0);
        return new(OutcomeOf(failure), Reached(), failure?.Message ?? "");
    }

    private static WipingOutcome OutcomeOf(Exception? failure) => failure switch
    {
        null => WipingOutcome.Clean,
        { Message: var message } when failure.GetType().Name == FoundInMemory
            || (message.Contains(FoundInRegisters, StringComparison.Ordinal) && !message.StartsWith(FoundInNone, StringComparison.Ordinal))
            => WipingOutcome.Found,
        _ => WipingOutcome.Broke,
    };

    private void ForgetReached()
    {
        foreach (var field in _reached.Values)
            field.SetValue(null, 0);
    }

    private int[] Reached() => [.. _reached.Where(pair => (int)pair.Value.GetValue(null)! != 0).Select(pair => pair.Key)];

    /// <summary>Takes all that there is from one folder.</summary>
    private sealed class FolderContext(string folder) : AssemblyLoadContext("wiping")
    {
        protected override Assembly? Load(AssemblyName assemblyName) =>
            Path.Combine(folder, assemblyName.Name + ".dll") is var path && File.Exists(path) ? LoadFromAssemblyPath(path) : null;
    }
}
