using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using BenchmarkDotNet.Attributes;
using ManagedCrypto.BenchmarkClasses;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Benchmarks;

/// <summary>The classes for BenchmarkDotNet, which times what they do and looks at no result.</summary>
public sealed class BenchmarkClassTests
{
    private static readonly List<Type> s_classes =
        [.. typeof(OnText).Assembly.GetExportedTypes().Where(type => type.IsSubclassOf(typeof(OnText)) && !type.IsAbstract)];

    public static TheoryData<string> Classes => [.. s_classes.Select(type => type.Name)];

    [Theory]
    [MemberData(nameof(Classes))]
    public void Baseline_and_ManagedCrypto_write_the_same(string name)
    {
        var type = s_classes.Single(type => type.Name == name);
        var methods = type.GetMethods().Where(method => method.GetCustomAttribute<BenchmarkAttribute>() is not null).ToList();
        Assert.NotEmpty(methods);
        foreach (var category in methods.GroupBy(method => method.GetCustomAttribute<BenchmarkCategoryAttribute>()?.Categories.Single()))
            foreach (var parameters in Combinations(type))
            {
                var results = category.Select(method => Run(type, method, parameters)).ToList();
                Assert.All(results, result => Assert.Contains(result, one => one != 0));
                Assert.All(results, result => Assert.Equal(results[0], result));
            }
    }

    [Fact]
    public void Category_of_two_has_DotNet_as_its_baseline()
    {
        foreach (var category in s_classes.SelectMany(type => type.GetMethods())
            .Where(method => method.GetCustomAttribute<BenchmarkAttribute>() is not null)
            .GroupBy(method => (method.DeclaringType, method.GetCustomAttribute<BenchmarkCategoryAttribute>()?.Categories.Single())))
        {
            var baselines = category.Where(method => method.GetCustomAttribute<BenchmarkAttribute>()!.Baseline).Select(method => method.Name);
            var dotNet = category.Select(method => method.Name).Where(method => method.EndsWith("DotNet", StringComparison.Ordinal));
            Assert.Equal(dotNet, baselines);
            Assert.Equal(dotNet.Count() + 1, category.Count());
        }
    }

    private static byte[] Run(Type type, MethodInfo method, Dictionary<PropertyInfo, object?> parameters)
    {
        var instance = (OnText)Activator.CreateInstance(type)!;
        foreach (var (property, value) in parameters)
            property.SetValue(instance, value);
        instance.SetUp();
        Array.Clear(instance.Result);
        method.Invoke(instance, null);
        return [.. instance.Result, .. instance.Tag];
    }

    /// <summary>Every value of one parameter with every value of the others, but for the largest text.</summary>
    private static List<Dictionary<PropertyInfo, object?>> Combinations(Type type)
    {
        IEnumerable<Dictionary<PropertyInfo, object?>> combinations = [[]];
        foreach (var property in type.GetProperties())
            if (property.GetCustomAttribute<ParamsAttribute>() is { } parameter)
                combinations = combinations.SelectMany(combination => parameter.Values.Where(value => value is not > 1024)
                    .Select(value => new Dictionary<PropertyInfo, object?>(combination) { [property] = value }));
        return [.. combinations];
    }
}
