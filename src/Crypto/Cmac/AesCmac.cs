using System;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>AES-CMAC (SP 800-38B, RFC 4493): codes of 16 bytes that show who knows the key, and that nothing was changed.</summary>
/// <remarks>
/// <para>
/// Keys have 16, 24 or 32 bytes. Messages may have any length and lie at any address; a destination may overlap its source.
/// Compare codes by <see cref="Verify(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>, which takes the same time
/// wherever they differ.
/// </para>
/// <para>
/// Static members may be called from many threads at once; they expand the key in each call. An instance serves one call at a
/// time: it throws <see cref="CryptographicException"/> to a second caller, and <see cref="ObjectDisposedException"/> after
/// <see cref="HashAlgorithm.Dispose()"/>, which wipes its key and state.
/// </para>
/// </remarks>
public sealed unsafe class AesCmac : KeyedHashAlgorithm
{
    /// <summary>Bits of a code.</summary>
    public const int HashSizeInBits = HashSizeInBytes * 8;

    /// <summary>Bytes of a code.</summary>
    public const int HashSizeInBytes = 16;

    private const int RandomKeyBytes = 32;

    private readonly RunningMessage<CmacEngine> _cmac;

    /// <summary>Begins a message under a random key of 32 bytes.</summary>
    public AesCmac()
    {
        var room = stackalloc byte[RandomKeyBytes];
        var key = new Span<byte>(room, RandomKeyBytes);
        using var secret = new SecretScope(room, RandomKeyBytes);
        RandomBytes.Fill(key);
        _cmac = CmacEngine.Begin(Algorithms.Aes.Kernels.Best, this, key);
        HashSizeValue = HashSizeInBits;
    }

    /// <summary>Begins a message.</summary>
    /// <param name="key">16, 24 or 32 bytes. It is copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public AesCmac(byte[] key)
        : this(Algorithms.Aes.Kernels.Best, Arguments.RequiredBytes(key, nameof(key)))
    {
    }

    internal AesCmac(AesKernel kernel, ReadOnlySpan<byte> key)
    {
        _cmac = CmacEngine.Begin(kernel, this, key);
        HashSizeValue = HashSizeInBits;
    }

    /// <summary>The key, a copy each time; setting it forgets the message so far.</summary>
    /// <exception cref="ArgumentNullException">The key is set to null; the parameter's name is <c>value</c>.</exception>
    /// <exception cref="CryptographicException">The key is set to one that has not 16, 24 or 32 bytes; the old one stays.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override byte[] Key
    {
        get => CmacEngine.GetKey(_cmac);
        set => CmacEngine.SetKey(_cmac, Arguments.RequiredBytes(value, nameof(value)));
    }

    /// <inheritdoc cref="AesCmac()"/>
    /// <returns>A new object, for the caller to dispose.</returns>
    public static new AesCmac Create() => new();

    /// <summary>Begins a message under a random key, if the name is one of AES-CMAC; capitals do not matter.</summary>
    /// <param name="algName"><c>AesCmac</c>, <c>AES-CMAC</c> or <c>ManagedCrypto.AesCmac</c>.</param>
    /// <returns>A new object, for the caller to dispose, or null if this type does not go by the name.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="algName"/> is null; the exception says <c>name</c>, as the BCL's does.
    /// </exception>
    public static new AesCmac? Create(string algName) => Algorithms.Cmac.GoesBy(algName) ? new() : null;

    /// <summary>Computes the code of a whole message.</summary>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="source">The message.</param>
    /// <returns>The code, 16 bytes.</returns>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source)
    {
        var code = new byte[HashSizeInBytes];
        HashData(key, source, code);
        return code;
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    public static byte[] HashData(byte[] key, byte[] source) =>
        HashData(Arguments.RequiredBytes(key, nameof(key)), Arguments.RequiredBytes(source, nameof(source)));

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the code in its first 16 bytes.</param>
    /// <returns>16, the number of bytes written.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than 16 bytes.</exception>
    public static int HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Arguments.RequireRoom(destination, HashSizeInBytes);
        return HashData(Algorithms.Aes.Kernels.Best, key, source, destination);
    }

    /// <summary>Computes the code of a whole message, if the destination has room for it.</summary>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the code in its first 16 bytes.</param>
    /// <param name="bytesWritten">16, or 0 if the destination is shorter than that.</param>
    /// <returns>Whether the destination has 16 bytes or more.</returns>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public static bool TryHashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
    {
        bytesWritten = destination.Length < HashSizeInBytes ? 0 : HashData(key, source, destination);
        return bytesWritten != 0;
    }

    /// <summary>Computes the code of a stream from where it stands to its end.</summary>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="source">The stream, which is left open.</param>
    /// <returns>The code, 16 bytes.</returns>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, Stream source) => HashStreams.Hash(Begin(key), source);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    public static byte[] HashData(byte[] key, Stream source) => HashData(Arguments.RequiredBytes(key, nameof(key)), source);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream)"/>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="source">The stream, which is left open.</param>
    /// <param name="destination">Receives the code in its first 16 bytes.</param>
    /// <returns>16, the number of bytes written.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, or <paramref name="destination"/> is shorter than 16 bytes.
    /// </exception>
    public static int HashData(ReadOnlySpan<byte> key, Stream source, Span<byte> destination) =>
        HashStreams.Hash(Begin(key), source, destination);

#if NET
    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream)"/>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="source">The stream, which is left open.</param>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<byte[]> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, CancellationToken cancellationToken = default) =>
        HashStreams.HashAsync(Begin(key.Span), source, cancellationToken);

    /// <inheritdoc cref="HashDataAsync(ReadOnlyMemory{byte}, Stream, CancellationToken)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    public static ValueTask<byte[]> HashDataAsync(byte[] key, Stream source, CancellationToken cancellationToken = default) =>
        HashDataAsync(new ReadOnlyMemory<byte>(Arguments.Required(key, nameof(key))), source, cancellationToken);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, Span{byte})"/>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="source">The stream, which is left open.</param>
    /// <param name="destination">Receives the code in its first 16 bytes.</param>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static ValueTask<int> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
        HashStreams.HashAsync(Begin(key.Span), source, destination, cancellationToken);
#endif

    /// <summary>Tells whether a code is that of a message, in the same time wherever it differs.</summary>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="source">The message.</param>
    /// <param name="hash">The code to verify, 16 bytes.</param>
    /// <returns>Whether it is right.</returns>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    /// <exception cref="ArgumentException"><paramref name="hash"/> has another length.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash)
    {
        Arguments.RequireSize(hash, HashSizeInBytes, nameof(hash));
        AesBlock code;
        HashData(Algorithms.Aes.Kernels.Best, key, source, new Span<byte>(&code, HashSizeInBytes));
        return AuthenticationTag.IsRight(&code, HashSizeInBytes, hash);
    }

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static bool Verify(byte[] key, byte[] source, byte[] hash) => Verify(
        Arguments.RequiredBytes(key, nameof(key)),
        Arguments.RequiredBytes(source, nameof(source)),
        Arguments.RequiredBytes(hash, nameof(hash)));

    /// <summary>Whether a code is that of a stream from where it stands to its end.</summary>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="source">The stream, which is left open.</param>
    /// <param name="hash">The code to verify, 16 bytes.</param>
    /// <returns>Whether it is right.</returns>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> cannot be read, or <paramref name="hash"/> has not 16 bytes.
    /// </exception>
    public static bool Verify(ReadOnlySpan<byte> key, Stream source, ReadOnlySpan<byte> hash)
    {
        Arguments.Required(source, nameof(source));
        Arguments.RequireSize(hash, HashSizeInBytes, nameof(hash));
        return HashStreams.Verify(Begin(key), source, hash);
    }

    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static bool Verify(byte[] key, Stream source, byte[] hash) =>
        Verify(Arguments.RequiredBytes(key, nameof(key)), source, Arguments.RequiredBytes(hash, nameof(hash)));

    /// <summary>Forgets the message so far and begins another.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override void Initialize() => _cmac.Reset();

    /// <summary>Computes the code of a whole message into a destination that has room for it.</summary>
    [SkipLocalsInit]
    internal static int HashData(AesKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Arguments.RequireAesKey(key);
        Memory memory;
        var state = (CmacState*)((byte*)&memory + (-(nint)(&memory) & (AesBlock.Bytes - 1)));
        using var secret = new SecretScope(state, CmacState.HeadBytes + kernel.EncryptionScheduleBytes);
        CmacState.SetKey(kernel, state, key);
        fixed (byte* message = &SpanStart.Of(source), code = &SpanStart.Of(destination))
        {
            CmacState.Append(kernel, state, message, source.Length);
            CmacState.Finish(kernel, state, code);
        }

        return HashSizeInBytes;
    }

    /// <inheritdoc/>
    protected override void HashCore(byte[] array, int ibStart, int cbSize) =>
        _cmac.Append(Arguments.HashInput(array, ibStart, cbSize));

    /// <inheritdoc/>
    protected override byte[] HashFinal() => _cmac.FinishAndReset();

#if NET
    /// <inheritdoc/>
    protected override void HashCore(ReadOnlySpan<byte> source) => _cmac.Append(source);

    /// <inheritdoc/>
    protected override bool TryHashFinal(Span<byte> destination, out int bytesWritten) =>
        _cmac.TryFinishAndReset(default, destination, out bytesWritten);
#else
    /// <summary>Ends the message with the source, if the destination has room, and begins another.</summary>
    /// <param name="source">The end of the message, or the whole of it.</param>
    /// <param name="destination">Receives the code in its first 16 bytes.</param>
    /// <param name="bytesWritten">16, or 0 if the destination is shorter than that.</param>
    /// <returns>Whether the destination has 16 bytes or more.</returns>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public bool TryComputeHash(ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
    {
        if (!_cmac.TryFinishAndReset(source, destination, out bytesWritten))
            return false;
        Keep(null);
        return true;
    }

    /// <summary>Computes the code of a stream from where it stands to its end.</summary>
    /// <param name="inputStream">The stream, which is left open.</param>
    /// <param name="cancellationToken">Ends the reading early.</param>
    /// <returns>The code, 16 bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="inputStream"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public Task<byte[]> ComputeHashAsync(Stream inputStream, CancellationToken cancellationToken = default) =>
        HashStreams.ComputeAsync(_cmac, inputStream, Keep, cancellationToken);
#endif

    /// <summary>Computes the code of a stream from where it stands to its end, in fewer and longer reads than the base class.</summary>
    /// <param name="inputStream">The stream, which is left open.</param>
    /// <returns>The code, 16 bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="inputStream"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public new byte[] ComputeHash(Stream inputStream) => HashStreams.Compute(_cmac, inputStream, Keep);

    private void Keep(byte[]? code)
    {
        HashValue = code;
        State = 0;
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _cmac.Dispose();
        base.Dispose(disposing);
    }

    private static RunningMessage<CmacEngine> Begin(ReadOnlySpan<byte> key) =>
        CmacEngine.Begin(Algorithms.Aes.Kernels.Best, typeof(AesCmac), key);

    /// <summary>Room for the state, whatever the kernel.</summary>
    [StackRoom]
    [StructLayout(
        LayoutKind.Sequential, Size = CmacState.HeadBytes + AesKernel.LargestEncryptionScheduleBytes + AesBlock.Bytes)]
    private struct Memory
    {
    }
}
