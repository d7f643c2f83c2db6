using System;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>Nonces of any length from one byte on.</summary>
internal static unsafe class GcmNonce
{
    /// <summary>Bytes of a nonce that is no hash in J0, but J0's beginning.</summary>
    public const int Bytes = 12;

    /// <exception cref="ArgumentException">The nonce is empty.</exception>
    public static void RequireAny(ReadOnlySpan<byte> nonce)
    {
        if (nonce.IsEmpty)
            Throw();

        static void Throw() =>
            throw new ArgumentException("It is empty: AES-GCM takes nonces of one byte and more.", nameof(nonce));
    }

    /// <summary>
    /// J0 of a nonce (SP 800-38D, section 7.1, step 2). Of one that has not 12 bytes it is the hash, as if of associated data, with
    /// the number of its bits for the lengths block. As a tag it is masked with a block encrypted, which is the tag of nothing at all.
    /// </summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Expand(GcmKernel kernel, byte* key, int rounds, ReadOnlySpan<byte> nonce, Block128* j0)
    {
        GcmArguments memory;
        var arguments = &memory;
        arguments->Key = key;
        arguments->Rounds = rounds;
        arguments->AssociatedData = arguments->Source = arguments->Destination = null;
        arguments->Length = arguments->AssociatedDataLength = 0;
        fixed (byte* bytes = nonce)
        {
            if (nonce.Length == Bytes)
            {
                arguments->Prepare(bytes);
                *j0 = arguments->J0;
                return;
            }

            arguments->J0 = arguments->LengthsBlock = default;
            kernel.Seal(arguments);
            *j0 = arguments->Tag;
            arguments->AssociatedData = bytes;
            arguments->AssociatedDataLength = nonce.Length;
            arguments->LengthsBlock.Second = BigEndian.InMemory((ulong)nonce.Length << 3);
            kernel.Seal(arguments);
        }

        j0->First ^= arguments->Tag.First;
        j0->Second ^= arguments->Tag.Second;
        Secret.WipeInline(&arguments->Tag);
        Secret.ForgetGeneralRegisters();
    }
}
