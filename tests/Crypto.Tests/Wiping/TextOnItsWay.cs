using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>Copies that a call makes of what it is given: of text between streams, of what overlaps, of passwords that are strings.</summary>
internal static class TextOnItsWay
{
    private const int TagBytes = 16, Iterations = 3, DerivedBytes = 32;

    public static IEnumerable<WipingCase> All =>
    [
        .. AeadSubject.All.DistinctBy(aead => aead.Name).Select(aead => Case($"{aead.Name} on {aead.KernelId}: one-shot over its own text", material =>
        {
            var length = material.Text.Length;
            using var face = aead.Create(aead.KeyOf(material.Key), TagBytes);
            material.Text.CopyTo(material.Opened, 0);
            face.Encrypt(
                AeadWiping.Nonce(aead, material), material.Opened.AsSpan(0, length), material.Opened.AsSpan(1, length),
                material.Opened.AsSpan(length + 1, TagBytes));
        })),
        Case("AES-CTR: one-shot copy of a stream", material => Decrypt(material, stream => stream.CopyTo(Stream.Null))),
        Case("AES-CTR: one-shot copy of a stream, without waiting", material => Decrypt(material, stream =>
            stream.CopyToAsync(Stream.Null).GetAwaiter().GetResult())),
        Case("AES-CTR: one-shot copy of a stream, which fails", material => Decrypt(material, stream => Fails<NotSupportedException>(() => stream.CopyTo(Full())))),
        Case("AES-CTR: one-shot copy of a stream, which fails, without waiting", material => Decrypt(material, stream =>
            Fails<NotSupportedException>(() => stream.CopyToAsync(Full()).GetAwaiter().GetResult()))),
        Case("AES-GCM: one-shot from stream to stream", material => Decrypt(material, (gcm, source, tag) =>
            gcm.Decrypt(material.Nonce, source, tag, Stream.Null))),
        Case("AES-GCM: one-shot from stream to stream, without waiting", material => Decrypt(material, (gcm, source, tag) =>
            gcm.DecryptAsync(material.Nonce, source, tag, Stream.Null).AsTask().GetAwaiter().GetResult())),
        Case("AES-GCM: one-shot from stream to stream, which fails", material => Decrypt(material, (gcm, source, tag) =>
            Fails<NotSupportedException>(() => gcm.Decrypt(material.Nonce, source, tag, Full())))),
        Case("AES-GCM: one-shot from stream to stream, which fails, without waiting", material => Decrypt(material, (gcm, source, tag) =>
            Fails<NotSupportedException>(() => gcm.DecryptAsync(material.Nonce, source, tag, Full()).AsTask().GetAwaiter().GetResult()))),
        Case("SHA-256: one-shot of a stream", material => SHA256.HashData(new MemoryStream(material.Text))),
        Case("SHA-256: one-shot of a stream, without waiting", material =>
            SHA256.HashDataAsync(new MemoryStream(material.Text)).AsTask().GetAwaiter().GetResult()),
        Case("SHA-256: one-shot of a stream, which fails", material => Fails<IOException>(() => SHA256.HashData(new BreakingStream(material.Text)))),
        Case("SHA-256: one-shot of a stream, which fails, without waiting", material =>
            Fails<IOException>(() => SHA256.HashDataAsync(new BreakingStream(material.Text)).AsTask().GetAwaiter().GetResult())),
        new("SHA-256: one-shot of a long file", WipingCase.Common, WriteFile, HashFile),
        new("PBKDF2: one-shot of a password that is a string", DerivePassword, _ => { }, material =>
        {
            Rfc2898DeriveBytes.Pbkdf2(
                Password(material), material.IV, material.Opened.AsSpan(0, DerivedBytes), Iterations, System.Security.Cryptography.HashAlgorithmName.SHA256);
            return null;
        }),
        new("PBKDF2: of a password that is a string", DerivePassword, _ => { }, material =>
        {
            var derivation = new Rfc2898DeriveBytes(Password(material), material.IV, Iterations, System.Security.Cryptography.HashAlgorithmName.SHA256);
            CryptographicOperations.ZeroMemory(derivation.GetBytes(DerivedBytes));
            return derivation;
        }),
    ];

    private static WipingCase Case(string name, Action<Material> use) => new(name, WipingCase.Common, _ => { }, material =>
    {
        use(material);
        return null;
    });

    /// <summary>Memory has the characters of strings, of two bytes each, and the search does not look for them.</summary>
    private static string Password(Material material) => Convert.ToHexString(material.Key);

    private static void DerivePassword(Material material, Secrets secrets)
    {
        var utf8 = Material.Pinned(2 * material.Key.Length);
        Encoding.ASCII.GetBytes(Password(material), utf8);
        secrets.Add("password", utf8);
        CryptographicOperations.ZeroMemory(utf8);
    }

    private static void Decrypt(Material material, Action<AesCtrStream> use)
    {
        AesCtr.Transform(material.Key, material.IV, material.Text, material.Sealed);
        using var stream = new AesCtrStream(new MemoryStream(material.Sealed[..material.Text.Length]), material.Key, material.IV);
        use(stream);
    }

    private static void Decrypt(Material material, Action<AesGcm, Stream, byte[]> decrypt)
    {
        byte[] ciphertext = new byte[material.Text.Length], tag = new byte[TagBytes];
        using var gcm = new AesGcm(material.Key, TagBytes);
        gcm.Encrypt(material.Nonce, material.Text, ciphertext, tag);
        decrypt(gcm, new MemoryStream(ciphertext), tag);
    }

    /// <summary>A file that is long enough for its hash to be read ahead of; the text is in it again and again.</summary>
    private static void WriteFile(Material material)
    {
        const int FileBytes = 4 << 20;
        using var handle = File.OpenHandle(FilePath, FileMode.Create, FileAccess.Write);
        for (var at = 0; at < FileBytes; at += material.Text.Length)
            RandomAccess.Write(handle, material.Text, at);
    }

    private static IDisposable? HashFile(Material material)
    {
        using (var file = new FileStream(FilePath, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0))
            SHA256.HashData(file);
        return null;
    }

    private static string FilePath { get; } = PathOfFile("text");

    /// <summary>A file that is there until this process ends.</summary>
    public static string PathOfFile(string name)
    {
        var path = Path.Combine(Path.GetTempPath(), $"wiping-{name}-{Environment.ProcessId}");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => File.Delete(path);
        return path;
    }

    /// <summary>A stream that refuses what is written to it.</summary>
    private static MemoryStream Full() => new(new byte[1]);

    private static void Fails<TException>(Action action)
        where TException : Exception
    {
        try
        {
            action();
        }
        catch (TException)
        {
            return;
        }

        throw new InvalidOperationException("It did not fail.");
    }

    /// <summary>Gives out a text, and fails then.</summary>
    private sealed class BreakingStream(byte[] text) : MemoryStream(text)
    {
        public override int Read(byte[] buffer, int offset, int count) =>
            Position < Length ? base.Read(buffer, offset, count) : throw new IOException();

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            Position < Length ? base.ReadAsync(buffer, cancellationToken) : throw new IOException();
    }
}
