using System;
using System.Linq;
using System.Reflection;

namespace ManagedCrypto.Tests.Conformance;

internal delegate void EncryptSpans(
    ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag,
    ReadOnlySpan<byte> associatedData = default);

internal delegate void DecryptSpans(
    ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> tag, Span<byte> plaintext,
    ReadOnlySpan<byte> associatedData = default);

/// <summary>Either way; the tag is third where it is known.</summary>
internal delegate void TransformArrays(byte[] nonce, byte[] input, byte[] third, byte[] fourth, byte[]? associatedData = null);

internal delegate int SealSpans(
    ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> text, Span<byte> destination, ReadOnlySpan<byte> associatedData = default);

internal delegate byte[] SealArrays(byte[] nonce, byte[] text, byte[]? associatedData = null);

internal delegate int SealSpansOnce(
    ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> text, Span<byte> destination,
    ReadOnlySpan<byte> associatedData = default);

/// <summary>Under a nonce that is drawn.</summary>
internal delegate int SealDrawnSpans(ReadOnlySpan<byte> text, Span<byte> destination, ReadOnlySpan<byte> associatedData = default);

internal delegate int SealDrawnSpansOnce(
    ReadOnlySpan<byte> key, ReadOnlySpan<byte> text, Span<byte> destination, ReadOnlySpan<byte> associatedData = default);

internal delegate byte[] SealArraysOnce(byte[] key, byte[] nonce, byte[] text, byte[]? associatedData = null);

/// <summary>The members of an AEAD's object, ours or .NET's, found by their names: one table of calls serves all.</summary>
internal sealed class AeadFace(IDisposable aead) : IDisposable
{
    public EncryptSpans Encrypt { get; } = Of<EncryptSpans>(aead, "Encrypt");

    public DecryptSpans Decrypt { get; } = Of<DecryptSpans>(aead, "Decrypt");

    public TransformArrays EncryptArrays { get; } = Of<TransformArrays>(aead, "Encrypt");

    public TransformArrays DecryptArrays { get; } = Of<TransformArrays>(aead, "Decrypt");

    /// <summary>As the next five, ours alone.</summary>
    public SealSpans Seal => field ??= Of<SealSpans>(aead, "Seal");

    public SealSpans Open => field ??= Of<SealSpans>(aead, "Open");

    public SealDrawnSpans SealDrawn => field ??= Of<SealDrawnSpans>(aead, "Seal");

    public SealDrawnSpans OpenDrawn => field ??= Of<SealDrawnSpans>(aead, "Open");

    public SealArrays SealArrays => field ??= Of<SealArrays>(aead, "SealToArray");

    public SealArrays OpenArrays => field ??= Of<SealArrays>(aead, "OpenToArray");

    public void Dispose() => aead.Dispose();

    /// <param name="type">An AEAD.</param>
    /// <param name="name">A static member that takes what the delegate does.</param>
    /// <param name="first">What it takes before that, of this or a base type.</param>
    public static T Static<T>(Type type, string name, object? first = null)
        where T : Delegate
    {
        var parameters = ParametersOf(typeof(T).GetMethod("Invoke")!);
        var method = type.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic).Single(
            candidate => candidate.Name == name && ParametersOf(candidate) is var given
                && (first is null ? given : given.Skip(1)).SequenceEqual(parameters)
                && (first is null || given[0].IsInstanceOfType(first)));
        return (T)Delegate.CreateDelegate(typeof(T), first, method);
    }

    /// <summary>A member of an object that takes what the delegate does.</summary>
    public static T Of<T>(object target, string name)
        where T : Delegate =>
        (T)Delegate.CreateDelegate(
            typeof(T), target, target.GetType().GetMethod(name, ParametersOf(typeof(T).GetMethod("Invoke")!))!);

    private static Type[] ParametersOf(MethodInfo method) => [.. method.GetParameters().Select(parameter => parameter.ParameterType)];
}
