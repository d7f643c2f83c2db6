using System;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.AesFile.Keys;

/// <summary>A passphrase, of which PBKDF2 with HMAC-SHA-512 makes a key of 32 bytes.</summary>
/// <param name="path">The file that it is read from; null to ask on the terminal.</param>
/// <param name="question">What it is called when it is asked for.</param>
/// <param name="isNew">Whether to ask twice.</param>
internal sealed class Passphrase(string? path, string question, bool isNew) : KeySource
{
    private const int MostBytes = 1024;
    private const int KeyBytes = 32;

    /// <summary>A quarter of a second on one core of 2025, which whoever tries passphrases pays for each.</summary>
    private const int Iterations = 600_000;

    public override KeyKind Kind => KeyKind.Passphrase;

    public override KeyRecipe NewRecipe() => KeyRecipe.ForPassphrase(Iterations);

    protected override async Task<SecretBytes> ReadAsync(CancellationToken cancellationToken)
    {
        if (path is not null)
            return await OneLine.ReadAsync(path, MostBytes, cancellationToken);
        var passphrase = await Terminal.AskAsync($"{question}: ", MostBytes, cancellationToken);
        if (passphrase.Span.IsEmpty)
            throw AesFileException.Failed("A passphrase is not empty.");
        if (!isNew)
            return passphrase;
        using var again = await Terminal.AskAsync("The same again: ", MostBytes, cancellationToken);
        if (CryptographicOperations.FixedTimeEquals(passphrase.Span, again.Span))
            return passphrase;
        passphrase.Dispose();
        throw AesFileException.Failed("The two passphrases differ.");
    }

    protected override SecretBytes Derive(ReadOnlySpan<byte> secret, KeyRecipe recipe)
    {
        var key = new SecretBytes(KeyBytes).Use(..KeyBytes);
        Rfc2898DeriveBytes.Pbkdf2(secret, recipe.Salt, key.Span, recipe.Iterations, HashAlgorithmName.SHA512);
        return key;
    }
}
