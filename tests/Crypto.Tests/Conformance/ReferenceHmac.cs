using System;
using System.IO;
using System.Security.Cryptography;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>HMAC by the words of RFC 2104, section 2, with a hash function that .NET lacks, as an object of .NET's.</summary>
internal sealed class ReferenceHmac : HMAC
{
    private readonly HashFunction _function;
    private readonly MemoryStream _message = new();
    private byte[] _key;

    public ReferenceHmac(HashFunction function, byte[] key)
    {
        _function = function;
        _key = key;
        HashName = function.HashName;
        HashSizeValue = 8 * function.DigestBytes;
        BlockSizeValue = function.BlockBytes;
    }

    public override byte[] Key
    {
        get => (byte[])_key.Clone();
        set
        {
            var key = (byte[])(value ?? throw new ArgumentNullException(nameof(value))).Clone();
            _key = key.Length > _function.BlockBytes ? ReferenceHash.Digest(_function, key) : key;
            Initialize();
        }
    }

    public override void Initialize() => _message.SetLength(0);

    protected override void HashCore(byte[] rgb, int ib, int cb) => _message.Write(rgb, ib, cb);

#if NET
    protected override void HashCore(ReadOnlySpan<byte> source) => _message.Write(source);

    protected override bool TryHashFinal(Span<byte> destination, out int bytesWritten)
    {
        bytesWritten = 0;
        if (destination.Length < _function.DigestBytes)
            return false;
        HashFinal().CopyTo(destination);
        bytesWritten = _function.DigestBytes;
        return true;
    }
#endif

    protected override byte[] HashFinal()
    {
        var message = _message.ToArray();
        Initialize();
        return ReferenceHash.Hmac(_function, _key, message);
    }
}
