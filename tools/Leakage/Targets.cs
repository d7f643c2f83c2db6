using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Leakage;

/// <summary>All kernels that run here, comparisons of tags, the removal of padding, and the controls.</summary>
internal static unsafe class Targets
{
    private const int BlockBytes = 16, KeyBytes = 32, TextBytes = 64, LargestKeyBytes = 16 * 1024, Alignment = 64;

    public static IEnumerable<Target> All =>
    [
        .. Algorithms.Aes.Kernels.Runnable.SelectMany(Aes),
        .. GhashSubject.Polyvals.Runnable.SelectMany(Ghash),
        .. Algorithms.AesGcm.Kernels.Runnable.SelectMany(Gcm),
        .. Algorithms.ChaCha20Poly1305.Kernels.Runnable.SelectMany(ChaCha),
        .. Algorithms.Hashes.GroupBy(function => function.Kernels).SelectMany(
            functions => functions.Key.Runnable.Select(kernel => Hash(kernel, functions.First().BlockBytes))),
        .. Tags(),
        .. new[] { PaddingMode.PKCS7, PaddingMode.ANSIX923, PaddingMode.ISO10126 }.SelectMany(Paddings),
    ];

    private static Target[] Aes(AesKernel kernel)
    {
        byte* schedule = Memory(), used = Memory();
        kernel.ExpandKey(RandomMemory(), KeyBytes, used);
        kernel.ExpandDecryptionKey(used, AesKernel.RoundsFor(KeyBytes));
        return
        [
            new($"{kernel.Id}: key expansion, key", !kernel.IsConstantTime, KeyBytes, key =>
            {
                kernel.ExpandKey(key, KeyBytes, schedule);
                kernel.ExpandDecryptionKey(schedule, AesKernel.RoundsFor(KeyBytes));
            }),
            new($"{kernel.Id}: encryption, text", !kernel.IsConstantTime, BlockBytes, text =>
            {
                var arguments = Arguments(used, text);
                kernel.Run(AesOperation.EncryptEcb, &arguments);
            }),
            new($"{kernel.Id}: decryption, text", !kernel.IsConstantTime, BlockBytes, text =>
            {
                var arguments = Arguments(used, text);
                kernel.Run(AesOperation.DecryptEcb, &arguments);
            }),
        ];
    }

    private static AesArguments Arguments(byte* schedule, byte* text) => new()
    {
        Schedule = schedule,
        Source = text,
        Destination = text,
        Length = BlockBytes,
        Rounds = AesKernel.RoundsFor(KeyBytes),
    };

    /// <summary>GHASH, or POLYVAL by a kernel that does nothing else.</summary>
    private static Target[] Ghash(PolyvalKernel kernel)
    {
        byte* expanded = Memory(), used = Memory(), hash = Memory();
        var ghash = kernel as GhashKernel;
        Expand(RandomMemory(), used);
        return
        [
            new($"{kernel.Id}: key expansion, H", false, BlockBytes, subkey => Expand(subkey, expanded)),
            new($"{kernel.Id}: hash, text", !kernel.IsConstantTime, TextBytes, text =>
            {
                new Span<byte>(hash, BlockBytes).Clear();
                if (ghash is not null)
                    ghash.Update(used, hash, text, TextBytes);
                else
                    kernel.UpdatePolyval(used, hash, text, TextBytes);
            }),
        ];

        void Expand(byte* subkey, byte* key)
        {
            if (ghash is not null)
                ghash.ExpandKey(subkey, key);
            else
                kernel.ExpandPolyvalKey(subkey, key, long.MaxValue);
        }
    }

    private static Target[] Gcm(GcmKernel kernel)
    {
        byte* expanded = Memory(), used = Memory(), nonce = Memory();
        var arguments = (AeadArguments*)Memory();
        kernel.ExpandKey(RandomMemory(), KeyBytes, used, long.MaxValue);
        arguments->Key = used;
        arguments->Length = TextBytes;
        arguments->Rounds = AesKernel.RoundsFor(KeyBytes);
        arguments->Nonce = nonce;
        arguments->NonceLength = GcmKernel.NonceBytes;
        kernel.Prepare(arguments);

        // J0 as a nonce that has not 12 bytes makes it: a hash under H, and so a secret.
        var message = RandomMemory();
        var hashed = (AeadArguments*)Memory();
        *hashed = *arguments;
        hashed->NonceLength = 0;
        hashed->Source = hashed->Destination = message;
        return
        [
            new($"{kernel.Id}: sealing, hashed nonce", !kernel.IsConstantTime, BlockBytes, j0 =>
            {
                hashed->J0 = *(Block128*)j0;
                kernel.Seal(hashed);
            }),
            new($"{kernel.Id}: opening, hashed nonce", !kernel.IsConstantTime, BlockBytes, j0 =>
            {
                hashed->J0 = *(Block128*)j0;
                kernel.Open(hashed);
            }),
            new($"{kernel.Id}: key expansion, key", !kernel.IsConstantTime, KeyBytes, key =>
                kernel.ExpandKey(key, KeyBytes, expanded, long.MaxValue)),
            new($"{kernel.Id}: sealing, text", !kernel.IsConstantTime, TextBytes, text =>
            {
                arguments->Source = arguments->Destination = text;
                kernel.Seal(arguments);
            }),
            new($"{kernel.Id}: opening, text", !kernel.IsConstantTime, TextBytes, text =>
            {
                arguments->Source = arguments->Destination = text;
                kernel.Open(arguments);
            }),
        ];
    }

    private static Target[] ChaCha(ChaChaPolyKernel kernel)
    {
        byte* used = RandomMemory(), text = RandomMemory(), derived = Memory(), nonce = Memory();
        var arguments = (AeadArguments*)Memory();
        arguments->Nonce = nonce;
        arguments->Length = TextBytes;
        return
        [
            new($"{kernel.Id}: key derivation, key", !kernel.IsConstantTime, KeyBytes, key => kernel.DeriveSubkey(key, nonce, derived)),
            new($"{kernel.Id}: sealing, key", !kernel.IsConstantTime, KeyBytes, key =>
            {
                arguments->Key = key;
                arguments->Source = arguments->Destination = text;
                kernel.Seal(arguments);
            }),
            new($"{kernel.Id}: opening, text", !kernel.IsConstantTime, TextBytes, input =>
            {
                arguments->Key = used;
                arguments->Source = arguments->Destination = input;
                kernel.Open(arguments);
            }),
        ];
    }

    private static Target Hash(HashKernel kernel, int blockBytes)
    {
        var state = Memory();
        return new($"{kernel.Id}: one block, text", !kernel.IsConstantTime, blockBytes, text =>
        {
            var arguments = new HashArguments { State = state, Source = text, SourceBlocks = 1, Tail = text, BlockBytes = blockBytes };
            kernel.Compress(&arguments);
        });
    }

    /// <summary>A tag of 16 bytes, and after it one that is equal or differs in one byte.</summary>
    private static Target[] Tags()
    {
        static Target Compare(string name, bool leaks, Target.Code run, int? first, int? second) =>
            new(name, leaks, 2 * BlockBytes, run)
            {
                Shape = (group, tags) =>
                {
                    tags[..BlockBytes].CopyTo(tags[BlockBytes..]);
                    if ((group == 0 ? first : second) is { } wrong)
                        tags[BlockBytes + wrong] ^= 1;
                },
            };

        var answer = (bool*)Memory();
        Target.Code compare = tags => *answer = Secret.FixedTimeEquals(tags, tags + BlockBytes, BlockBytes);
        return
        [
            Compare("tag: right, or wrong in the first byte", false, compare, null, 0),
            Compare("tag: right, or wrong in the last byte", false, compare, null, BlockBytes - 1),
            Compare("tag: wrong in the first or the last byte", false, compare, 0, BlockBytes - 1),
            Compare("control: a comparison that ends with the first difference", true, tags =>
            {
                var i = 0;
                while (i < BlockBytes && tags[i] == tags[BlockBytes + i])
                    i++;
                *answer = i == BlockBytes;
            }, 0, BlockBytes - 1),
        ];
    }

    private static Target[] Paddings(PaddingMode padding)
    {
        var answer = (int*)Memory();
        Target.Code measure = tail => *answer = AesPadding.Measure((AesTail*)tail, BlockBytes, padding);
        return
        [
            new($"{padding} padding: of 1 or of 16 bytes", false, sizeof(AesTail), measure)
            {
                Shape = (group, tail) => Pad(padding, tail, group == 0 ? 1 : BlockBytes),
            },
            new($"{padding} padding: right, or wrong somewhere", false, sizeof(AesTail), measure)
            {
                Shape = (group, tail) =>
                {
                    var wrong = BlockBytes + (tail[0] % BlockBytes);
                    Pad(padding, tail, BlockBytes);
                    if (group != 0)
                        tail[wrong] ^= 0x55;
                },
            },
        ];
    }

    private static void Pad(PaddingMode padding, Span<byte> tail, int count)
    {
        tail[^count..].Fill(padding == PaddingMode.PKCS7 ? (byte)count : (byte)0);
        tail[^1] = (byte)count;
    }

    private static byte* RandomMemory()
    {
        var memory = Memory();
        new Random(2).NextBytes(new Span<byte>(memory, LargestKeyBytes));
        return memory;
    }

    /// <summary>Kept for as long as the program runs.</summary>
    private static byte* Memory()
    {
        var memory = (byte*)NativeMemory.AlignedAlloc(LargestKeyBytes, Alignment);
        new Span<byte>(memory, LargestKeyBytes).Clear();
        return memory;
    }
}
