using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>Kernels know nothing of what is above them, so that each can be read by itself.</summary>
public class LayerTests
{
    private const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    [Fact]
    public void Kernels_use_nothing_that_is_above_them()
    {
        Assert.InRange(LibraryTypes.Kernels.Length, 200, 1000);
        Assert.Empty(LibraryTypes.Kernels.SelectMany(UsedFromAbove).Distinct());
    }

    [Theory]
    [InlineData(typeof(Deriving))]
    [InlineData(typeof(Keeping))]
    [InlineData(typeof(Calling))]
    [InlineData(typeof(Taking))]
    [InlineData(typeof(Naming))]
    public void Use_from_below_is_found(Type type) => Assert.NotEmpty(UsedFromAbove(type));

    private static IEnumerable<string> UsedFromAbove(Type type) =>
        Used(type).SelectMany(Parts).Where(LibraryTypes.AboveKernels.Contains).Where(used => used.Namespace is not null).Select(used => $"{type} uses {used}");

    /// <summary>The types in what a type is, has and does; of calls, those that have what is called. What has no namespace is the compiler's.</summary>
    private static IEnumerable<Type?> Used(Type type)
    {
        yield return type.BaseType;
        foreach (var one in type.GetInterfaces())
            yield return one;
        foreach (var field in type.GetFields(All))
            yield return field.FieldType;
        foreach (var method in type.GetMembers(All).OfType<MethodBase>())
        {
            foreach (var parameter in method.GetParameters())
                yield return parameter.ParameterType;
            yield return (method as MethodInfo)?.ReturnType;
            foreach (var local in method.GetMethodBody()?.LocalVariables ?? [])
                yield return local.LocalType;
            foreach (var (opCode, operand) in IntermediateCode.Of(method))
            {
                if (opCode.OperandType is OperandType.InlineMethod or OperandType.InlineField or OperandType.InlineType or OperandType.InlineTok)
                {
                    var member = method.Module.ResolveMember(
                        operand, type.GetGenericArguments(), method.IsGenericMethod ? method.GetGenericArguments() : null);
                    yield return member as Type ?? member!.DeclaringType;
                }
            }
        }
    }

    /// <summary>A type, and what it is made of, without arguments of generic ones.</summary>
    private static IEnumerable<Type> Parts(Type? type)
    {
        while (type is { HasElementType: true })
            type = type.GetElementType();
        if (type is null)
            return [];
        return type.IsGenericType ? type.GetGenericArguments().SelectMany(Parts).Prepend(type.GetGenericTypeDefinition()) : [type];
    }

    private abstract class Deriving : StreamCore;

    private sealed class Keeping
    {
        public AesGcm[] Kept { get; } = [];
    }

    private static class Calling
    {
        public static bool Call() => CryptoProvider.Describe() is null;
    }

    private static class Taking
    {
        public static void Take(KeySlot slot) => GC.KeepAlive(slot);
    }

    private static class Naming
    {
        public static string Name() => typeof(SHA256).Name;
    }
}
