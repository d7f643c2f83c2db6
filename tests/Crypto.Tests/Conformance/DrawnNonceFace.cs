using System;
using System.Collections.Generic;

namespace ManagedCrypto.Tests.Conformance;

internal delegate byte[] SealArraysOfKey(byte[] text, byte[]? associatedData = null);

internal delegate int SealSpansOfKey(ReadOnlySpan<byte> text, Span<byte> destination, ReadOnlySpan<byte> associatedData = default);

internal delegate byte[] SealArraysUnderKey(byte[] key, byte[] text, byte[]? associatedData = null);

internal delegate int SealSpansUnderKey(
    ReadOnlySpan<byte> key, ReadOnlySpan<byte> text, Span<byte> destination, ReadOnlySpan<byte> associatedData = default);

/// <summary>The members of an AEAD that draws the nonce of what it seals, and puts it in front.</summary>
internal sealed class DrawnNonceFace : IDisposable
{
    private readonly IDisposable _aead;

    private DrawnNonceFace(IDisposable aead)
    {
        _aead = aead;
        Seal = AeadFace.Of<SealSpansOfKey>(aead, "Seal");
        Open = AeadFace.Of<SealSpansOfKey>(aead, "Open");
        SealArrays = AeadFace.Of<SealArraysOfKey>(aead, "SealToArray");
        OpenArrays = AeadFace.Of<SealArraysOfKey>(aead, "OpenToArray");
        SealOnce = AeadFace.Static<SealSpansUnderKey>(aead.GetType(), "Seal");
        OpenOnce = AeadFace.Static<SealSpansUnderKey>(aead.GetType(), "Open");
        SealArraysOnce = AeadFace.Static<SealArraysUnderKey>(aead.GetType(), "SealToArray");
        OpenArraysOnce = AeadFace.Static<SealArraysUnderKey>(aead.GetType(), "OpenToArray");
    }

    public static IReadOnlyList<string> Names { get; } = [nameof(XAes256Gcm), nameof(XChaCha20Poly1305)];

    public SealSpansOfKey Seal { get; }

    public SealSpansOfKey Open { get; }

    public SealArraysOfKey SealArrays { get; }

    public SealArraysOfKey OpenArrays { get; }

    /// <summary>As the next three, static.</summary>
    public SealSpansUnderKey SealOnce { get; }

    public SealSpansUnderKey OpenOnce { get; }

    public SealArraysUnderKey SealArraysOnce { get; }

    public SealArraysUnderKey OpenArraysOnce { get; }

    public static DrawnNonceFace Create(string name, byte[] key) => new(
        name == nameof(XAes256Gcm) ? new XAes256Gcm(key) : new XChaCha20Poly1305(key));

    public static DrawnNonceFace Create(string name, ReadOnlySpan<byte> key) => new(
        name == nameof(XAes256Gcm) ? new XAes256Gcm(key) : new XChaCha20Poly1305(key));

    public void Dispose() => _aead.Dispose();
}
