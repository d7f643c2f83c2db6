using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using ManagedCrypto.Tests.MachineCode;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>
/// Kernels in C#, and what stands right above kernels, called by themselves: whatever calls them would overwrite by its next steps what they
/// leave on the stack or in registers. All that such a call begins and ends with is in the material's memory of its own, and is there before.
/// </summary>
internal static unsafe class KernelCalls
{
    /// <summary>Where in that memory lie an expanded key, arguments, a nonce, memory of other kinds, and blocks.</summary>
    private const int Key = 0, Arguments = 16 * 1024, Nonce = 20 * 1024, Memory = 24 * 1024, Blocks = 40 * 1024;

    private const int BlockBytes = 16, KeyBytes = 32, Rounds = 14;

    /// <summary>A text whose last block lacks one byte.</summary>
    private const int EndsInPart = 335;

    private const int FrameBytes = 512;

    private delegate void KeyDerivation(AeadArguments* arguments, Block128* nonce, byte* schedule, byte* polyvalKey);

    private delegate void MessageKeyDerivation(AeadArguments* arguments, byte* messageKey, long longestMessage, byte* shortNonce);

    private delegate void NonceSetter(Material material, AeadArguments* arguments);

    private delegate KeySlot KeyKeeper(ReadOnlySpan<byte> key);

    private delegate void Thrower(Span<byte> output);

    public static IEnumerable<WipingCase> All =>
    [
        .. Algorithms.Aes.Kernels.Runnable.Where(IsCSharp).SelectMany(Aes),
        .. Algorithms.AesGcm.Kernels.Runnable.Where(IsCSharp).SelectMany(Gcm),
        .. Algorithms.AesGcmSiv.Kernels.Runnable.Where(IsCSharp).SelectMany(GcmSiv),
        .. GhashSubject.Kernels.Runnable.SelectMany(Ghash),
        .. Algorithms.ChaCha20Poly1305.Kernels.Runnable.Where(IsCSharp).SelectMany(ChaCha),
        .. AeadSubject.All.Where(aead => aead.Kernel is AegisKernel).SelectMany(Aegis),
        .. Poly1305Powers,
        .. XAesMatrix.All.Select(XAes),
        .. Algorithms.AesSiv.Runnable.Select(Siv),
        .. from function in Algorithms.Hashes
           from kernel in function.Kernels.Runnable
           where IsCSharp(kernel)
           from one in Hash(function, kernel)
           select one,
        .. from lanes in LanesSubject.Functions
           from kernel in lanes.Kernels.Runnable
           where kernel.Tier == Intrinsics.KernelTier.Intrinsics
           select Lanes(lanes, kernel),
        .. Failures,
        new("Cobblestone opening stream: keeps its key", WipingCase.Common, _ => { }, material =>
            Private<KeyKeeper>(typeof(OpeningCore), "KeepKey")(material.Key)),
    ];

    /// <summary>What an AES object draws its key by.</summary>
    public static AesKey RandomKey()
    {
        var aes = new ManagedCrypto.Aes();
        var draw = Private<Func<AesKey>>(typeof(ManagedCrypto.Aes), "RandomKey", aes);
        AesKey? key = null;
        BelowAFrame(null, _ => key = draw());
        return key!;
    }

    public static byte[] Copy(AesKey key)
    {
        var held = key.Hold();
        var copy = Secret.ToArray(new(held.Bytes, key.Bytes));
        return held.IsAlive ? copy : throw new InvalidOperationException("It was disposed of.");
    }

    /// <summary>What fails forgets all vector registers, whatever they hold.</summary>
    private static IEnumerable<WipingCase> Failures
    {
        get
        {
            if (!Registers.AreRead)
                yield break;
            WipingCase Case(string what, Action<Material> fail) => new($"{what}: one-shot that fails", WipingCase.Common, _ => { }, material =>
            {
                fail(material);
                return null;
            });

            yield return Case("wrong tag", material => Fails(material, output => FailedCall.ThrowMismatch(output)));
            yield return Case("disposed object", material => Fails(material, output => FailedCall.ThrowDisposed(output, typeof(KernelCalls))));
            yield return Case("wrong padding", material => Fails(material, _ => throw AesPadding.NotFound(PaddingMode.PKCS7)));
            yield return Case("replaced key", material =>
            {
                using var aes = new ManagedCrypto.Aes();
                aes.SetKey(material.Key);
                Fails(material, Private<Thrower>(typeof(ManagedCrypto.Aes), "ThrowReplaced", aes));
            });
        }
    }

    private static IEnumerable<WipingCase> Poly1305Powers
    {
        get
        {
            if (Vector512.IsHardwareAccelerated)
                yield return PowersIn<Vector512<uint>, ChaChaX64Lanes512>();
            if (Vector256.IsHardwareAccelerated)
                yield return PowersIn<Vector256<uint>, ChaChaX64Lanes256>();
        }
    }

    private static WipingCase PowersIn<TVector, TLanes>()
        where TVector : unmanaged
        where TLanes : struct, IPoly1305Lanes<TVector> => new(
        $"Poly1305 in {typeof(TLanes).Name}: one-shot of powers",
        (material, secrets) =>
        {
            const int MostLanes = 16;
            WipingCase.Common(material, secrets);
            Poly1305State state;
            Poly1305.Begin(&state, KeyOf(material));
            state.H0 = 1;
            for (var i = 0; i < MostLanes; i++)
            {
                Poly1305.Multiply(&state);
                secrets.Add("power of r", new(&state.H0, BlockBytes));
            }

            Secret.Wipe(&state, sizeof(Poly1305State));
        },
        material => Poly1305.Begin((Poly1305State*)material.WorkAt(Arguments), KeyOf(material)),
        material =>
        {
            BelowAFrame(material, material =>
            {
                var lanes = Poly1305Blocks<TVector, TLanes>.Align((Poly1305LanesMemory*)material.WorkAt(Memory));
                Poly1305Blocks<TVector, TLanes>.MakePowers(lanes, (Poly1305State*)material.WorkAt(Arguments));
            });
            return null;
        });

    /// <summary>The key of a message, with whatever kernels.</summary>
    private static WipingCase XAes(XAesGcm kernel)
    {
        var aead = AeadSubject.On(typeof(XAes256Gcm), kernel);
        return new(
            $"{XAesMatrix.Id(kernel)}: one-shot call, key of a message derived",
            (material, secrets) => AeadWiping.Derive(aead, material, secrets),
            material =>
            {
                kernel.ExpandKey(KeyOf(material), KeyBytes, material.WorkAt(Key), long.MaxValue);
                var arguments = (AeadArguments*)material.WorkAt(Arguments);
                arguments->Key = material.WorkAt(Key);
                arguments->Nonce = material.WorkAt(Nonce);
                byte[] nonce = [.. material.Nonce, .. material.Nonce];
                nonce.CopyTo(new Span<byte>(material.WorkAt(Nonce), nonce.Length));
            },
            material =>
            {
                Private<MessageKeyDerivation>(typeof(XAesGcm), "Derive", kernel)(
                    (AeadArguments*)material.WorkAt(Arguments), material.WorkAt(Memory), 0, material.WorkAt(Blocks));
                return null;
            });
    }

    /// <summary>A string taken into S2V, before a message that would lie in the same place.</summary>
    private static WipingCase Siv(AesSivComposed kernel) => new(
        $"{kernel.Id}: one-shot call, string absorbed",
        (material, secrets) => AeadWiping.Derive(AeadSubject.On(typeof(AesSiv), kernel), material, secrets),
        material =>
        {
            kernel.ExpandKey(KeyOf(material), KeyBytes, material.WorkAt(Key), long.MaxValue);
            material.Nonce.CopyTo(new Span<byte>(material.WorkAt(Nonce), material.Nonce.Length));
            kernel.Begin(material.WorkAt(Key), (Block128*)material.WorkAt(Blocks));
        },
        material =>
        {
            BelowAFrame(material, material => kernel.Absorb(
                material.WorkAt(Key), kernel.RoundsFor(KeyBytes), (Block128*)material.WorkAt(Blocks), material.WorkAt(Nonce), material.Nonce.Length));
            return null;
        });

    private static bool IsCSharp(Kernel kernel) => kernel.Tier != Intrinsics.KernelTier.MachineCode;

    private static IEnumerable<WipingCase> Aes(AesKernel kernel)
    {
        var derive = WipingCase.Aes(kernel)[0].Derive;
        AesOperation[] operations =
        [
            AesOperation.DecryptCfb128, AesOperation.EncryptCfb8, AesOperation.DecryptCfb8, AesOperation.TransformCtr,
            AesOperation.TransformGcmSivCtr, AesOperation.EncryptXts, AesOperation.DecryptXts,
        ];
        return
        [
            .. operations.Select(operation => new WipingCase($"{kernel.Id}: one-shot call, {operation}", Derive, material => Prepare(operation, material), material =>
            {
                // The scratch memory on the stack, as callers have it.
                var arguments = *(AesArguments*)material.WorkAt(Arguments);
                kernel.Run(operation, &arguments);
                return null;
            })),
            new($"{kernel.Id}: one-shot call, padded end", DerivePadded, Expand, material =>
            {
                Cipher(material).EncryptFinal(null, Address(material.Text), EndsInPart, Address(material.Sealed), EndsInPart + 1, PaddingMode.PKCS7);
                return null;
            }),
            new($"{kernel.Id}: one-shot call, unwrapped", derive, PrepareWrapped, material =>
            {
                BelowAFrame(material, material => AesKeyWrap.Unwrap(
                    Cipher(material), Address(material.Sealed), Material.NoPaddingBytes + 8, Address(material.Opened), isPadded: false));
                return null;
            }),
        ];

        AesCipher Cipher(Material material) => new(kernel, AesMode.Ecb, material.WorkAt(Key), Rounds);

        void Expand(Material material)
        {
            kernel.ExpandKey(KeyOf(material), KeyBytes, material.WorkAt(Key));
            kernel.ExpandDecryptionKey(material.WorkAt(Key), Rounds);
        }

        void DerivePadded(Material material, Secrets secrets)
        {
            derive(material, secrets);
            var block = Material.Pinned(BlockBytes);
            material.Text.AsSpan(EndsInPart + 1 - BlockBytes, BlockBytes).CopyTo(block);
            block[^1] = 1;
            secrets.Add("padded block", block);
            CryptographicOperations.ZeroMemory(block);
        }

        void PrepareWrapped(Material material)
        {
            Expand(material);
            AesKeyWrap.Wrap(Cipher(material), Address(material.Text), Material.NoPaddingBytes, Address(material.Sealed), isPadded: false);
        }

        void Prepare(AesOperation operation, Material material)
        {
            Expand(material);
            if (operation is AesOperation.DecryptCfb8 or AesOperation.DecryptCfb128)
            {
                Set(operation - 1, material, material.Text, material.Sealed);
                kernel.Run(operation - 1, (AesArguments*)material.WorkAt(Arguments));
                Set(operation, material, material.Sealed, material.Opened);
            }
            else
            {
                Set(operation, material, material.Text, operation == AesOperation.DecryptXts ? material.Opened : material.Sealed);
            }
        }

        static void Set(AesOperation operation, Material material, byte[] source, byte[] destination)
        {
            // The tweak of the first block is secret: here a part of the key.
            var isXts = operation is AesOperation.EncryptXts or AesOperation.DecryptXts;
            var arguments = (AesArguments*)material.WorkAt(Arguments);
            arguments->Schedule = material.WorkAt(Key);
            arguments->IV = material.WorkAt(Blocks);
            (isXts ? material.Key : material.IV).AsSpan(0, BlockBytes).CopyTo(new(arguments->IV, BlockBytes));
            arguments->Source = Address(source);
            arguments->Destination = Address(destination);
            arguments->Length = Material.NoPaddingBytes;
            arguments->Rounds = Rounds;
        }

        void Derive(Material material, Secrets secrets)
        {
            const int Tweaks = 32;
            derive(material, secrets);
            using (var derivation = new Derivation(material.Key, material, secrets))
            {
                derivation.AddCfb();
                derivation.AddGcmSivCtr();
            }

            var bytes = Material.Pinned(BlockBytes);
            var tweak = BinaryPrimitives.ReadUInt128LittleEndian(material.Key);
            for (var i = 0; i < Tweaks; i++)
            {
                BinaryPrimitives.WriteUInt128LittleEndian(bytes, tweak);
                secrets.Add("tweak", bytes);
                tweak = (tweak << 1) ^ ((tweak >> 127) * 0x87);
            }

            CryptographicOperations.ZeroMemory(bytes);
        }
    }

    private static IEnumerable<WipingCase> Gcm(GcmKernel kernel)
    {
        const int PieceBytes = 320;
        WipingCase whole = WipingCase.Gcm(kernel)[0], hashed = WipingCase.Gcm(kernel)[1];
        WipingCase Case(string what, Action<Material> prepare, Action<Material> call) =>
            Of(whole, what, prepare, call);
        WipingCase Of(WipingCase like, string what, Action<Material> prepare, Action<Material> call) => new(
            $"{kernel.Id}: one-shot call, {what}",
            (material, secrets) =>
            {
                like.Derive(material, secrets);
                secrets.Add("hash of what came before", new(&((GcmMessage*)material.WorkAt(Memory))->Hash, BlockBytes));
            },
            material =>
            {
                like.Prepare(material);
                kernel.ExpandKey(KeyOf(material), KeyBytes, material.WorkAt(Key), long.MaxValue);
                prepare(material);
            },
            material =>
            {
                call(material);
                return null;
            });

        return
        [
            Case("key expanded", _ => { }, material => kernel.ExpandKey(KeyOf(material), KeyBytes, material.WorkAt(Key), long.MaxValue)),
            Case("sealed", material => Set(material, material.Text, material.Sealed), material => kernel.Seal((AeadArguments*)material.WorkAt(Arguments))),
            Case("opened", material => Set(material, material.Sealed, material.Opened), material => kernel.Open((AeadArguments*)material.WorkAt(Arguments))),

            // As of a message in pieces, whose blocks are hashes.
            Case(
                "secret blocks hashed",
                material =>
                {
                    Set(material, material.Text, material.Sealed);
                    var arguments = (AeadArguments*)material.WorkAt(Arguments);
                    kernel.Prepare(arguments);
                    (arguments->NonceLength, arguments->Length, arguments->AssociatedDataLength) = (0, 0, BlockBytes);
                    arguments->AssociatedData = KeyOf(material);
                    material.Key.AsSpan(BlockBytes).CopyTo(new(&arguments->LastBlock, BlockBytes));
                },
                material => kernel.Seal((AeadArguments*)material.WorkAt(Arguments))),
            Of(hashed, "J0 of a hashed nonce", _ => { }, material =>
                kernel.ExpandNonce(material.WorkAt(Key), Rounds, Address(material.IV), material.IV.Length, (Block128*)material.WorkAt(Blocks))),
            Of(hashed, "blocks in pieces", Begin, material =>
                Pieces(material).Transform(Address(material.Text), Address(material.Sealed), PieceBytes, isOpening: false)),
            Of(
                hashed,
                "ciphertext in pieces",
                material =>
                {
                    Begin(material);
                    Pieces(material).AppendCiphertext(Address(material.Sealed), PieceBytes);
                },
                material => Pieces(material).AppendCiphertext(Address(material.Sealed) + 32, PieceBytes)),
        ];

        GcmPieces Pieces(Material material) => new(kernel, Rounds, material.WorkAt(Key), (GcmMessage*)material.WorkAt(Memory));

        void Begin(Material material)
        {
            var j0 = (Block128*)material.WorkAt(Blocks);
            kernel.ExpandNonce(material.WorkAt(Key), Rounds, Address(material.IV), material.IV.Length, j0);
            Pieces(material).Begin(j0);
        }

        static void Set(Material material, byte[] source, byte[] destination)
        {
            var arguments = (AeadArguments*)material.WorkAt(Arguments);
            arguments->Key = material.WorkAt(Key);
            arguments->Rounds = Rounds;
            arguments->AssociatedData = null;
            arguments->AssociatedDataLength = 0;
            arguments->Source = Address(source);
            arguments->Destination = Address(destination);
            arguments->Length = material.Text.Length;
            SetNonce(material, arguments);
        }
    }

    private static IEnumerable<WipingCase> GcmSiv(AeadKernel kernel)
    {
        var aead = AeadSubject.On(typeof(AesGcmSiv), kernel);
        WipingCase Case(string what, Action<Material> prepare, Action<Material> call) => new(
            $"{kernel.Id}: one-shot call, {what}",
            (material, secrets) => AeadWiping.Derive(aead, material, secrets),
            material =>
            {
                kernel.ExpandKey(KeyOf(material), KeyBytes, material.WorkAt(Key), long.MaxValue);
                Set(material, material.Text, material.Sealed);
                prepare(material);
            },
            material =>
            {
                call(material);
                return null;
            });

        return
        [
            Case("sealed", _ => { }, material => kernel.Seal((AeadArguments*)material.WorkAt(Arguments))),
            Case(
                "opened",
                material =>
                {
                    var arguments = (AeadArguments*)material.WorkAt(Arguments);
                    kernel.Seal(arguments);
                    var tag = arguments->Tag;
                    Set(material, material.Sealed, material.Opened);
                    *(Block128*)material.WorkAt(Blocks) = tag;
                    arguments->Given = material.WorkAt(Blocks);
                },
                material => kernel.Open((AeadArguments*)material.WorkAt(Arguments))),
            Case("keys derived", _ => { }, material => Private<KeyDerivation>(typeof(GcmSivComposed), "DeriveKeys", kernel)(
                (AeadArguments*)material.WorkAt(Arguments), (Block128*)material.WorkAt(Nonce), material.WorkAt(Memory), material.WorkAt(Memory + 4096))),
        ];

        static void Set(Material material, byte[] source, byte[] destination)
        {
            var arguments = (AeadArguments*)material.WorkAt(Arguments);
            arguments->Key = material.WorkAt(Key);
            arguments->Rounds = Rounds;
            arguments->AssociatedData = null;
            arguments->AssociatedDataLength = 0;
            arguments->Source = Address(source);
            arguments->Destination = Address(destination);
            arguments->Length = material.Text.Length;
            SetNonce(material, arguments);
        }
    }

    /// <summary>Under a subkey that is a part of the key; GHASH of what is sent, POLYVAL of a text.</summary>
    private static IEnumerable<WipingCase> Ghash(GhashKernel kernel)
    {
        WipingCase Case(string what, Action<Material> prepare, Action<Material> call) => new(
            $"{kernel.Id}: one-shot call, {what}",
            (material, secrets) =>
            {
                WipingCase.Common(material, secrets);
                using var derivation = new Derivation(material.Key, material, secrets);
                derivation.AddGhash(material.Key.AsSpan(0, BlockBytes), material.Sealed.AsSpan(0, material.Text.Length), isPolyval: false);
                derivation.AddGhash(material.Key.AsSpan(0, BlockBytes), material.Text, isPolyval: true);
                AddReversed(secrets, material.Text);
            },
            material =>
            {
                RandomNumberGenerator.Fill(material.Sealed);
                prepare(material);
            },
            material =>
            {
                call(material);
                return null;
            });

        return
        [
            Case("GHASH expanded", _ => { }, material =>
            {
                kernel.ExpandKey(KeyOf(material), material.WorkAt(Key));
                kernel.Forget();
            }),
            Case("GHASH updated", material => kernel.ExpandKey(KeyOf(material), material.WorkAt(Key)), material =>
            {
                kernel.Update(material.WorkAt(Key), material.WorkAt(Blocks), Address(material.Sealed), material.Text.Length);
                kernel.Forget();
            }),
            Case("POLYVAL expanded", _ => { }, ExpandPolyval),
            Case("POLYVAL updated", ExpandPolyval, material =>
                kernel.UpdatePolyval(material.WorkAt(Key), material.WorkAt(Blocks), Address(material.Text), material.Text.Length)),
        ];

        // As POLYVAL turns them for GHASH.
        static void AddReversed(Secrets secrets, ReadOnlySpan<byte> text)
        {
            var block = Material.Pinned(BlockBytes);
            for (; text.Length >= BlockBytes; text = text[BlockBytes..])
            {
                text[..BlockBytes].CopyTo(block);
                block.AsSpan().Reverse();
                secrets.Add("reversed block", block);
            }

            CryptographicOperations.ZeroMemory(block);
        }

        void ExpandPolyval(Material material) => kernel.ExpandPolyvalKey(KeyOf(material), material.WorkAt(Key), material.Text.Length + BlockBytes);
    }

    private static IEnumerable<WipingCase> ChaCha(ChaChaPolyKernel kernel)
    {
        const int LongBytes = 8 * 336;
        AeadSubject aead = AeadSubject.On(typeof(ChaCha20Poly1305), kernel), extended = AeadSubject.On(typeof(XChaCha20Poly1305), new XChaChaPoly(kernel));
        return
        [
            new(
                $"{kernel.Id}: one-shot call, key derived",
                (material, secrets) => AeadWiping.Derive(extended, material, secrets),
                material =>
                {
                    // As the derivation has it.
                    material.Nonce.CopyTo(new Span<byte>(material.WorkAt(Blocks), material.Nonce.Length));
                    material.Nonce.AsSpan(0, 4).CopyTo(new(material.WorkAt(Blocks) + material.Nonce.Length, 4));
                },
                material =>
                {
                    kernel.DeriveSubkey(KeyOf(material), material.WorkAt(Blocks), material.WorkAt(Memory));
                    return null;
                }),
            .. Messages(aead, LongBytes, SetNonce),
        ];
    }

    private static IEnumerable<WipingCase> Aegis(AeadSubject aead) => Messages(aead, Material.NoPaddingBytes, (material, arguments) =>
    {
        var nonce = AeadWiping.Nonce(aead, material);
        nonce.CopyTo(new Span<byte>(material.WorkAt(Nonce), nonce.Length));
        arguments->Nonce = material.WorkAt(Nonce);
        arguments->NonceLength = nonce.Length;
        arguments->TagLength = sizeof(Block128);
    });

    /// <summary>A message of some batches sealed, and opened: then whatever it is.</summary>
    private static IEnumerable<WipingCase> Messages(AeadSubject aead, int bytes, NonceSetter setNonce)
    {
        return
        [
            new($"{aead.KernelId}: one-shot call, sealed", Derive, Prepare, material =>
            {
                aead.Kernel.Seal((AeadArguments*)material.WorkAt(Arguments));
                return null;
            }),
            new($"{aead.KernelId}: one-shot call, opened", Derive, Prepare, material =>
            {
                aead.Kernel.Open((AeadArguments*)material.WorkAt(Arguments));
                return null;
            }),
        ];

        void Derive(Material material, Secrets secrets) => AeadWiping.Derive(aead, material, secrets);

        void Prepare(Material material)
        {
            var arguments = (AeadArguments*)material.WorkAt(Arguments);
            arguments->Key = KeyOf(material);
            arguments->AssociatedData = null;
            arguments->AssociatedDataLength = 0;
            arguments->Source = material.WorkAt(Memory);
            arguments->Destination = material.WorkAt(Memory + (bytes * 2));
            arguments->Length = bytes;
            for (var at = 0; at < bytes; at += Material.NoPaddingBytes)
                material.Text.AsSpan(0, Material.NoPaddingBytes).CopyTo(new(material.WorkAt(Memory + at), Material.NoPaddingBytes));
            setNonce(material, arguments);
        }
    }

    private static IEnumerable<WipingCase> Hash(HashFunction function, HashKernel kernel)
    {
        var (hash, like) = (function.With(kernel), WipingCase.Hash(function, kernel)[0]);
        return
        [
            new($"{hash.Name} on {kernel.Id}: one-shot call, extraction", like.Derive, _ => { }, material =>
            {
                HkdfSteps.Extract(hash, material.Key, material.IV, material.Opened.AsSpan(0, hash.DigestBytes));
                return null;
            }),
            new($"{hash.Name} on {kernel.Id}: one-shot call, blocks", like.Derive, PrepareBlocks, material =>
            {
                kernel.Compress((HashArguments*)material.WorkAt(Arguments));
                if (kernel.Tier == Intrinsics.KernelTier.Portable)
                    Secret.ForgetGeneralRegisters();
                return null;
            }),
            new(
                $"{hash.Name} on {kernel.Id}: one-shot call, iterations",
                (material, secrets) =>
                {
                    like.Derive(material, secrets);
                    var arguments = (Pbkdf2Arguments*)material.WorkAt(Arguments);
                    PrepareIterations(material);
                    hash.Iterate(arguments);
                    secrets.Add("result of an iteration", new(&arguments->Sum, sizeof(HashWords)));
                    PrepareIterations(material);
                },
                PrepareIterations,
                material =>
                {
                    BelowAFrame(material, material => hash.Iterate((Pbkdf2Arguments*)material.WorkAt(Arguments)));
                    return null;
                }),
        ];

        void PrepareBlocks(Material material)
        {
            var state = (HashState*)material.WorkAt(Memory);
            hash.Begin(state);
            var arguments = (HashArguments*)material.WorkAt(Arguments);
            arguments->State = &state->Chain;
            arguments->Source = Address(material.Text);
            arguments->SourceBlocks = material.Text.Length / hash.BlockBytes;
            arguments->Tail = null;
            arguments->TailBlocks = 0;
            arguments->BlockBytes = hash.BlockBytes;
        }

        static void PrepareIterations(Material material)
        {
            var arguments = (Pbkdf2Arguments*)material.WorkAt(Arguments);
            *arguments = default;
            material.Text.AsSpan(0, sizeof(HashChain)).CopyTo(new(&arguments->Inner, sizeof(HashChain)));
            material.Text.AsSpan(64, sizeof(HashChain)).CopyTo(new(&arguments->Outer, sizeof(HashChain)));
            material.Key.CopyTo(new Span<byte>(&arguments->Block, KeyBytes));
            arguments->Iterations = 1;
        }
    }

    /// <summary>All lanes have the same state and the same block, so that a vector has a word again and again.</summary>
    private static WipingCase Lanes(LanesFunction lanes, HashLanesKernel kernel)
    {
        const int StateRoom = 256;
        var blockBytes = lanes.Function.With(lanes.Function.Kernels.Best).BlockBytes;
        var isSponge = lanes.Function.Construction is not MerkleDamgard;
        var stateBytes = isSponge ? sizeof(HashChain) : sizeof(HashWords);
        var wordBytes = isSponge || blockBytes > 64 ? sizeof(ulong) : sizeof(uint);
        return new(
            $"{kernel.Id}: one-shot call, blocks of {lanes.Function.HashName}",
            (material, secrets) =>
            {
                WipingCase.Common(material, secrets);
                Prepare(material);
                AddWords(secrets, material.Text.AsSpan(0, blockBytes), isReversed: !isSponge);
                AddWords(secrets, new(StateAt(material, 0), stateBytes), isReversed: false);
                kernel.Compress((HashLanesArguments*)material.WorkAt(Arguments));
                Span<byte> state = new(StateAt(material, 0), stateBytes);
                secrets.Add("state", state);
                AddWords(secrets, state, isReversed: false);
                if (isSponge)
                    AddColumns(secrets, (ulong*)StateAt(material, 0));
                Prepare(material);
            },
            Prepare,
            material =>
            {
                kernel.Compress((HashLanesArguments*)material.WorkAt(Arguments));
                return null;
            });

        static byte* StateAt(Material material, int lane) => material.WorkAt(Memory) + (lane * StateRoom);

        void Prepare(Material material)
        {
            var arguments = (HashLanesArguments*)material.WorkAt(Arguments);
            arguments->States = (byte**)material.WorkAt(Blocks);
            arguments->Sources = arguments->States + HashLanesKernel.MaxLanes;
            arguments->Blocks = 1;
            arguments->BlockBytes = blockBytes;
            for (var lane = 0; lane < kernel.Lanes; lane++)
            {
                arguments->States[lane] = StateAt(material, lane);
                arguments->Sources[lane] = Address(material.Text);
                material.Text.AsSpan(material.Text.Length - stateBytes).CopyTo(new(arguments->States[lane], stateBytes));
            }
        }

        // The sums of columns, by which a round of Keccak begins.
        void AddColumns(Secrets secrets, ulong* state)
        {
            for (var x = 0; x < 5; x++)
            {
                var sum = state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20];
                AddWords(secrets, new(&sum, sizeof(ulong)), isReversed: false);
                sum = 0;
            }
        }

        void AddWords(Secrets secrets, ReadOnlySpan<byte> words, bool isReversed)
        {
            var piece = Material.Pinned(Secrets.PieceBytes);
            for (; words.Length >= wordBytes; words = words[wordBytes..])
            {
                words[..wordBytes].CopyTo(piece);
                if (isReversed)
                    piece.AsSpan(0, wordBytes).Reverse();
                for (var i = wordBytes; i < piece.Length; i++)
                    piece[i] = piece[i - wordBytes];
                secrets.Add("word in all lanes", piece);
            }

            CryptographicOperations.ZeroMemory(piece);
        }
    }

    /// <summary>Fails with a part of the key in every vector register.</summary>
    private static void Fails(Material material, Thrower thrower)
    {
        var key = KeyOf(material);
        try
        {
            Registers.LeaveInVectors(key);
            thrower(default);
        }
        catch (Exception exception) when (exception is CryptographicException or ObjectDisposedException)
        {
            return;
        }

        throw new InvalidOperationException("It did not fail.");
    }

    private static void SetNonce(Material material, AeadArguments* arguments)
    {
        material.Nonce.CopyTo(new Span<byte>(material.WorkAt(Nonce), material.Nonce.Length));
        arguments->Nonce = material.WorkAt(Nonce);
        arguments->NonceLength = material.Nonce.Length;
    }

    private static byte* KeyOf(Material material) => Address(material.Key);

    /// <summary>Of an array that is pinned.</summary>
    private static byte* Address(byte[] array) => (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(array, 0);

    /// <summary>
    /// Calls what leaves its registers to its caller, and overwrites these, but not what it left on the stack.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void BelowAFrame(Material? material, Action<Material> call)
    {
        var spared = stackalloc byte[FrameBytes];
        CallBelow(spared, material!, call);
        Secret.ForgetRegisters();
        Secret.ForgetGeneralRegisters();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CallBelow(byte* above, Material material, Action<Material> call)
    {
        if (above is not null)
            call(material);
    }

    private static T Private<T>(Type type, string method, object? target = null)
        where T : Delegate =>
        type.GetMethod(method, BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance)!.CreateDelegate<T>(target);
}
