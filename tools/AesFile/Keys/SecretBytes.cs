using System;

namespace ManagedCrypto.AesFile.Keys;

/// <summary>Bytes that no collection moves, and that disposal wipes.</summary>
internal sealed class SecretBytes(int length) : IDisposable
{
    private readonly byte[] _bytes = GC.AllocateArray<byte>(length, pinned: true);

    public Memory<byte> Memory { get; private set; }

    public Span<byte> Span => Memory.Span;

    /// <summary>All of them, whatever is used.</summary>
    public byte[] Room => _bytes;

    /// <summary>Only these are used from here on.</summary>
    public SecretBytes Use(Range range)
    {
        Memory = _bytes.AsMemory(range);
        return this;
    }

    public void Dispose() => CryptographicOperations.ZeroMemory(_bytes);
}
