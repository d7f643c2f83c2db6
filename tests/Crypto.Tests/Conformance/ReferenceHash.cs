using System.IO;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>A hash function of the catalogue that .NET lacks, as an object of .NET's.</summary>
internal sealed class ReferenceHash : HashAlgorithm
{
    private readonly HashFunction _function;
    private readonly MemoryStream _message = new();

    public ReferenceHash(HashFunction function)
    {
        _function = function;
        HashSizeValue = 8 * function.DigestBytes;
    }

    /// <summary>The function that has this name in the catalogue.</summary>
    public static byte[] Digest(HashFunction function, byte[] message) =>
        function.Construction is Sponge ? ReferenceSponge.Digest(function, message) : ReferenceSha2.Digest(function.Name, message);

    public static byte[] Hmac(HashFunction function, byte[] key, byte[] message)
    {
        var padded = new byte[function.BlockBytes];
        (key.Length > padded.Length ? Digest(function, key) : key).CopyTo(padded, 0);
        var inner = Digest(function, [.. padded.Select(one => (byte)(one ^ 0x36)), .. message]);
        return Digest(function, [.. padded.Select(one => (byte)(one ^ 0x5c)), .. inner]);
    }

    public override void Initialize() => _message.SetLength(0);

    protected override void HashCore(byte[] array, int ibStart, int cbSize) => _message.Write(array, ibStart, cbSize);

    protected override byte[] HashFinal()
    {
        var message = _message.ToArray();
        Initialize();
        return Digest(_function, message);
    }
}
