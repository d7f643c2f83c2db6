using System;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.AesFile.Keys;

/// <summary>
/// The key of a file, wrapped for one passphrase or key: README.md has the layout. It is wrapped by Cobblestone, which commits to its key:
/// no slot opens under two.
/// </summary>
internal sealed class WrappedKey(ReadOnlyMemory<byte> bytes)
{
    public const int FileKeyBytes = 32;

    private const int CiphertextBytes = 24 + 32 + FileKeyBytes + 16; // salt, commitment, key, tag

    public const int Length = KeyRecipe.Length + CiphertextBytes;

    public ReadOnlySpan<byte> Bytes => bytes.Span;

    public KeyRecipe Recipe => new(bytes[..KeyRecipe.Length]);

    /// <summary>What slots are sealed with as their context, before their recipe.</summary>
    private static ReadOnlySpan<byte> Label => "AESFILE\u0002"u8;

    public static async Task<WrappedKey> WrapAsync(SecretBytes fileKey, KeySource keys, CancellationToken cancellationToken)
    {
        var recipe = keys.NewRecipe();
        using var key = await keys.KeyAsync(recipe, cancellationToken);
        var bytes = new byte[Length];
        recipe.Bytes.CopyTo(bytes);
        Cobblestone.Seal(key.Span, fileKey.Span, bytes.AsSpan(KeyRecipe.Length), [.. Label, .. recipe.Bytes]);
        return new(bytes);
    }

    /// <summary>The key of the file, for the caller to wipe; null if it was not wrapped for this passphrase or key.</summary>
    public async Task<SecretBytes?> UnwrapAsync(KeySource keys, CancellationToken cancellationToken)
    {
        if (Recipe.Kind != keys.Kind)
            return null;
        using var key = await keys.KeyAsync(Recipe, cancellationToken);
        var fileKey = new SecretBytes(FileKeyBytes).Use(..);
        try
        {
            Cobblestone.Open(key.Span, Bytes[KeyRecipe.Length..], fileKey.Span, [.. Label, .. Recipe.Bytes]);
            return fileKey;
        }
        catch (AuthenticationTagMismatchException)
        {
            fileKey.Dispose();
            return null;
        }
    }
}
