using System;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using Xunit;
using Xunit.v3;

namespace ManagedCrypto.HostTests;

/// <summary>Finds facts and theories by their attributes, and runs them one after another on this thread.</summary>
/// <param name="include">Patterns of classes; all, if there are none.</param>
/// <param name="exclude">Patterns of classes and methods.</param>
internal sealed class TestRunner(string[] include, string[] exclude)
{
    private int _passed;
    private int _failed;
    private int _skipped;

    /// <summary>Runs what the filters leave. The last line sums up; a run without a test fails.</summary>
    /// <returns>The exit code: zero if all passed.</returns>
    public async Task<int> Run()
    {
        var watch = Stopwatch.StartNew();
        var classes = typeof(TestRunner).Assembly.GetTypes()
            .Where(type => !type.IsAbstract && IsIncluded(type.FullName!))
            .OrderBy(type => type.FullName, StringComparer.Ordinal);
        foreach (var type in classes)
        {
            foreach (var method in type.GetMethods(BindingFlags.Public | BindingFlags.Instance))
            {
                if (method.GetCustomAttribute<FactAttribute>() is { Explicit: false } fact && !IsExcluded(type.FullName + "." + method.Name))
                    await RunMethod(type, method, fact);
            }
        }

        Console.WriteLine($"{_skipped} skipped, {watch.Elapsed.TotalSeconds:0} s");
        Console.WriteLine($"{_passed} passed, {_failed} failed");
        return _failed == 0 && _passed > 0 ? 0 : 1;
    }

    private bool IsIncluded(string name) =>
        (include.Length == 0 || include.Any(pattern => Matches(name, pattern)))
        && !IsExcluded(name);

    private bool IsExcluded(string name) => exclude.Any(pattern => Matches(name, pattern));

    private static bool Matches(string name, string pattern) =>
        Regex.IsMatch(name, "^" + Regex.Escape(pattern).Replace(@"\*", ".*") + "$");

    private async Task RunMethod(Type type, MethodInfo method, FactAttribute fact)
    {
        var watch = Stopwatch.StartNew();
        var name = type.FullName + "." + method.Name;
        List<object?[]> rows = [[]];
        if (fact is TheoryAttribute)
        {
            try
            {
                rows = Rows(type, method).ToList();
                if (rows.Count == 0)
                    throw new InvalidOperationException("The theory has no data.");
            }
            catch (Exception exception)
            {
                Fail(name, exception);
                return;
            }
        }

        var before = (_passed, _failed, _skipped);
        foreach (var row in rows)
            await RunRow(type, method, row, row.Length == 0 ? name : $"{name}({string.Join(", ", row)})");
        Console.WriteLine(
            $"{name}: {_passed - before._passed} passed, {_failed - before._failed} failed, "
            + $"{_skipped - before._skipped} skipped, {watch.ElapsedMilliseconds} ms");
    }

    private async Task RunRow(Type type, MethodInfo method, object?[] row, string name)
    {
        object? instance = null;
        try
        {
            instance = Activator.CreateInstance(type);
            if (method.Invoke(instance, row) is Task task)
                await task;
            _passed++;
        }
        catch (Exception exception)
        {
            Fail(name, exception);
        }
        finally
        {
            (instance as IDisposable)?.Dispose();
        }
    }

    private void Fail(string name, Exception exception)
    {
        while (exception is TargetInvocationException or TypeInitializationException && exception.InnerException is { } inner)
            exception = inner;
        var why = exception.Message.StartsWith(DynamicSkipToken.Value, StringComparison.Ordinal)
            ? exception.Message.Substring(DynamicSkipToken.Value.Length)
            : null;
        if (why is not null && ExpectedSkips.Contain(name))
        {
            _skipped++;
            Console.WriteLine($"SKIPPED {name}: {why}");
        }
        else
        {
            _failed++;
            Console.WriteLine($"FAILED {name}: {(why is null ? exception : "skipped, which ExpectedSkips do not list: " + why)}");
        }
    }

    private static IEnumerable<object?[]> Rows(Type type, MethodInfo method)
    {
        foreach (var attribute in method.GetCustomAttributes())
        {
            switch (attribute)
            {
                case InlineDataAttribute inline:
                    yield return inline.Data;
                    break;
                case MemberDataAttributeBase member:
                    foreach (var row in (IEnumerable)Member(member.MemberType ?? type, member.MemberName))
                        yield return row is ITheoryDataRow data ? data.GetData() : (object?[])row;
                    break;
                case IDataAttribute other:
                    throw new NotSupportedException(other.GetType().Name);
            }
        }
    }

    private static object Member(Type type, string name)
    {
        const BindingFlags Static = BindingFlags.Public | BindingFlags.Static | BindingFlags.FlattenHierarchy;
        return type.GetProperty(name, Static)?.GetValue(null)
            ?? throw new MissingMemberException(type.FullName, name);
    }
}
