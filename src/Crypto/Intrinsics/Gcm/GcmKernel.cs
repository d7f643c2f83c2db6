using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>AES-GCM (SP 800-38D), also from a J0 on that is given.</summary>
internal abstract unsafe class GcmKernel : AeadKernel
{
    /// <summary>Whatever runs only for long messages, if a kernel is tested in parts. The rest is no part, and tested at once.</summary>
    public const int LongMessages = 0;

    /// <summary>No kernel has a longer key.</summary>
    public const int LargestKeyBytes = 8448;

    /// <summary>Bytes of a nonce that is no hash in J0, but J0's beginning.</summary>
    public const int NonceBytes = 12;

    /// <summary>
    /// J0 of a nonce (section 7.1, step 2). Of one that has not 12 bytes it is the hash, as if of associated data, with the number of its
    /// bits for the last block. As a tag it is masked with a block encrypted, which is the tag of nothing at all.
    /// </summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void ExpandNonce(byte* key, long rounds, byte* nonce, nint nonceLength, Block128* j0)
    {
        if (nonceLength == NonceBytes)
        {
            SetJ0(j0, nonce);
            return;
        }

        AeadArguments memory;
        var arguments = &memory;
        arguments->Key = key;
        arguments->Rounds = rounds;
        arguments->AssociatedData = arguments->Source = arguments->Destination = null;
        arguments->Length = arguments->AssociatedDataLength = arguments->NonceLength = 0;
        arguments->J0 = arguments->LastBlock = default;
        Seal(arguments);
        *j0 = arguments->Tag;
        arguments->AssociatedData = nonce;
        arguments->AssociatedDataLength = nonceLength;
        arguments->LastBlock.Second = BigEndian.InMemory((ulong)nonceLength << 3);
        Seal(arguments);
        j0->First ^= arguments->Tag.First;
        j0->Second ^= arguments->Tag.Second;
        Secret.WipeInline(&arguments->Tag);
        Secret.ForgetGeneralRegisters();
    }

    /// <summary>Sets J0 and, for the last block, the lengths: each call begins with this, unless they are set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Prepare(AeadArguments* arguments)
    {
        if (arguments->NonceLength == NonceBytes)
            SetJ0(&arguments->J0, arguments->Nonce);
        else if (arguments->NonceLength != 0)
            ExpandNonce(arguments->Key, arguments->Rounds, arguments->Nonce, arguments->NonceLength, &arguments->J0);
        else
            return;
        arguments->LastBlock.First = BigEndian.InMemory((ulong)arguments->AssociatedDataLength << 3);
        arguments->LastBlock.Second = BigEndian.InMemory((ulong)arguments->Length << 3);
    }

    /// <summary>By words of 64 bits: a kernel that loads them likewise need not wait for the stores.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void SetJ0(Block128* j0, byte* nonce)
    {
        j0->First = Unsafe.ReadUnaligned<ulong>(nonce);
        j0->Second = BigEndian.InMemory(((ulong)BigEndian.Read32(nonce + 8) << 32) | 1);
    }
}
