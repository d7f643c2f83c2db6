using System;
using System.Buffers;
using System.Buffers.Text;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.AesFile.Files;

namespace ManagedCrypto.AesFile.Keys;

/// <summary>A key of 16 or 32 bytes in a file of one line: <c>aesfile-key-1:</c> and the key in Base64.</summary>
internal sealed class KeyFile(string path) : KeySource
{
    private const int MostBytes = 256;

    public override KeyKind Kind => KeyKind.KeyFile;

    private static ReadOnlySpan<byte> Prefix => "aesfile-key-1:"u8;

    public override KeyRecipe NewRecipe() => KeyRecipe.ForKeyFile();

    /// <summary>Writes a random key to a new file, which others than its owner cannot read.</summary>
    /// <exception cref="AesFileException">There is such a file.</exception>
    public static async Task CreateAsync(string path, int keyBytes, CancellationToken cancellationToken)
    {
        using var key = new SecretBytes(keyBytes).Use(..keyBytes);
        using var line = new SecretBytes(MostBytes);
        RandomNumberGenerator.Fill(key.Span);
        Prefix.CopyTo(line.Room);
        Base64.EncodeToUtf8(key.Span, line.Room.AsSpan(Prefix.Length), out _, out var written);
        line.Room[Prefix.Length + written] = (byte)'\n';

        try
        {
            await Destination.Of(path, isReplacing: false, inUse: null).WriteAsync(
                file => file.WriteAsync(line.Room, 0, Prefix.Length + written + 1),
                Rights.Secret,
                cancellationToken);
        }
        catch (AesFileException exception) when (exception.ExitCode == ExitCode.Exists)
        {
            throw AesFileException.Exists("It is there already, and a key is never overwritten.");
        }
    }

    /// <summary>Whether a file begins as keys do.</summary>
    public static bool IsKey(string path)
    {
        Span<byte> start = stackalloc byte[Prefix.Length];
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        return file.ReadAtLeast(start, start.Length, throwOnEndOfStream: false) == start.Length && start.SequenceEqual(Prefix);
    }

    protected override async Task<SecretBytes> ReadAsync(CancellationToken cancellationToken)
    {
        using var line = await OneLine.ReadAsync(path, MostBytes, cancellationToken);
        return Decoded(line.Span) ?? throw AesFileException.Failed($"{Shown.Name(path)} is no key file. 'aesfile keygen' writes one.");
    }

    /// <returns>The key; null if the line is none.</returns>
    private static SecretBytes? Decoded(ReadOnlySpan<byte> line)
    {
        var key = new SecretBytes(32);
        var isKey = line.StartsWith(Prefix) && Base64.DecodeFromUtf8(line[Prefix.Length..], key.Room, out _, out var bytes)
            is OperationStatus.Done && key.Use(..bytes).Span.Length is 16 or 32;
        if (isKey)
            return key;
        key.Dispose();
        return null;
    }

    protected override SecretBytes Derive(ReadOnlySpan<byte> secret, KeyRecipe recipe)
    {
        var key = new SecretBytes(secret.Length).Use(..secret.Length);
        secret.CopyTo(key.Span);
        return key;
    }
}
