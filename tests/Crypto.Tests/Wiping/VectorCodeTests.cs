using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>
/// Vectors of secrets stay in registers. A vector that is given to a method by value, or given back, is copied to the stack, unless
/// the method is inlined; and code that is not optimized keeps every vector there.
/// </summary>
public class VectorCodeTests
{
    private const MethodImplAttributes Optimized =
        MethodImplAttributes.AggressiveInlining | MethodImplAttributes.AggressiveOptimization;

    /// <summary>Checksums are of no secrets.</summary>
    private static readonly string[] s_public = ["Crc", "Adler32"];

    public static TheoryData<string> Types => new(
        LibraryTypes.Kernels
            .Where(type => Methods(type).Length > 0 && !s_public.Any(name => type.FullName!.Contains(name, StringComparison.Ordinal)))
            .Select(type => type.FullName!));

    [Theory]
    [MemberData(nameof(Types))]
    public void Vectors_by_value_are_for_methods_that_are_inlined(string type) =>
        Assert.Empty(Others(KernelType(type), HasVectorInSignature, MethodImplAttributes.AggressiveInlining));

    [Theory]
    [MemberData(nameof(Types))]
    public void Methods_with_vectors_are_optimized_from_the_first_call_on(string type) =>
        Assert.Empty(Others(KernelType(type), UsesVectors, Optimized));

    [Fact]
    public void Methods_with_vectors_and_without_their_attribute_are_found()
    {
        Assert.Equal(
            [nameof(Example.TakesVector), nameof(Example.ReturnsVector)],
            Others(typeof(Example), HasVectorInSignature, MethodImplAttributes.AggressiveInlining));
        Assert.Equal(
            [nameof(Example.TakesVector), nameof(Example.ReturnsVector), nameof(Example.HasVector)],
            Others(typeof(Example), UsesVectors, Optimized));
    }

    private static Type KernelType(string name) => typeof(Kernel).Assembly.GetType(name, throwOnError: true)!;

    private static IEnumerable<string> Others(Type type, Func<MethodBase, bool> condition, MethodImplAttributes oneOf) => Methods(type).Where(condition)
        .Where(method => (method.MethodImplementationFlags & oneOf) == 0 && !IsConstant(method))
        .Select(method => method.Name);

    private static bool IsConstant(MethodBase method) =>
        method is { IsStatic: true, IsSpecialName: true } && method.GetParameters().Length == 0;

    private static MethodBase[] Methods(Type type)
    {
        const BindingFlags All = BindingFlags.DeclaredOnly | BindingFlags.Instance | BindingFlags.Static
            | BindingFlags.Public | BindingFlags.NonPublic;
        return [.. type.GetMethods(All).Cast<MethodBase>().Concat(type.GetConstructors(All))
            .Where(method => method.GetMethodBody() is not null)];
    }

    private static bool HasVectorInSignature(MethodBase method) =>
        method.GetParameters().Any(parameter => IsVector(parameter.ParameterType))
        || (method is MethodInfo { ReturnType: var result } && IsVector(result));

    private static bool UsesVectors(MethodBase method) =>
        HasVectorInSignature(method)
        || method.GetMethodBody()!.LocalVariables.Any(local => IsVector(local.LocalType))
        || IntermediateCode.Mentioned(method).Any(HasVectorInSignature);

    /// <summary>A vector, a type parameter that stands for one, or a structure that has one.</summary>
    private static bool IsVector(Type type) =>
        type.FullName?.StartsWith("System.Runtime.Intrinsics.Vector", StringComparison.Ordinal) == true
        || (type.IsGenericType && type.GetGenericTypeDefinition().FullName!.StartsWith(
            "System.Runtime.Intrinsics.Vector", StringComparison.Ordinal))
        || (type.IsGenericParameter && type.Name is "TVector" or "TMode" or "TSelf")
        || (type.IsValueType && !type.IsPrimitive && !type.IsEnum && type.Assembly == typeof(Kernel).Assembly
            && type.GetFields(BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public)
                .Any(field => field.FieldType != type && IsVector(field.FieldType)));

    /// <summary>Methods that break the rules, and two that keep them.</summary>
    private static class Example
    {
        public static bool TakesVector(Vector128<byte> vector) => vector == default;

        public static Vector128<byte> ReturnsVector() => default;

        public static unsafe void HasVector(byte* bytes)
        {
            var vector = Vector128.Load(bytes);
            vector.Store(bytes + 1);
            vector.Store(bytes);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool IsInlined(Vector128<byte> vector) => vector == default;

        public static int HasNone(int number) => number;
    }
}
