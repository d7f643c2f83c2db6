using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>
/// A use of keys and texts on one kernel: what it makes of them that is as secret, what is done before all (what comes from a
/// sender), and what is done. What it returns is alive, and is disposed later.
/// </summary>
internal sealed unsafe record WipingCase(
    string Name, Action<Material, Secrets> Derive, Action<Material> Prepare, Func<Material, IDisposable?> Use)
{
    /// <summary>A text that ends in 12 bytes: a word of 8 of them is looked for.</summary>
    private const int EndsInPart = 332;

    private const int LargestKeyBytes = 16 * 1024, Alignment = 64, SectorBytes = 512, DerivedBytes = 96;

    public static IEnumerable<WipingCase> All =>
    [
        .. Algorithms.AesGcm.Kernels.Runnable.SelectMany(Gcm),
        .. Algorithms.AesGcm.Kernels.Runnable.SelectMany(ChunkedEncryption),
        .. AeadWiping.All,
        .. Algorithms.Aes.Kernels.Runnable.SelectMany(Aes),
        .. from function in Hashes
           from kernel in function.Kernels.Runnable
           from one in Hash(function, kernel)
           select one,
        .. from function in Algorithms.All.OfType<XofFunction>()
           from kernel in function.Kernels.Runnable
           from one in Xof(function, kernel)
           select one,
        .. from lanes in LanesSubject.Functions
           from kernel in lanes.Kernels.Runnable
           from one in Many(lanes, kernel)
           select one,
        .. RefusedCodes.All,
        .. TextOnItsWay.All,
        .. KernelCalls.All,
    ];

    /// <summary>
    /// Of the functions that share their kernels, the one with the longest digest; at night, all. The others differ in initial values, padding
    /// and the length of the digest.
    /// </summary>
    private static IEnumerable<HashFunction> Hashes => TestBytes.AllLengths
        ? Algorithms.Hashes
        : Algorithms.Hashes.GroupBy(function => function.Kernels).Select(functions => functions.MaxBy(function => function.DigestBytes)!);

    public override string ToString() => Name;

    public static WipingCase[] Gcm(GcmKernel kernel)
    {
        var length = new Material().Text.Length;
        WipingCase Case(string what, Func<Material, IDisposable?> use) => new($"{kernel.Id}: {what}", Derive, Seal, use);

        // Of a nonce that has not 12 bytes, J0 is a hash under H.
        WipingCase OfHashedNonce(string what, Func<Material, IDisposable?> use) => new(
            $"{kernel.Id}: J0 of a hashed nonce: {what}",
            (material, secrets) => DeriveOf(material, secrets, material.IV),
            material =>
            {
                using var gcm = new AesGcm(kernel, material.Key, 16, takesAnyNonce: true);
                gcm.Seal(material.IV, material.Text, material.Sealed.AsSpan());
            },
            use);

        return
        [
            Case("seals, opens, refuses", material => Whole(material, material.Nonce)),
            OfHashedNonce("seals, opens, refuses", material => Whole(material, material.IV)),
            Case("in pieces", material => InPieces(material, material.Nonce)),
            OfHashedNonce("in pieces", material => InPieces(material, material.IV)),

            // Ends with the call that computes the tag: another one would overwrite what that leaves on the stack.
            Case("in pieces to the tag", material => OpenedInPieces(material, material.Nonce)),
            OfHashedNonce("in pieces to the tag", material => OpenedInPieces(material, material.IV)),
            Case("verifies", material => Verified(material, material.Nonce)),
            OfHashedNonce("verifies", material => Verified(material, material.IV)),
            OfHashedNonce("sealed last", material =>
            {
                var gcm = new AesGcm(kernel, material.Key, 16, takesAnyNonce: true);
                gcm.Seal(material.IV, material.Text, material.Sealed.AsSpan());
                return gcm;
            }),
            OfHashedNonce("a long piece last", material =>
            {
                var sealer = new AesGcmSealer(kernel, material.Key, material.IV, 16);
                sealer.Seal(material.Text.AsSpan(0, 320), material.Sealed);
                return sealer;
            }),
            OfHashedNonce("begun", material => new AesGcmUnverifiedOpener(kernel, material.Key, material.IV, 16)),
            Case("GMAC", material =>
            {
                var gmac = new AesGmac(kernel, material.Key);
                // A message without a text has nothing secret in it.
                gmac.VerifyHash(material.Nonce, material.Nonce, new byte[16]);
                return gmac;
            }),
            Case("one-shot seals", material =>
            {
                AesGcm.Seal(kernel, material.Key, material.Nonce, material.Text, material.Sealed, default);
                return null;
            }),
            Case("one-shot opens", material =>
            {
                var message = material.Sealed.AsSpan(0, length + 16);
                AesGcm.Open(kernel, material.Key, material.Nonce, message, material.Opened, default);
                return null;
            }),
            Case("one-shot refuses", material =>
            {
                Refused(
                    material, forged => AesGcm.Open(kernel, material.Key, material.Nonce, forged, material.Opened, default));
                return null;
            }),
        ];

        AesGcm Whole(Material material, byte[] nonce)
        {
            var gcm = new AesGcm(kernel, material.Key, 16, takesAnyNonce: true);
            gcm.Seal(nonce, material.Text, material.Sealed.AsSpan());
            gcm.Open(nonce, material.Sealed.AsSpan(0, length + 16), material.Opened.AsSpan());
            Refused(material, forged => gcm.Open(nonce, forged, material.Opened.AsSpan()));
            return gcm;
        }

        AesGcmUnverifiedOpener InPieces(Material material, byte[] nonce)
        {
            // Short ones and long ones: 357 bytes in all.
            using var sealer = new AesGcmSealer(kernel, material.Key, nonce, 16);
            sealer.Seal(material.Text.AsSpan(0, 5), material.Sealed);
            sealer.Seal(material.Text.AsSpan(5, 27), material.Sealed.AsSpan(5));
            sealer.Seal(material.Text.AsSpan(32, 300), material.Sealed.AsSpan(32));
            sealer.Seal(material.Text.AsSpan(332), material.Sealed.AsSpan(332));
            sealer.Finish(material.Sealed.AsSpan(length, 16));
            var opener = OpenedInPieces(material, nonce);
            opener.Begin(nonce);
            opener.OpenUnverified(material.Sealed.AsSpan(0, 40), material.Opened);
            return opener;
        }

        AesGcm Verified(Material material, byte[] nonce)
        {
            var gcm = new AesGcm(kernel, material.Key, 16, takesAnyNonce: true);
            gcm.Verify(nonce, material.Sealed.AsSpan(0, length), material.Sealed.AsSpan(length, 16));
            gcm.Verify(nonce, material.Sealed.AsSpan(0, 20), material.Sealed.AsSpan(length, 16));
            return gcm;
        }

        AesGcmUnverifiedOpener OpenedInPieces(Material material, byte[] nonce)
        {
            var opener = new AesGcmUnverifiedOpener(kernel, material.Key, nonce, 16);
            opener.OpenUnverified(material.Sealed.AsSpan(0, 18), material.Opened);
            opener.OpenUnverified(material.Sealed.AsSpan(18, length - 18), material.Opened.AsSpan(18));
            opener.VerifyTag(material.Sealed.AsSpan(length, 16));
            return opener;
        }

        void Seal(Material material) =>
            AesGcm.Seal(kernel, material.Key, material.Nonce, material.Text, material.Sealed, default);

        void Refused(Material material, Action<byte[]> open)
        {
            var forged = material.Sealed.AsSpan(0, length + 16).ToArray();
            forged[^1] ^= 1;
            CryptographicOperations.ZeroMemory(material.Opened);
            Throws<AuthenticationTagMismatchException>(() => open(forged));
        }

        void Derive(Material material, Secrets secrets) => DeriveOf(material, secrets, material.Nonce);

        void DeriveOf(Material material, Secrets secrets, byte[] nonce)
        {
            Common(material, secrets);
            Take(secrets, "expanded key", key =>
            {
                fixed (byte* cipherKey = material.Key)
                    kernel.ExpandKey(cipherKey, material.Key.Length, key, long.MaxValue);
            });
            using var derivation = new Derivation(material.Key, material, secrets);
            derivation.AddGcm(nonce);
        }
    }

    private static WipingCase[] ChunkedEncryption(GcmKernel kernel)
    {
        const int DerivedKeyBytes = 32, NonceBytes = 12, TagBytes = 16, ChunkBytes = 16 * 1024, FileBytes = 130 * ChunkBytes, HeaderBytes = 56, WholeLines = 352;
        WipingCase Case(string what, Func<Material, IDisposable?> use) => new($"{kernel.Id}: Cobblestone {what}", Derive, _ => { }, use);

        return
        [
            Case("sealing stream", material =>
            {
                var stream = new CobblestoneSealingStream(kernel, Stream.Null, material.Key, default, false, null, Salt(material));
                stream.Write(material.Text, 0, material.Text.Length);
                stream.Flush();
                return stream;
            }),
            Case("opening stream", material =>
            {
                var ciphertext = Seal(material);
                var stream = new CobblestoneOpeningStream(kernel, new MemoryStream(ciphertext), material.Key, default, false, null);
                stream.ReadExactly(material.Opened, 0, material.Text.Length);
                return stream;
            }),
            Case("sealing stream with a chunk and a part", material =>
            {
                var stream = new CobblestoneSealingStream(kernel, Stream.Null, material.Key, default, false, null, Salt(material));
                stream.Write(new byte[ChunkBytes], 0, ChunkBytes);
                stream.Write(material.Text, 0, WholeLines);
                stream.Flush();
                return stream;
            }),
            Case("opening stream that was refused", material =>
            {
                var ciphertext = Seal(material);
                ciphertext[HeaderBytes - 1] ^= 1;
                var stream = new CobblestoneOpeningStream(kernel, new MemoryStream(ciphertext), material.Key, default, false, null);
                Throws<AuthenticationTagMismatchException>(() => stream.ReadByte());
                return stream;
            }),
            .. kernel != Algorithms.AesGcm.Kernels.Runnable.First() ? [] : (WipingCase[])
            [new($"{kernel.Id}: Cobblestone opening stream of a file", Derive, WriteFile, material =>
            {
                // With two threads there are two buffers: one is opened while the other is read into, and has been opened itself before.
                var stream = new CobblestoneOpeningStream(
                    kernel, new FileStream(FilePath, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0), material.Key, default, false,
                    new CobblestoneOptions { Parallelism = 2 });
                var opened = new byte[ChunkBytes / 2];
                for (var left = FileBytes; left > 0; left -= opened.Length)
                    stream.ReadExactly(opened, 0, opened.Length);
                CryptographicOperations.ZeroMemory(opened);
                return stream;
            })],
            Case("opening stream that nothing was read from", material =>
                new CobblestoneOpeningStream(kernel, Stream.Null, material.Key, default, false, null)),
            Case("one-shots", material =>
            {
                var ciphertext = Seal(material);
                CobblestoneMessage.Open(kernel, material.Key, ciphertext, material.Opened, default, null);
                ciphertext[^1] ^= 1;
                CryptographicOperations.ZeroMemory(material.Opened);
                Throws<AuthenticationTagMismatchException>(
                    () => CobblestoneMessage.Open(kernel, material.Key, ciphertext, material.Opened, default, null));
                return null;
            }),
        ];

        static byte[] Salt(Material material) => [.. material.Nonce, .. material.Nonce];

        // A text at the beginning, and other bytes up to more than one buffer.
        void WriteFile(Material material)
        {
            const byte Other = 0x55;
            var chunk = Material.Pinned(ChunkBytes);
            using (var stream = new CobblestoneSealingStream(
                kernel, new FileStream(FilePath, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0), material.Key, default, false, null, Salt(material)))
            {
                for (var left = FileBytes; left > 0; left -= ChunkBytes)
                {
                    chunk.AsSpan().Fill(Other);
                    if (left == FileBytes)
                        material.Text.CopyTo(chunk, 0);
                    stream.Write(chunk, 0, ChunkBytes);
                }

                stream.Complete();
            }
        }

        byte[] Seal(Material material)
        {
            var ciphertext = new byte[Cobblestone.GetCiphertextLength(material.Text.Length)];
            CobblestoneMessage.Seal(kernel, material.Key, material.Text, ciphertext, default, null, Salt(material));
            return ciphertext;
        }

        void Derive(Material material, Secrets secrets)
        {
            Common(material, secrets);
            var derived = Material.Pinned(DerivedKeyBytes + NonceBytes);
            byte[] info = [.. "c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0"u8, .. Salt(material)];
            HkdfSteps.Expand(Algorithms.Sha512.Best, material.Key, derived, info);
            var (key, nonce) = (derived.AsMemory(0, DerivedKeyBytes), derived.AsMemory(DerivedKeyBytes));
            secrets.Add("key of the message", key.Span);
            Take(secrets, "expanded key of the message", expanded =>
            {
                fixed (byte* cipherKey = key.Span)
                    kernel.ExpandKey(cipherKey, DerivedKeyBytes, expanded, long.MaxValue);
            });
            var length = material.Text.Length;
            AesGcm.Seal(kernel, key.Span, nonce.Span, material.Text, material.Sealed.AsSpan(0, length + TagBytes), default);
            using (var derivation = new Derivation(key.Span, material, secrets))
                derivation.AddGcm(nonce.Span);
            CryptographicOperations.ZeroMemory(derived);
        }
    }

    public static WipingCase[] Aes(AesKernel kernel)
    {
        (string Name, ModeCall Encrypt, ModeCall Decrypt)[] modes =
        [
            ("ECB", (aes, text, _, to) => aes.EncryptEcb(text, to, PaddingMode.PKCS7), (aes, text, _, to) => aes.DecryptEcb(text, to, PaddingMode.PKCS7)),
            ("CBC", (aes, text, iv, to) => aes.EncryptCbc(text, iv, to), (aes, text, iv, to) => aes.DecryptCbc(text, iv, to)),
            ("CFB-8", (aes, text, iv, to) => aes.EncryptCfb(text, iv, to), (aes, text, iv, to) => aes.DecryptCfb(text, iv, to)),
            (
                "CFB-128",
                (aes, text, iv, to) => aes.EncryptCfb(text, iv, to, PaddingMode.PKCS7, 128),
                (aes, text, iv, to) => aes.DecryptCfb(text, iv, to, PaddingMode.PKCS7, 128)),
        ];
        WipingCase Case(string what, Func<Material, IDisposable?> use) => new($"{kernel.Id}: {what}", Derive, _ => { }, use);

        return
        [
            // Each call as the last one: another would overwrite what it leaves on the stack.
            .. modes.Select(mode => Case($"{mode.Name} encrypted", material =>
            {
                var aes = Keyed(material);
                mode.Encrypt(aes, material.Text, material.IV, material.Sealed);
                return aes;
            })),
            .. modes.Select(mode => Case($"{mode.Name} decrypted", material =>
            {
                var aes = Keyed(material);
                var bytes = mode.Encrypt(aes, material.Text, material.IV, material.Sealed);
                mode.Decrypt(aes, material.Sealed.AsSpan(0, bytes), material.IV, material.Opened);
                return aes;
            })),
            Case("padding refused", material =>
            {
                var aes = Keyed(material);
                var bytes = aes.EncryptEcb(material.Text.AsSpan(0, Material.NoPaddingBytes), material.Sealed, PaddingMode.None);
                Throws<CryptographicException>(
                    () => aes.DecryptEcb(material.Sealed.AsSpan(0, bytes), material.Opened, PaddingMode.PKCS7));
                return aes;
            }),
            Case("key wrapped", material =>
            {
                var aes = Keyed(material);
                aes.EncryptKeyWrapPadded(material.Text, material.Sealed.AsSpan(0, 368));
                aes.EncryptKeyWrap(material.Text.AsSpan(0, Material.NoPaddingBytes), material.Sealed.AsSpan(0, Material.NoPaddingBytes + 8));
                return aes;
            }),
            Case("key unwrapped", material =>
            {
                var aes = Keyed(material);
                var wrapped = material.Sealed.AsSpan(0, 368);
                aes.EncryptKeyWrapPadded(material.Text, wrapped);
                aes.DecryptKeyWrapPadded(wrapped, material.Opened);
                wrapped = material.Sealed.AsSpan(0, Material.NoPaddingBytes + 8);
                aes.EncryptKeyWrap(material.Text.AsSpan(0, Material.NoPaddingBytes), wrapped);
                aes.DecryptKeyWrap(wrapped, material.Opened);
                return aes;
            }),
            Case("transforms", material =>
            {
                using var aes = new ManagedCrypto.Aes(kernel);
                aes.SetKey(material.Key);
                aes.IV = material.IV;
                var encryptor = aes.CreateEncryptor();
                encryptor.TransformBlock(material.Text, 0, 320, material.Sealed, 0);
                encryptor.TransformFinalBlock(material.Text, 320, 37).CopyTo(material.Sealed, 320);
                encryptor.Dispose();
                var decryptor = aes.CreateDecryptor();
                decryptor.TransformBlock(material.Sealed, 0, 320, material.Opened, 0);
                return decryptor;
            }),
            Case("transform that ended", material =>
            {
                using var aes = Keyed(material);
                aes.IV = material.IV;
                var bytes = aes.EncryptCbc(material.Text.AsSpan(0, EndsInPart), material.IV, material.Sealed);
                var decryptor = aes.CreateDecryptor();
                byte[] text = [];
                KernelCalls.BelowAFrame(material, material => text = decryptor.TransformFinalBlock(material.Sealed, 0, bytes));
                CryptographicOperations.ZeroMemory(text);
                return decryptor;
            }),
            Case("counter mode", material =>
            {
                var ctr = new AesCtr(kernel, material.Key);
                ctr.Transform(material.IV, material.Text, material.Sealed.AsSpan(), 5);
                using var transform = ctr.CreateTransform(material.IV);
                transform.TransformBlock(material.Text, 0, material.Text.Length, material.Sealed, 0);
                return ctr;
            }),
            Case("counter mode, copied", material =>
            {
                using var ctr = new AesCtr(kernel, material.Key);
                return ctr.CreateTransform(material.IV);
            }),
            Case("counter mode stream", material =>
            {
                var stream = new AesCtrStream(kernel, new MemoryStream(), material.Key, material.IV, leaveOpen: false, position: 0);
                stream.Write(material.Text, 0, material.Text.Length);
                stream.Position = 5;
                stream.ReadExactly(material.Opened, 0, material.Text.Length - 5);
                return stream;
            }),
            Case("CBC streams", material =>
            {
                var beneath = new MemoryStream();
                using (var encrypting = new AesCbcEncryptingStream(
                    kernel, beneath, material.Key, material.IV, PaddingMode.PKCS7, leaveOpen: true))
                {
                    encrypting.Write(material.Text, 0, material.Text.Length);
                    encrypting.Complete();
                }

                beneath.Position = 0;
                var decrypting = new AesCbcDecryptingStream(
                    kernel, beneath, material.Key, material.IV, PaddingMode.PKCS7, leaveOpen: false);
                decrypting.Position = 5;
                decrypting.ReadExactly(material.Opened, 0, material.Text.Length - 5);
                decrypting.Position = 5;
                decrypting.ReadExactly(material.Opened, 0, 10);
                return decrypting;
            }),
            Case("CBC stream that was asked for its length", material =>
            {
                var aes = Keyed(material);
                var bytes = aes.EncryptCbc(material.Text.AsSpan(0, EndsInPart), material.IV, material.Sealed);
                aes.Dispose();
                var decrypting = new AesCbcDecryptingStream(
                    kernel, new MemoryStream(material.Sealed, 0, bytes), material.Key, material.IV, PaddingMode.PKCS7, leaveOpen: false);
                if (decrypting.Length != EndsInPart)
                    throw new InvalidOperationException("It has another length.");
                return decrypting;
            }),
            Case("CBC stream that waits for a block", material =>
            {
                var encrypting = new AesCbcEncryptingStream(
                    kernel, new MemoryStream(), material.Key, material.IV, PaddingMode.PKCS7, leaveOpen: false);
                encrypting.Write(material.Text, 0, 331);
                return encrypting;
            }),
            Case("CMAC", material =>
            {
                var cmac = new AesCmac(kernel, material.Key);
                cmac.TransformBlock(material.Text, 0, 320, null, 0);
                return cmac;
            }),
            Case("one-shot CMAC", material =>
            {
                AesCmac.HashData(kernel, material.Key, material.Text, new byte[16]);
                return null;
            }),
            Case("one-shot counter mode", material =>
            {
                AesCtr.Transform(kernel, material.Key, material.IV, material.Text, material.Sealed, 5);
                return null;
            }),
            new($"{kernel.Id}: XTS", DeriveXts, _ => { }, material =>
            {
                var xts = new AesXts(kernel, material.Key);
                xts.Encrypt(material.IV, material.Text, material.Sealed.AsSpan());
                xts.Decrypt(material.IV, material.Sealed.AsSpan(0, material.Text.Length), material.Opened.AsSpan());
                return xts;
            }),
            new($"{kernel.Id}: XTS, encrypted last", DeriveXts, _ => { }, material =>
            {
                var xts = new AesXts(kernel, material.Key);
                xts.Encrypt(material.IV, material.Text.AsSpan(0, EndsInPart), material.Sealed.AsSpan());
                return xts;
            }),
            new($"{kernel.Id}: XTS stream", DeriveXts, MakeSectorNumber, material =>
            {
                var first = BinaryPrimitives.ReadInt64LittleEndian(material.IV);
                var stream = new AesXtsStream(kernel, new MemoryStream(), material.Key, SectorBytes, firstSector: first);
                stream.Write(material.Text, 0, material.Text.Length);
                stream.Flush();
                stream.Position = SectorBytes;
                stream.WriteByte(1);
                stream.Position = 0;
                stream.ReadExactly(material.Opened, 0, material.Text.Length);
                return stream;
            }),
            new($"{kernel.Id}: XTS stream, sectors that go straight through", DeriveXts, MakeSectorNumber, material =>
            {
                var first = BinaryPrimitives.ReadInt64LittleEndian(material.IV);
                var stream = new AesXtsStream(kernel, new MemoryStream(), material.Key, SectorBytes, firstSector: first);
                stream.WriteByte(1);
                stream.Position = 0;
                material.Text.CopyTo(material.Work, SectorBytes);
                stream.Write(material.Work, 0, 2 * SectorBytes);
                stream.Position = 0;
                stream.ReadExactly(material.Work, 0, 2 * SectorBytes);
                return stream;
            }),
        ];

        ManagedCrypto.Aes Keyed(Material material)
        {
            var aes = new ManagedCrypto.Aes(kernel);
            aes.SetKey(material.Key);
            return aes;
        }

        void Derive(Material material, Secrets secrets)
        {
            Common(material, secrets);
            AddExpanded(secrets, material.Key);
            using var derivation = new Derivation(material.Key, material, secrets);
            derivation.AddCtr();
            derivation.AddCfb();
            derivation.AddCmac();
        }

        // Two keys: of the data, and of the tweak.
        void DeriveXts(Material material, Secrets secrets)
        {
            Common(material, secrets);
            var half = material.Key.Length / 2;
            AddExpanded(secrets, material.Key.AsSpan(0, half));
            AddExpanded(secrets, material.Key.AsSpan(half));
            using var derivation = new Derivation(material.Key.AsSpan(half), material, secrets);
            derivation.AddXts();
        }

        // The tweak of a sector: 8 little-endian bytes, and zeros. Sectors after it have numbers, too.
        static void MakeSectorNumber(Material material)
        {
            material.IV.AsSpan(sizeof(long)).Clear();
            material.IV[sizeof(long) - 1] &= 0x3F;
        }

        void AddExpanded(Secrets secrets, Span<byte> key)
        {
            // Pinned, as all of the material.
            var (cipherKey, bytes) = ((nint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(key)), key.Length);
            Take(secrets, "expanded key", schedule =>
            {
                kernel.ExpandKey((byte*)cipherKey, bytes, schedule);
                kernel.ExpandDecryptionKey(schedule, AesKernel.RoundsFor(bytes));
            });
        }
    }

    private static WipingCase[] Many(LanesFunction lanes, HashLanesKernel kernel)
    {
        var (many, digests) = (lanes.With(kernel), new byte[32 * 64]);
        return
        [
            .. Hash(lanes.Function, lanes.Function.Kernels.Best).Take(1).Select(one => new WipingCase(
                $"{kernel.Id}: one-shot of messages of one length", one.Derive, one.Prepare, material =>
                {
                    many.Hash(material.Text.AsSpan(0, material.Text.Length & -16), material.Text.Length / 16, digests);
                    many.Hash(material.Text, material.Text.Length, digests);
                    return null;
                })),
            .. Hash(lanes.Function, lanes.Function.Kernels.Best).Take(1).Select(one => new WipingCase(
                $"{kernel.Id}: one-shot of a list", one.Derive, one.Prepare, material =>
                {
                    many.Hash([.. Enumerable.Range(0, 20).Select(i => material.Text.AsMemory(0, material.Text.Length - i))], digests);
                    return null;
                })),
        ];
    }

    public static WipingCase[] Hash(HashFunction function, HashKernel kernel)
    {
        var hash = function.With(kernel);
        var digest = new byte[64];
        WipingCase Case(string what, Func<Material, IDisposable?> use) =>
            new($"{hash.Name} on {kernel.Id}: {what}", Derive, _ => { }, use);

        return
        [
            Case("hash", material =>
            {
                var incremental = new IncrementalHash(hash);
                incremental.AppendData(material.Text);
                incremental.GetCurrentHash(digest);
                return incremental;
            }),
            Case("hash of what ends in a part of a line", material =>
            {
                var incremental = new IncrementalHash(hash);
                incremental.AppendData(material.Text.AsSpan(0, EndsInPart));
                return incremental;
            }),
            Case("one-shot hash", material =>
            {
                hash.Hash(material.Text, digest);
                return null;
            }),
            Case("HMAC", material =>
            {
                var incremental = new IncrementalHash(hash, material.Key);
                incremental.AppendData(material.Text);
                incremental.GetCurrentHash(digest);
                return incremental;
            }),
            Case("HMAC constructed", material => new IncrementalHash(hash, material.Key)),
            Case("HMAC cloned", material =>
            {
                using var original = new IncrementalHash(hash, material.Key);
                original.AppendData(material.Text.AsSpan(0, 32));
                return original.Clone();
            }),
            Case("one-shot HMAC", material =>
            {
                HmacState.Hash(hash, material.Key, material.Text, digest);
                return null;
            }),
            Case("one-shot PBKDF2", material =>
            {
                Pbkdf2(material, material.Opened);
                return null;
            }),
            Case("one-shot HKDF", material =>
            {
                HkdfSteps.Derive(hash, material.Key, material.Opened.AsSpan(0, DerivedBytes), material.IV, material.Nonce);
                return null;
            }),
            Case("counter mode constructed", material => new SP800108HmacCounterKdf(material.Key, hash)),
            Case("counter mode", material =>
            {
                var kdf = new SP800108HmacCounterKdf(material.Key, hash);
                kdf.DeriveKey(material.IV, material.Nonce, material.Opened.AsSpan(0, DerivedBytes));
                return kdf;
            }),
        ];

        void Pbkdf2(Material material, Span<byte> derived) =>
            Pbkdf2State.Derive(hash, material.Key, material.IV, 3, derived.Slice(0, DerivedBytes));

        void Derive(Material material, Secrets secrets)
        {
            Common(material, secrets);
            AddWords(secrets, "words of plaintext", material.Text);
            AddStates(secrets, "state of hash", [], material.Text);
            var derived = Material.Pinned(DerivedBytes);
            Pbkdf2(material, derived);
            secrets.Add("key of PBKDF2", derived);
            AddWords(secrets, "words of a key of PBKDF2", derived);
            HmacState.Hash(hash, material.IV, material.Key, derived);
            secrets.Add("pseudorandom key of HKDF", derived.AsSpan(0, hash.DigestBytes));
            HkdfSteps.Derive(hash, material.Key, derived, material.IV, material.Nonce);
            secrets.Add("key of HKDF", derived);
            CounterKdf.Derive(hash, material.Key, null, material.IV, material.Nonce, derived);
            secrets.Add("key of SP 800-108", derived);
            CryptographicOperations.ZeroMemory(derived);
            Schedules.Add(secrets, hash.Name, material.Text);
            foreach (var pad in (byte[])[0x36, 0x5C])
            {
                var block = Material.Pinned(hash.BlockBytes);
                for (var i = 0; i < block.Length; i++)
                    block[i] = (byte)((i < material.Key.Length ? material.Key[i] : 0) ^ pad);
                AddWords(secrets, "words of HMAC pad", block);
                AddStates(secrets, "state of HMAC", block, pad == 0x36 ? material.Text : []);
                if (pad == 0x36)
                    AddInnerDigest(secrets, block, material.Text);
                secrets.Add("HMAC pad", block);
                CryptographicOperations.ZeroMemory(block);
            }
        }

        // What the outer hash of HMAC is of.
        void AddInnerDigest(Secrets secrets, ReadOnlySpan<byte> block, ReadOnlySpan<byte> text)
        {
            byte[] message = Material.Pinned(block.Length + text.Length), inner = Material.Pinned(hash.DigestBytes);
            block.CopyTo(message);
            text.CopyTo(message.AsSpan(block.Length));
            hash.Hash(message, inner);
            secrets.Add("inner digest of HMAC", inner);
            CryptographicOperations.ZeroMemory(message);
            CryptographicOperations.ZeroMemory(inner);
        }

        // The chaining value after each block, with its words in order and, as instructions for SHA have them, in reverse.
        void AddStates(Secrets secrets, string name, ReadOnlySpan<byte> first, ReadOnlySpan<byte> then)
        {
            var message = Material.Pinned(first.Length + then.Length);
            first.CopyTo(message);
            then.CopyTo(message.AsSpan(first.Length));
            HashState state;
            hash.Begin(&state);
            var words = new Span<byte>(&state.Chain, function.Construction.ChainBytes);
            fixed (byte* bytes = message)
            {
                for (var at = 0; at + hash.BlockBytes <= message.Length; at += hash.BlockBytes)
                {
                    hash.Append(&state, bytes + at, hash.BlockBytes);
                    secrets.Add(name, words);
                    var copy = state.Chain;
                    var reversed = new Span<byte>(&copy, function.Construction.ChainBytes & -16);
                    AddReversed(secrets, name, reversed);
                }
            }

            Secret.Wipe(&state, sizeof(HashState));
            CryptographicOperations.ZeroMemory(message);
        }

        void AddReversed(Secrets secrets, string name, Span<byte> words)
        {
            for (var i = 0; i < words.Length; i += 16)
            {
                var piece = words.Slice(i, 16);
                MemoryMarshal.Cast<byte, uint>(piece).Reverse();
                secrets.Add(name, piece);
            }

            CryptographicOperations.ZeroMemory(words);
        }

        // As kernels load them: big-endian words.
        void AddWords(Secrets secrets, string name, ReadOnlySpan<byte> text)
        {
            var words = Material.Pinned(text.Length);
            var bytes = function.Construction is MerkleDamgard ? hash.BlockBytes / 16 : sizeof(ulong);
            for (var i = 0; i + bytes <= words.Length; i += bytes)
            {
                text.Slice(i, bytes).CopyTo(words.AsSpan(i));
                words.AsSpan(i, bytes).Reverse();
            }

            secrets.Add(name, words);
            CryptographicOperations.ZeroMemory(words);
        }
    }

    private static WipingCase[] Xof(XofFunction function, HashKernel kernel)
    {
        var (shake, kmac, output) = (function.With(kernel), function.KmacWith(kernel), new byte[500]);
        WipingCase Case(string what, Func<Material, IDisposable?> use) =>
            new($"{function.Name} on {kernel.Id}: {what}", Derive, _ => { }, use);

        return
        [
            Case("output", material =>
            {
                var running = XofEngine.Begin(shake, output);
                running.Append(material.Text);
                running.Current(output);
                XofEngine.Read(running, output);
                return running;
            }),
            Case("one-shot output", material =>
            {
                XofOutput.Hash(shake, material.Text, output);
                return null;
            }),
            Case("KMAC", material =>
            {
                var running = KmacEngine.Begin(kmac, output, material.Key, default, KmacEnd.Length);
                running.Append(material.Text);
                running.Current(output);
                return running;
            }),
            Case("KMAC constructed", material => KmacEngine.Begin(kmac, output, material.Key, default, KmacEnd.Length)),
            Case("KMAC cloned", material =>
            {
                using var original = KmacEngine.Begin(kmac, output, material.Key, default, KmacEnd.Length);
                original.Append(material.Text.AsSpan(0, 32));
                return original.Clone(output);
            }),
            Case("one-shot KMAC", material =>
            {
                Kmac.Hash(kmac, material.Key, default, material.Text, output, KmacEnd.Length);
                return null;
            }),
        ];

        void Derive(Material material, Secrets secrets)
        {
            Common(material, secrets);
            HashState state;
            Kmac.Begin(kmac, &state, material.Key, default);
            secrets.Add("key of KMAC, absorbed", new ReadOnlySpan<byte>(&state.Chain, sizeof(HashChain)));
            Secret.Wipe(&state, sizeof(HashState));
        }
    }

    /// <summary>What the caller has given.</summary>
    public static void Common(Material material, Secrets secrets)
    {
        secrets.Add("key", material.Key);
        secrets.Add("plaintext", material.Text);
    }

    /// <summary>Adds what is written to memory of 64-byte alignment, and wipes it.</summary>
    public static void Take(Secrets secrets, string name, KeyWriter write)
    {
        var memory = Material.Pinned(LargestKeyBytes + Alignment);
        fixed (byte* start = memory)
        {
            var key = (byte*)(((nint)start + Alignment - 1) & -Alignment);
            write(key);
            secrets.Add(name, new ReadOnlySpan<byte>(key, LargestKeyBytes));
        }

        CryptographicOperations.ZeroMemory(memory);
    }

    public static void Throws<T>(Action action)
        where T : Exception
    {
        try
        {
            action();
        }
        catch (T)
        {
            return;
        }

        throw new InvalidOperationException("It was not refused.");
    }

    private static string FilePath { get; } = TextOnItsWay.PathOfFile("cobblestone");

    public delegate void KeyWriter(byte* key);

    private delegate int ModeCall(ManagedCrypto.Aes aes, ReadOnlySpan<byte> text, byte[] iv, Span<byte> destination);
}
