using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <summary>
/// Keys from a key (SP 800-108, counter mode with HMAC). A drop-in for
/// <c>System.Security.Cryptography.SP800108HmacCounterKdf</c> that needs no native library, with all hash functions that
/// <see cref="IncrementalHash"/> knows.
/// </summary>
/// <remarks>
/// Immutable after construction: any number of threads may use one object, or the static members, at once. A call that races
/// <see cref="Dispose"/>, which wipes the key, either completes under the key or throws <see cref="ObjectDisposedException"/> with
/// nothing written.
/// </remarks>
public sealed unsafe partial class SP800108HmacCounterKdf : IDisposable
{
    private readonly MessageHash _hash;
    private readonly KeySlot _slot;

    /// <summary>Takes a key.</summary>
    /// <param name="key">The key, of any length. It is copied.</param>
    /// <param name="hashAlgorithm">The hash function of the HMAC.</param>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="key"/> or the name in <paramref name="hashAlgorithm"/> is null.
    /// </exception>
    /// <exception cref="ArgumentException">The name in <paramref name="hashAlgorithm"/> is empty.</exception>
    /// <exception cref="CryptographicException"><paramref name="hashAlgorithm"/> is not a known hash function, or is MD5.</exception>
    public SP800108HmacCounterKdf(byte[] key, HashAlgorithmName hashAlgorithm)
        : this(Arguments.RequiredBytes(key, nameof(key)), hashAlgorithm)
    {
    }

    /// <inheritdoc cref="SP800108HmacCounterKdf(byte[], HashAlgorithmName)"/>
    /// <exception cref="ArgumentNullException">The name in <paramref name="hashAlgorithm"/> is null.</exception>
    public SP800108HmacCounterKdf(ReadOnlySpan<byte> key, HashAlgorithmName hashAlgorithm)
        : this(key, HashNames.RequiredForKeys(hashAlgorithm, nameof(hashAlgorithm)))
    {
    }

    internal SP800108HmacCounterKdf(ReadOnlySpan<byte> key, MessageHash hash)
    {
        _hash = hash;
        _slot = new KeySlot(sizeof(HmacState), typeof(SP800108HmacCounterKdf));
        var held = _slot.Hold();
        HmacState.SetKey(hash, (HmacState*)held.Bytes, key);
        Secret.ForgetAllRegisters();
        held.Complete();
    }

    /// <summary>Derives bytes from the key, a label and a context.</summary>
    /// <param name="label">What they are for.</param>
    /// <param name="context">What else sets them apart from others.</param>
    /// <param name="derivedKeyLengthInBytes">How many: up to 2^29 - 1.</param>
    /// <returns>The bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="label"/> or <paramref name="context"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="derivedKeyLengthInBytes"/> is negative or too large.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] DeriveKey(byte[] label, byte[] context, int derivedKeyLengthInBytes) => DeriveKey(
        Arguments.RequiredBytes(label, nameof(label)),
        Arguments.RequiredBytes(context, nameof(context)),
        derivedKeyLengthInBytes);

    /// <inheritdoc cref="DeriveKey(byte[], byte[], int)"/>
    public byte[] DeriveKey(ReadOnlySpan<byte> label, ReadOnlySpan<byte> context, int derivedKeyLengthInBytes)
    {
        var derived = new byte[CounterKdf.RequireLength(derivedKeyLengthInBytes)];
        DeriveKey(label, context, derived);
        return derived;
    }

    /// <summary>Derives bytes from the key, a label and a context.</summary>
    /// <param name="destination">Receives the bytes, whose number counts for what they are. It may overlap the other arguments.</param>
    /// <inheritdoc cref="DeriveKey(byte[], byte[], int)"/>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="destination"/> is too long.</exception>
    public void DeriveKey(ReadOnlySpan<byte> label, ReadOnlySpan<byte> context, Span<byte> destination)
    {
        CounterKdf.RequireLength(destination);
        CounterKdf.Derive(_hash, key: default, _slot, label, context, destination);
    }

    /// <summary>Derives bytes, with a label and a context in UTF-8.</summary>
    /// <inheritdoc cref="DeriveKey(byte[], byte[], int)"/>
    /// <exception cref="System.Text.EncoderFallbackException">A string has half of a surrogate pair.</exception>
    public byte[] DeriveKey(string label, string context, int derivedKeyLengthInBytes) => DeriveKey(
        Arguments.Required(label, nameof(label)).AsSpan(),
        Arguments.Required(context, nameof(context)).AsSpan(),
        derivedKeyLengthInBytes);

    /// <summary>Derives bytes, with a label and a context in UTF-8.</summary>
    /// <inheritdoc cref="DeriveKey(byte[], byte[], int)"/>
    /// <exception cref="System.Text.EncoderFallbackException">A text has half of a surrogate pair.</exception>
    public byte[] DeriveKey(ReadOnlySpan<char> label, ReadOnlySpan<char> context, int derivedKeyLengthInBytes)
    {
        var derived = new byte[CounterKdf.RequireLength(derivedKeyLengthInBytes)];
        DeriveKey(label, context, derived);
        return derived;
    }

    /// <summary>Derives bytes, with a label and a context in UTF-8.</summary>
    /// <inheritdoc cref="DeriveKey(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="System.Text.EncoderFallbackException">A text has half of a surrogate pair.</exception>
    public void DeriveKey(ReadOnlySpan<char> label, ReadOnlySpan<char> context, Span<byte> destination)
    {
        CounterKdf.RequireLength(destination);

        // Before the text is refused, as by .NET's; whether the key lasts is asked again when it is used.
        var held = _slot.Hold();
        if (!held.IsAlive)
            held.ThrowDisposed(default);
        CounterKdf.Derive(_hash, key: default, _slot, label, context, destination);
    }

    /// <summary>Wipes the key; further calls have no effect.</summary>
    public void Dispose() => _slot.Dispose();
}
