using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Benchmarks;

/// <summary>
/// Our streams, the same in one call (all read, transformed, all written), which stands first, .NET's <see cref="CryptoStream"/> over our
/// transforms, and the command-line tools that are here.
/// </summary>
internal static class FileWays
{
    private const int BufferBytes = 512 * 1024, TagBytes = 16;

    private static readonly byte[] s_key = [.. Enumerable.Range(0, 16).Select(i => (byte)i)];
    private static readonly byte[] s_nonce = new byte[12], s_iv = new byte[16];

    public static byte[] Key => s_key;

    public static ReadOnlySpan<byte> Nonce => s_nonce;

    public static IReadOnlyList<FileWay> Sealing(FileFolder folder)
    {
        var gcm = new AesGcm(s_key, TagBytes);
        return
        [
            AtOnce(folder, "AES-GCM", text => gcm.SealToArray(s_nonce, text), message => gcm.OpenToArray(s_nonce, message)),
            Cobblestones(folder, "one-core", "Cobblestone, one core", 1),
            Cobblestones(folder, "all-cores", "Cobblestone, all cores", 0),
            .. Tools(folder),
        ];
    }

    public static IReadOnlyList<FileWay> Ctr(FileFolder folder)
    {
        var ctr = new AesCtr(s_key);
        return
        [
            AtOnce(folder, "AesCtr", text => ctr.Transform(s_iv, text), message => ctr.Transform(s_iv, message)),
            Streamed(folder, "stream", "AesCtrStream", to => new AesCtrStream(to, s_key, s_iv), from => new AesCtrStream(from, s_key, s_iv)),
            UnderCryptoStream(folder, () => ctr.CreateTransform(s_iv), () => ctr.CreateTransform(s_iv)),
        ];
    }

    public static IReadOnlyList<FileWay> Cbc(FileFolder folder)
    {
        var aes = new Aes { Key = s_key };
        return
        [
            AtOnce(folder, "EncryptCbc, DecryptCbc", text => aes.EncryptCbc(text, s_iv), message => aes.DecryptCbc(message, s_iv)),
            Streamed(
                folder,
                "streams",
                "AesCbcEncryptingStream, -DecryptingStream",
                to => new AesCbcEncryptingStream(to, s_key, s_iv),
                from => new AesCbcDecryptingStream(from, s_key, s_iv)),
            UnderCryptoStream(folder, () => aes.CreateEncryptor(s_key, s_iv), () => aes.CreateDecryptor(s_key, s_iv)),
        ];
    }

    private static FileWay AtOnce(FileFolder folder, string name, Func<byte[], byte[]> encrypt, Func<byte[], byte[]> decrypt)
    {
        const string Id = "one-call";
        return new(Id, name + " in one call", () => Transform("plain", Id, encrypt), () => Transform(Id, "opened", decrypt));

        void Transform(string from, string to, Func<byte[], byte[]> transform) =>
            File.WriteAllBytes(folder.Of(to), transform(File.ReadAllBytes(folder.Of(from))));
    }

    private static FileWay Cobblestones(FileFolder folder, string id, string name, int threads)
    {
        CobblestoneOptions options = new() { Parallelism = threads };
        return Streamed(
            folder,
            id,
            name,
            to => Cobblestone.CreateSealingStream(to, s_key, options: options),
            from => Cobblestone.CreateOpeningStream(from, s_key, options: options));
    }

    private static FileWay UnderCryptoStream(FileFolder folder, Func<ICryptoTransform> encryptor, Func<ICryptoTransform> decryptor) => Streamed(
        folder,
        "crypto-stream",
        "CryptoStream",
        to => new CryptoStream(to, encryptor(), CryptoStreamMode.Write),
        from => new CryptoStream(from, decryptor(), CryptoStreamMode.Read));

    /// <summary>Encrypted by a stream that is written to, decrypted by one that is read.</summary>
    private static FileWay Streamed(FileFolder folder, string id, string name, Func<Stream, Stream> encrypting, Func<Stream, Stream> decrypting)
    {
        return new(
            id,
            name,
            () => Copy(NewReader("plain"), encrypting(NewWriter(id))),
            () => Copy(decrypting(NewReader(id)), NewWriter("opened")));

        FileStream NewReader(string file) => new(folder.Of(file), FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);

        FileStream NewWriter(string file) => new(folder.Of(file), FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
    }

    private static void Copy(Stream source, Stream destination)
    {
        using (source)
        {
            using (destination)
            {
                var buffer = new byte[BufferBytes];
                for (int read; (read = source.Read(buffer)) > 0;)
                    destination.Write(buffer, 0, read);
                (destination as AesCbcEncryptingStream)?.Complete();
                (destination as CobblestoneSealingStream)?.Complete();
            }
        }
    }

    /// <summary>
    /// What people do without a library, a process or two for each file: aesfile; OpenSSL's enc and an HMAC of what it wrote; GnuPG; age, with
    /// a key, as its passphrases need a terminal.
    /// </summary>
    private static IEnumerable<FileWay> Tools(FileFolder folder)
    {
        const string Enc = "openssl enc -aes-128-ctr -K 000102030405060708090a0b0c0d0e0f -iv 00000000000000000000000000000000";
        const string Mac = "openssl dgst -sha256 -mac hmac -macopt hexkey:0001020304050607 -out";
        const string Gpg = "gpg --batch --yes --quiet --homedir . --pinentry-mode loopback --passphrase 0 --compress-algo none";
        if (Shell(folder, "aesfile --version"))
        {
            yield return new(
                "aesfile",
                "aesfile",
                () => Require(folder, "{ [ -e aesfile-key ] || aesfile keygen aesfile-key; } && aesfile seal -q -f -k aesfile-key plain -o aesfile"),
                () => Require(folder, "aesfile open -q -f -k aesfile-key aesfile -o opened"));
        }

        if (Shell(folder, "age --version"))
        {
            yield return new(
                "age",
                "age",
                () => Require(folder, "{ [ -e age-key ] || age-keygen -o age-key; } && age -e -i age-key -o age plain"),
                () => Require(folder, "age -d -i age-key -o opened age"));
        }

        if (Shell(folder, "openssl version"))
        {
            yield return new(
                "openssl-enc",
                "openssl enc and dgst",
                () => Require(folder, $"{Enc} -in plain -out enc && {Mac} mac enc"),
                () => Require(folder, $"{Mac} again enc && cmp mac again && {Enc} -d -in enc -out opened"));
        }

        if (Shell(folder, "gpg --version"))
        {
            yield return new(
                "gpg",
                "gpg --symmetric",
                () => Require(folder, Gpg + " --cipher-algo AES128 -o gpg --symmetric plain"),
                () => Require(folder, Gpg + " -o opened --decrypt gpg"));
        }
    }

    private static void Require(FileFolder folder, string command)
    {
        if (!Shell(folder, command))
            throw new WrongResultException("failed: " + command);
    }

    private static bool Shell(FileFolder folder, string command)
    {
        if (OperatingSystem.IsWindows())
            return false;
        using var process = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", command])
        {
            WorkingDirectory = folder.Of("."),
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        process.StandardOutput.ReadToEnd();
        process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0;
    }
}
