using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// Overloads differ by what they take, never by whether it is an array or a span: the compiler turns one into the other, so that a
/// destination may be taken for associated data.
/// </summary>
public class OverloadTests
{
    private static readonly Type[] s_buffers = [typeof(Span<>), typeof(ReadOnlySpan<>), typeof(Memory<>), typeof(ReadOnlyMemory<>)];

    [Fact]
    public void Buffer_in_one_place_means_the_same_in_every_overload()
    {
        var ours = typeof(CryptoProvider).Assembly;
        var pairs = ours.GetExportedTypes().SelectMany(Overloads)
            .Where(pair => pair.One.DeclaringType!.Assembly == ours || pair.Other.DeclaringType!.Assembly == ours).ToList();
        TestContext.Current.TestOutputHelper?.WriteLine(pairs.Count + " pairs of overloads");
        Assert.True(pairs.Count > 900, pairs.Count + " pairs");
        Assert.Empty(pairs.SelectMany(Faults));
    }

    [Fact]
    public void Array_in_the_place_of_a_span_with_another_meaning_is_found() =>
        Assert.Equal(
            ["Planted.Seal, 2: associatedData, destination"],
            Overloads(typeof(Planted)).SelectMany(Faults));

    /// <summary>Pairs that one call might mean: members of one name, all static or none, and constructors.</summary>
    private static IEnumerable<(MethodBase One, MethodBase Other)> Overloads(Type type) =>
        type.GetMembers(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy)
            .OfType<MethodBase>().GroupBy(method => (method.Name, method.IsStatic))
            .SelectMany(group => group.SelectMany((one, i) => group.Skip(i + 1).Select(other => (one, other))));

    /// <summary>Where a buffer that a call passes means one thing to the one and another to the other.</summary>
    private static IEnumerable<string> Faults((MethodBase One, MethodBase Other) pair)
    {
        var (one, other) = (pair.One.GetParameters(), pair.Other.GetParameters());
        var most = one.Zip(other).TakeWhile(both => IsInterchangeable(both.First.ParameterType, both.Second.ParameterType)).Count();
        if (most < Math.Max(Required(one), Required(other)))
            return [];
        return one.Zip(other).Take(most)
            .Where(both => Element(both.First.ParameterType) is not null && both.First.Name != both.Second.Name)
            .Select(both => $"{pair.One.DeclaringType!.Name}.{pair.One.Name}, {both.First.Position}: {both.First.Name}, {both.Second.Name}");
    }

    private static int Required(ParameterInfo[] parameters) => parameters.Count(parameter => !parameter.IsOptional);

    private static bool IsInterchangeable(Type one, Type other) => one == other || (Element(one) is { } element && element == Element(other));

    /// <summary>What the type holds many of, or null.</summary>
    private static Type? Element(Type type) =>
        type.IsArray ? type.GetElementType()
        : type.IsGenericType && s_buffers.Contains(type.GetGenericTypeDefinition()) ? type.GetGenericArguments()[0]
        : null;

    private abstract class Planted
    {
        public abstract byte[] Seal(byte[] nonce, byte[] plaintext, byte[]? associatedData = null);

        public abstract int Seal(
            ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> destination, ReadOnlySpan<byte> associatedData = default);

        public abstract bool Equal(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right);

        public abstract bool Equal(ReadOnlySpan<byte> source, byte value);
    }
}
