using System;
using System.Linq;
using System.Reflection;
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
        typeof(Kernel).Assembly.GetTypes()
            .Where(type => Methods(type).Length > 0 && !s_public.Any(name => type.FullName!.Contains(name, StringComparison.Ordinal)))
            .Select(type => type.FullName!));

    [Theory]
    [MemberData(nameof(Types))]
    public void Vectors_by_value_are_for_methods_that_are_inlined(string type) =>
        AssertAll(type, HasVectorInSignature, MethodImplAttributes.AggressiveInlining);

    [Theory]
    [MemberData(nameof(Types))]
    public void Methods_with_vectors_are_optimized_from_the_first_call_on(string type) =>
        AssertAll(type, UsesVectors, Optimized);

    private static void AssertAll(string type, Func<MethodBase, bool> condition, MethodImplAttributes oneOf)
    {
        var others = Methods(typeof(Kernel).Assembly.GetType(type, throwOnError: true)!).Where(condition)
            .Where(method => (method.MethodImplementationFlags & oneOf) == 0 && !IsConstant(method))
            .Select(method => method.Name).ToArray();
        Assert.Empty(others);
    }

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
}
