using System.Linq;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>The key of a message of XAES-256-GCM (c2sp.org/XAES-256-GCM), on numbers or on terms.</summary>
internal sealed class XAesSpecification<T, TValues>(TValues values)
    where T : unmanaged
    where TValues : IValues<T>
{
    private const int BlockBytes = 16;

    private readonly AesSpecification<T, TValues> _aes = new(values);

    /// <summary>AES-CMAC of the number of a block, the label X and the nonce's first half, for either half of the key.</summary>
    public T[] DeriveKey(T[][] keys, T[] nonce)
    {
        var subkey = _aes.DoubleSubkey(_aes.Cipher(values.Zeros(BlockBytes), keys));
        return [.. Enumerable.Range(1, 2).SelectMany(i => _aes.Cipher(values.Xor(Block(i), subkey), keys))];

        T[] Block(int number) => [values.Of(0), values.Of((byte)number), values.Of((byte)'X'), values.Of(0), .. nonce[..12]];
    }
}
