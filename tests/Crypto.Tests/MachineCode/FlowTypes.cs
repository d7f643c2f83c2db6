using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>What <see cref="MethodFlow"/> knows of types and fields, before it has seen any code.</summary>
internal static class FlowTypes
{
    private static readonly Dictionary<Type, bool> s_isNumber = [];

    /// <summary>A field that no caller may store in what it read: of a kernel's argument struct, a public one or an address.</summary>
    public static bool IsClaimed(FieldInfo field) => field.IsDefined(typeof(PublicAttribute))
        || (field.FieldType.IsPointer && field.DeclaringType!.Name.EndsWith("Arguments", StringComparison.Ordinal));

    /// <summary>
    /// A length, a count, an address or a structure of these: what it holds is known from what is stored there. Words and bytes are
    /// without a sign; they, vectors and blocks hold keys, texts and hashes whatever is seen to be stored, for most of it is stored
    /// through pointers.
    /// </summary>
    public static bool IsNumber(Type type)
    {
        if (type.IsByRef || type.IsPointer || type.IsFunctionPointer || type.IsEnum)
            return true;
        if (type.IsGenericParameter)
            return false;
        if (!type.IsValueType || type.IsByRefLike)
            return true;
        if (type.IsPrimitive)
        {
            return Type.GetTypeCode(type) is not (
                TypeCode.Byte or TypeCode.UInt16 or TypeCode.UInt32 or TypeCode.UInt64 or TypeCode.Char) && type != typeof(nuint);
        }

        if (!s_isNumber.TryGetValue(type, out var isNumber))
        {
            var fields = type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);
            s_isNumber[type] = isNumber = fields.Length > 0 && fields.All(field => IsNumber(field.FieldType));
        }

        return isNumber;
    }

    public static bool IsNumber(FieldInfo field) => IsNumber(field.FieldType) && !field.IsDefined(typeof(SecretAttribute));

    /// <summary>Whether a value of the type is or holds an address, so that a load of it leads to memory and is no content of it.</summary>
    public static bool IsAddress(Type type) =>
        type.IsByRef || type.IsPointer || type.IsFunctionPointer || type.IsByRefLike || (!type.IsValueType && !type.IsGenericParameter);

    /// <summary>Whether a value of the type may be what lies in memory, and no description of where it lies.</summary>
    public static bool IsContent(Type type) => type.IsPrimitive || type.IsEnum || !IsNumber(type);

    /// <summary>An object is one of those that there are, whatever it was found by.</summary>
    public static bool IsObject(Type type) => type.IsGenericParameter
        ? type.GetGenericParameterConstraints().Any(constraint => constraint.IsClass && constraint != typeof(ValueType))
        : type is { IsValueType: false, IsPointer: false, IsByRef: false, IsFunctionPointer: false, IsArray: false };

    /// <summary>Whether a function that is given such a value may read a key, a text or a hash.</summary>
    public static bool LeadsToMemory(Type type) => type.IsPointer || type.IsArray || type.IsByRefLike
        || (type.IsByRef && (!IsNumber(type.GetElementType()!) || type.GetElementType()!.IsByRefLike))
        || (type.IsGenericType && type.Name.Contains("Memory`", StringComparison.Ordinal));

    /// <summary>The parameters of a method, its instance before them.</summary>
    public static Type[] Parameters(MethodBase method) =>
    [
        .. method.IsStatic ? [] : new[] { Instance(method.DeclaringType!) },
        .. method.GetParameters().Select(parameter => parameter.ParameterType),
    ];

    /// <summary>Whether one may stand for the other, as far as is known without the types that generic ones are made of.</summary>
    public static bool AreAlike(Type[] some, Type[] others) => some.Length == others.Length
        && some.Zip(others).All(pair =>
            pair.First.ContainsGenericParameters || pair.Second.ContainsGenericParameters || pair.First == pair.Second);

    private static Type Instance(Type type) => type.IsValueType ? type.MakeByRefType() : type;
}
