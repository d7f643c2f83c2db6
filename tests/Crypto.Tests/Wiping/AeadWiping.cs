using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>What every AEAD does with a key and a text, on each kernel; AES-GCM does more, and is a <see cref="WipingCase"/> of its own.</summary>
internal static unsafe class AeadWiping
{
    private const int TagBytes = 16, ShortBytes = 64, Repeats = 8, LongDataNonces = 100;

    /// <summary>What an AEAD makes of a key and a message besides an expanded key, by its type.</summary>
    private static readonly Dictionary<Type, Action<AeadSubject, Material, Secrets>> s_derived = new()
    {
        [typeof(AesCcm)] = (_, material, secrets) => DeriveCcm(material, secrets, material.Nonce),
        [typeof(AesGcmSiv)] = DeriveGcmSiv,
        [typeof(AesSiv)] = DeriveSiv,
        [typeof(XAes256Gcm)] = DeriveXAes,
        [typeof(ChaCha20Poly1305)] = (_, material, secrets) => DeriveChaCha(material.Key, material.Nonce, material, secrets),
        [typeof(XChaCha20Poly1305)] = DeriveXChaCha,
        [typeof(Aegis128L)] = (aead, material, secrets) => DeriveAegis(AegisVariant.Aegis128L, aead, material, secrets),
        [typeof(Aegis256)] = (aead, material, secrets) => DeriveAegis(AegisVariant.Aegis256, aead, material, secrets),
        [typeof(Aegis128X2)] = (aead, material, secrets) => DeriveAegis(AegisVariant.Aegis128X2, aead, material, secrets),
        [typeof(Aegis128X4)] = (aead, material, secrets) => DeriveAegis(AegisVariant.Aegis128X4, aead, material, secrets),
    };

    public static IEnumerable<WipingCase> All =>
    [
        .. AeadSubject.All.Where(aead => aead.Type != typeof(AesGcm)).SelectMany(Of),
        .. AeadSubject.All.Where(aead => aead.Type == typeof(AesSiv)).SelectMany(OfStrings),
        .. AeadSubject.All.Where(aead => aead.Type == typeof(AesCcm)).Select(OfLongData),
    ];

    /// <summary>All that a message under the material's key and nonce must not leave.</summary>
    public static void Derive(AeadSubject aead, Material material, Secrets secrets)
    {
        using var face = aead.Create(aead.KeyOf(material.Key), null);
        WipingCase.Common(material, secrets);
        AddExpanded("expanded key", aead.Kernel, aead.KeyOf(material.Key).Length, material.Key, secrets);
        Encrypt(aead, face, material, material.Text.Length);
        s_derived.GetValueOrDefault(aead.Type)?.Invoke(aead, material, secrets);

        // The right tag of a message whose first bit was changed on its way would make the forgery pass.
        material.Text[0] ^= 1;
        foreach (var length in (int[])[material.Text.Length, ShortBytes])
        {
            Encrypt(aead, face, material, length);
            secrets.Add("tag of a forged message", material.Sealed.AsSpan(length, TagBytes));
        }

        material.Text[0] ^= 1;
        CryptographicOperations.ZeroMemory(material.Sealed);
    }

    private static IEnumerable<WipingCase> Of(AeadSubject aead)
    {
        WipingCase Case(string what, Func<Material, IDisposable?> use) => new(
            $"{aead.KernelId}: {aead.Name} {what}",
            (material, secrets) => Derive(aead, material, secrets),
            _ => { },
            use);

        return
        [
            Case("seals, opens, refuses", material => Whole(material, material.Text.Length)),
            Case("short messages", material => Whole(material, ShortBytes)),
            Case("long messages", material =>
            {
                var face = aead.Create(aead.KeyOf(material.Key), null);
                byte[] text = Repeated(material.Text), nonce = Nonce(aead, material), ciphertext = new byte[text.Length], tag = new byte[TagBytes];
                face.Encrypt(nonce, text, ciphertext, tag);
                face.Decrypt(nonce, ciphertext, tag, text);
                CryptographicOperations.ZeroMemory(text);
                return face;
            }),
            Case("constructed", material => aead.Create(aead.KeyOf(material.Key), null)),
            Case("sealed last", material =>
            {
                var face = aead.Create(aead.KeyOf(material.Key), null);
                Encrypt(aead, face, material, material.Text.Length);
                return face;
            }),
            Case("one-shot seals", material =>
            {
                Seal(material);
                return null;
            }),
            Case("one-shot opens", material =>
            {
                var message = material.Sealed.AsSpan(0, Seal(material));
                if (aead.SealsUnderGivenNonce)
                    aead.Open(aead.KeyOf(material.Key), Nonce(aead, material), message, material.Opened, Data(aead, material));
                else
                    aead.OpenDrawn(material.Key, message, material.Opened);
                return null;
            }),
        ];

        int Seal(Material material) => aead.SealsUnderGivenNonce
            ? aead.Seal(aead.KeyOf(material.Key), Nonce(aead, material), material.Text, material.Sealed, Data(aead, material))
            : aead.SealDrawn(material.Key, material.Text, material.Sealed);

        AeadFace Whole(Material material, int length)
        {
            var face = aead.Create(aead.KeyOf(material.Key), null);
            Encrypt(aead, face, material, length);
            Decrypt(face, material, length);
            material.Sealed[0] ^= 1;
            CryptographicOperations.ZeroMemory(material.Opened);
            WipingCase.Throws<AuthenticationTagMismatchException>(() => Decrypt(face, material, length));
            return face;
        }

        void Decrypt(AeadFace face, Material material, int length) => face.Decrypt(
            Nonce(aead, material), material.Sealed.AsSpan(0, length), material.Sealed.AsSpan(length, TagBytes), material.Opened.AsSpan(0, length),
            Data(aead, material));
    }

    /// <summary>Members of AES-SIV that take several associated data, here one, since S2V is the same then.</summary>
    private static IEnumerable<WipingCase> OfStrings(AeadSubject aead)
    {
        WipingCase Case(string what, Action<AesSiv, Material, ReadOnlyMemory<byte>[]> use) => new(
            $"{aead.KernelId}: {aead.Name} {what} with a list of strings",
            (material, secrets) => Derive(aead, material, secrets),
            _ => { },
            material =>
            {
                var siv = new AesSiv((AesSivComposed)aead.Kernel, material.Key);
                ReadOnlyMemory<byte>[] data = [material.Nonce];
                KernelCalls.BelowAFrame(material, material => use(siv, material, data));
                return siv;
            });

        return
        [
            Case("sealed last", (siv, material, data) => siv.Seal(material.Nonce, material.Text, material.Sealed, data)),
            Case("opened last", (siv, material, data) => siv.Open(
                material.Nonce, material.Sealed.AsSpan(0, siv.Seal(material.Nonce, material.Text, material.Sealed, data)), material.Opened, data)),
            Case("over its own text", (siv, material, data) =>
            {
                var length = material.Text.Length;
                material.Text.CopyTo(material.Opened, 0);
                siv.Encrypt(
                    material.Nonce, material.Opened.AsSpan(0, length), material.Opened.AsSpan(1, length), material.Opened.AsSpan(length + 1, TagBytes), data);
            }),
        ];
    }

    /// <summary>CCM has CBC made of long associated data by themselves, before its kernel takes what is left of the message.</summary>
    private static WipingCase OfLongData(AeadSubject aead) => new(
        $"{aead.KernelId}: {aead.Name} sealed last with long associated data",
        (material, secrets) =>
        {
            Derive(aead, material, secrets);
            DeriveCcm(material, secrets, LongData(material));
        },
        _ => { },
        material =>
        {
            var face = aead.Create(aead.KeyOf(material.Key), null);
            face.Encrypt(material.Nonce, material.Text, material.Sealed.AsSpan(0, material.Text.Length), material.Sealed.AsSpan(material.Text.Length, TagBytes), LongData(material));
            return face;
        });

    private static void Encrypt(AeadSubject aead, AeadFace face, Material material, int length) => face.Encrypt(
        Nonce(aead, material), material.Text.AsSpan(0, length), material.Sealed.AsSpan(0, length), material.Sealed.AsSpan(length, TagBytes),
        Data(aead, material));

    /// <summary>The material's, and the same again where that is too short.</summary>
    public static byte[] Nonce(AeadSubject aead, Material material) => Nonce(aead.NonceBytes, material);

    /// <inheritdoc cref="Nonce(AeadSubject, Material)"/>
    public static byte[] Nonce(int[] nonceBytes, Material material) =>
        nonceBytes.Contains(material.Nonce.Length) ? material.Nonce
            : [.. Enumerable.Repeat(material.Nonce, 3).SelectMany(nonce => nonce).Take(nonceBytes[^1])];

    /// <summary>CCM has some, since it formats them, and SIV, since it makes a secret of them.</summary>
    private static byte[] Data(AeadSubject aead, Material material) =>
        aead.Type == typeof(AesCcm) || aead.Type == typeof(AesSiv) ? material.Nonce : [];

    private static byte[] LongData(Material material) => [.. Enumerable.Repeat(material.Nonce, LongDataNonces).SelectMany(nonce => nonce)];

    private static byte[] Repeated(byte[] text)
    {
        var repeated = Material.Pinned(Repeats * text.Length);
        for (var i = 0; i < Repeats; i++)
            text.CopyTo(repeated, i * text.Length);
        return repeated;
    }

    private static void AddExpanded(string name, AeadKernel kernel, int keyBytes, byte[] key, Secrets secrets) => WipingCase.Take(secrets, name, expanded =>
    {
        fixed (byte* bytes = key)
            kernel.ExpandKey(bytes, keyBytes, expanded, long.MaxValue);
    });

    private static void DeriveCcm(Material material, Secrets secrets, byte[] associatedData)
    {
        using var derivation = new Derivation(material.Key, material, secrets);
        derivation.AddCcm(associatedData);
    }

    private static void DeriveGcmSiv(AeadSubject aead, Material material, Secrets secrets)
    {
        using var derivation = new Derivation(material.Key, material, secrets);
        var keys = derivation.AddGcmSiv();
        AddExpanded("expanded key of the message", aead.Kernel, keys.Length, keys, secrets);
        AddKeystream(material, secrets);
        CryptographicOperations.ZeroMemory(keys);
    }

    private static void DeriveSiv(AeadSubject aead, Material material, Secrets secrets)
    {
        using var derivation = new Derivation(material.Key.AsSpan(0, material.Key.Length / 2), material, secrets);
        derivation.AddSiv();
        AddKeystream(material, secrets);
    }

    /// <summary>Of the text that was sealed.</summary>
    private static void AddKeystream(Material material, Secrets secrets)
    {
        var keystream = Material.Pinned(material.Text.Length);
        for (var i = 0; i < keystream.Length; i++)
            keystream[i] = (byte)(material.Text[i] ^ material.Sealed[i]);
        secrets.Add("keystream", keystream);
        CryptographicOperations.ZeroMemory(keystream);
    }

    private static void DeriveXAes(AeadSubject aead, Material material, Secrets secrets)
    {
        var messageKey = Material.Pinned(material.Key.Length);
        using (var derivation = new Derivation(material.Key, material, secrets))
            derivation.AddXAes(messageKey);
        using (var derivation = new Derivation(messageKey, material, secrets))
            derivation.AddGcm();
        AddExpanded("expanded key of the message", ((XAesGcm)aead.Kernel).Gcm, messageKey.Length, messageKey, secrets);
        CryptographicOperations.ZeroMemory(messageKey);
    }

    private static void DeriveXChaCha(AeadSubject aead, Material material, Secrets secrets)
    {
        var subkey = Material.Pinned(ChaChaPolyKernel.CipherKeyBytes);
        var nonce = Nonce(aead, material);
        fixed (byte* key = material.Key, n = nonce, to = subkey)
            Algorithms.ChaCha20Poly1305.Kernels.All[^1].DeriveSubkey(key, n, to);
        secrets.Add("key of a message", subkey);
        DeriveChaCha(subkey, [0, 0, 0, 0, .. nonce.AsSpan(16)], material, secrets);
        CryptographicOperations.ZeroMemory(subkey);
    }

    /// <summary>A text of zeros is sealed to its keystream.</summary>
    private static void DeriveChaCha(byte[] key, byte[] nonce, Material material, Secrets secrets)
    {
        byte[] zeros = new byte[Repeats * material.Text.Length], keystream = Material.Pinned(zeros.Length + TagBytes);
        ChaCha20Poly1305.Seal(Algorithms.ChaCha20Poly1305.Kernels.All[^1], key, nonce, zeros, keystream, default);
        secrets.Add("keystream", keystream.AsSpan(0, zeros.Length));
        CryptographicOperations.ZeroMemory(keystream);
        ChaChaDerivation.Add(key, nonce, material.Text, secrets);
    }

    /// <summary>The state before a text, and what the text is XORed with.</summary>
    private static void DeriveAegis(AegisVariant variant, AeadSubject aead, Material material, Secrets secrets)
    {
        var nonce = Nonce(aead, material);
        WipingCase.Take(secrets, "state", memory =>
        {
            fixed (byte* key = material.Key, n = nonce)
            {
                AeadArguments arguments = default;
                arguments.Key = key;
                arguments.Nonce = n;
                new AegisPortable(variant).Begin(&arguments, (AegisMessage*)memory);

                // It has the nonce, which is not secret.
                ((AegisMessage*)memory)->Buffer = default;
            }
        });
        AddKeystream(material, secrets);
    }
}
