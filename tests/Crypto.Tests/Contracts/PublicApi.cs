using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What other assemblies can name of an assembly, a line each, sorted: its types, and below each its members.</summary>
internal static class PublicApi
{
    private static readonly NullabilityInfoContext s_nullability = new();

    private static readonly Dictionary<Type, string> s_keywords = new()
    {
        [typeof(void)] = "void",
        [typeof(object)] = "object",
        [typeof(string)] = "string",
        [typeof(bool)] = "bool",
        [typeof(byte)] = "byte",
        [typeof(int)] = "int",
        [typeof(uint)] = "uint",
        [typeof(long)] = "long",
    };

    public static IEnumerable<string> Of(Assembly assembly) => assembly.GetExportedTypes().Except(assembly.GetForwardedTypes())
        .OrderBy(type => type.FullName, StringComparer.Ordinal).SelectMany(Of)
        .Concat(assembly.GetForwardedTypes().Select(type => $"{type.FullName} (forwarded)").Order(StringComparer.Ordinal));

    public static IEnumerable<string> Of(Type type)
    {
        const BindingFlags Declared =
            BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static
            | BindingFlags.DeclaredOnly;
        var interfaces = type.GetInterfaces().Except(type.BaseType?.GetInterfaces() ?? [])
            .Select(Name).Order(StringComparer.Ordinal);
        var parents = type.BaseType is { } parent && parent != typeof(object) ? interfaces.Prepend(Name(parent)) : interfaces;
        var after = string.Join(", ", parents);
        return type.GetMembers(Declared).Select(Signature).OfType<string>().Order(StringComparer.Ordinal)
            .Select(line => "  " + line)
            .Prepend($"{Name(type)}{(after == "" ? "" : " : " + after)} ({Kind(type)})");
    }

    private static string Kind(Type type) =>
        type.IsEnum ? "enum"
        : type.IsInterface ? "interface"
        : type.IsValueType ? "struct"
        : type.IsAbstract && type.IsSealed ? "static class"
        : type.IsAbstract ? "abstract class"
        : type.IsSealed ? "sealed class"
        : "class";

    private static string? Signature(MemberInfo member) => member switch
    {
        FieldInfo field when IsVisible(field.IsPublic, field.IsFamily, field.IsFamilyOrAssembly) && !field.IsSpecialName =>
            Access(field.IsPublic) + (field.IsLiteral ? "const " : field.IsStatic ? "static " : "")
            + (field.IsInitOnly ? "readonly " : "") + Name(field.FieldType) + Mark(s_nullability.Create(field)) + " " + field.Name
            + (field.IsLiteral ? " = " + Value(field.GetRawConstantValue()) : ""),
        PropertyInfo property when property.GetAccessors(nonPublic: true).Where(IsVisible).ToArray() is [var first, ..] accessors =>
            Modifiers(first) + Name(property.PropertyType) + Mark(s_nullability.Create(property)) + " " + property.Name
            + Parameters(property.GetIndexParameters(), "[", "]") + " { "
            + string.Concat(accessors.Select(accessor => Accessor(accessor, first))) + "}",
        ConstructorInfo constructor when IsVisible(constructor) =>
            Modifiers(constructor) + ".ctor" + Parameters(constructor.GetParameters()),
        MethodInfo method when IsVisible(method) && !IsAccessor(method) =>
            Modifiers(method) + Name(method.ReturnType) + Mark(s_nullability.Create(method.ReturnParameter)) + " " + method.Name
            + (method.IsGenericMethod ? $"<{string.Join(", ", method.GetGenericArguments().Select(Name))}>" : "")
            + Parameters(method.GetParameters()),
        _ => null,
    };

    private static bool IsAccessor(MethodInfo method) =>
        method.IsSpecialName && method.Name[..4] is ("get_" or "set_");

    private static string Accessor(MethodInfo accessor, MethodInfo first) =>
        (accessor.IsPublic == first.IsPublic ? "" : "protected ") + accessor.Name[..3] + "; ";

    private static bool IsVisible(MethodBase method) => IsVisible(method.IsPublic, method.IsFamily, method.IsFamilyOrAssembly);

    private static bool IsVisible(bool isPublic, bool isFamily, bool isFamilyOrAssembly) =>
        isPublic || isFamily || isFamilyOrAssembly;

    private static string Access(bool isPublic) => isPublic ? "" : "protected ";

    private static string Modifiers(MethodBase method) => Access(method.IsPublic)
        + (method.IsStatic ? "static "
            : method.IsAbstract ? "abstract "
            : !method.IsVirtual || method is not MethodInfo info ? ""
            : info.GetBaseDefinition() != info ? method.IsFinal ? "sealed override " : "override "
            : method.IsFinal ? "" : "virtual ");

    private static string Parameters(ParameterInfo[] parameters, string open = "(", string close = ")") =>
        parameters.Length == 0 && open == "[" ? "" : open + string.Join(", ", parameters.Select(Parameter)) + close;

    private static string Parameter(ParameterInfo parameter)
    {
        var type = parameter.ParameterType;
        var before = parameter.IsDefined(typeof(ParamArrayAttribute)) ? "params "
            : !type.IsByRef ? ""
            : parameter.IsOut ? "out "
            : parameter.IsIn ? "in "
            : "ref ";
        return before + Name(type.IsByRef ? type.GetElementType()! : type) + Mark(s_nullability.Create(parameter))
            + " " + parameter.Name + (parameter.HasDefaultValue ? " = " + Value(parameter.RawDefaultValue) : "");
    }

    private static string Value(object? value) => value switch
    {
        null => "default",
        string text => $"\"{text}\"",
        _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };

    private static string Mark(NullabilityInfo info)
    {
        var type = info.Type.IsByRef ? info.Type.GetElementType()! : info.Type;
        return info.ReadState == NullabilityState.Nullable && !type.IsValueType && !type.IsGenericParameter ? "?" : "";
    }

    private static string Name(Type type) =>
        s_keywords.TryGetValue(type, out var keyword) ? keyword
        : type.IsGenericParameter ? type.Name
        : type.IsArray ? Name(type.GetElementType()!) + "[]"
        : type.IsPointer ? Name(type.GetElementType()!) + "*"
        : Nullable.GetUnderlyingType(type) is { } underlying ? Name(underlying) + "?"
        : (type.DeclaringType is { } outer ? $"{outer.FullName}." : $"{type.Namespace}.") + type.Name.Split('`')[0]
            + (type.IsGenericType ? $"<{string.Join(", ", type.GetGenericArguments().Select(Name))}>" : "");
}
