using System;
using System.Security.Cryptography;
using System.Threading;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <content>The key from its setting to its end, which calls on other threads may race.</content>
public sealed partial class Aes
{
    // Null until a key is set or needed, then AesKey.Disposed for good.
    private AesKey? _key;

    /// <summary>Replaces the key by a random one of <see cref="KeySize"/> bits.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override void GenerateKey() => Replace(RandomKey());

    /// <summary>Replaces the IV by a random one.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override void GenerateIV()
    {
        ThrowIfDisposed();
        Volatile.Write(ref _iv, RandomIV());
    }

#if NET10_0_OR_GREATER
    /// <inheritdoc/>
    protected override void SetKeyCore(ReadOnlySpan<byte> key) => SetCheckedKey(key);
#else
    /// <summary>Sets the key, as <see cref="Key"/> does, to a copy of what is given.</summary>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <exception cref="CryptographicException">The key is of another length.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void SetKey(ReadOnlySpan<byte> key)
    {
        Arguments.RequireAesKey(key);
        SetCheckedKey(key);
    }
#endif

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            var key = Interlocked.Exchange(ref _key, AesKey.Disposed);
            if (key is { IsDisposed: false })
                key.Dispose();
        }

        base.Dispose(disposing);
    }

    private void SetCheckedKey(ReadOnlySpan<byte> key)
    {
        Replace(new AesKey(_kernel, key));
        KeySizeValue = key.Length * 8;
    }

    private AesKey GetKey()
    {
        var key = Volatile.Read(ref _key);
        return key is null || key.IsDisposed ? GenerateIfMissing() : key;
    }

    private AesKey GenerateIfMissing()
    {
        ThrowIfDisposed();
        var fresh = RandomKey();
        var found = Interlocked.CompareExchange(ref _key, fresh, null);
        if (found is null)
            return fresh;

        fresh.Dispose();
        return GetKey();
    }

    private static byte[] RandomIV()
    {
        var iv = new byte[AesBlock.Bytes];
        RandomBytes.Fill(iv);
        return iv;
    }

    private unsafe AesKey RandomKey()
    {
        var room = stackalloc byte[32];
        var bytes = new Span<byte>(room, KeySizeValue / 8);
        using var secret = new SecretScope(room, bytes.Length);
        RandomBytes.Fill(bytes);
        return new AesKey(_kernel, bytes);
    }

    private void Replace(AesKey? fresh)
    {
        AesKey? old;
        do
        {
            old = Volatile.Read(ref _key);
            if (old is { IsDisposed: true })
            {
                fresh?.Dispose();
                ThrowReplaced();
            }
        }
        while (Interlocked.CompareExchange(ref _key, fresh, old) != old);

        old?.Dispose();
    }

    private void ThrowIfDisposed()
    {
        if (Volatile.Read(ref _key) is { IsDisposed: true })
            ThrowReplaced();
    }

    /// <summary>Fails a call during which the key went; its output is zeroed.</summary>
    private void ThrowReplaced(Span<byte> output = default)
    {
        output.Clear();
        Secret.ForgetRegisters();

        // A key is replaced before it dies: only one of a disposed object, or of a forked child's, is dead in its place.
        if (Volatile.Read(ref _key) is { } key && !key.Hold().IsAlive && Volatile.Read(ref _key) == key)
            throw new ObjectDisposedException(typeof(Aes).FullName);
        throw new CryptographicException("Another thread replaced the key during the call.");
    }
}
