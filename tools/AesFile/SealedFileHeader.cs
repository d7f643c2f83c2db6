using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.AesFile.Keys;

namespace ManagedCrypto.AesFile;

internal enum ContentKind : byte
{
    File,

    /// <summary>A folder, as tar.</summary>
    Folder,
}

/// <summary>
/// What comes before the Cobblestone ciphertext: README.md has the layout of both versions. There is one way to write each header, and
/// what is written otherwise is refused. In version 1, the one key of a file is what the user has, or comes of it; in version 2, it is
/// random, and wrapped in a slot for each passphrase or key.
/// </summary>
internal sealed class SealedFileHeader
{
    public const byte Version1 = 1;
    public const byte Version2 = 2;

    /// <summary>Each may have a passphrase, which takes its time.</summary>
    public const int MostSlots = 16;

    private const int VersionAt = 7;
    private const int BeginBytes = 8;

    private const int BytesOfVersion1 = 32;
    private const int ContentAtOfVersion1 = 9;

    private const int ContentAt = 8;
    private const int SlotCountAt = 9;
    private const int SlotsAt = 10;
    private const int MacBytes = 64;

    private readonly byte[] _bytes;

    private SealedFileHeader(byte[] bytes, IReadOnlyList<KeyRecipe> recipes) => (_bytes, Recipes) = (bytes, recipes);

    public ReadOnlyMemory<byte> Bytes => _bytes;

    /// <summary>What the ciphertext is bound to: all of version 1; in version 2, what stays as it is when slots come and go.</summary>
    public ReadOnlySpan<byte> Context => Version == Version1 ? _bytes : _bytes.AsSpan(0, SlotCountAt);

    public int Version => _bytes[VersionAt];

    public ContentKind Content => (ContentKind)_bytes[Version == Version1 ? ContentAtOfVersion1 : ContentAt];

    /// <summary>One for each passphrase or key that opens the file, in the order of slots.</summary>
    public IReadOnlyList<KeyRecipe> Recipes { get; }

    /// <summary>None in version 1.</summary>
    public IReadOnlyList<WrappedKey> Slots => Version == Version1 ? [] :
        [.. Enumerable.Range(0, Recipes.Count).Select(slot => new WrappedKey(_bytes.AsMemory(SlotsAt + (slot * WrappedKey.Length), WrappedKey.Length)))];

    private static ReadOnlySpan<byte> Magic => "AESFILE"u8;

    /// <summary>What the key of the MAC is an HMAC of. Those that Cobblestone makes with the file's key, by HKDF, are of other messages.</summary>
    private static ReadOnlySpan<byte> MacLabel => "AESFILE\u0002 MAC of the header"u8;

    /// <summary>A header of version 2.</summary>
    public static SealedFileHeader Create(ContentKind content, SecretBytes fileKey, IReadOnlyList<WrappedKey> slots)
    {
        var bytes = new byte[LengthOf(slots.Count)];
        Magic.CopyTo(bytes);
        (bytes[VersionAt], bytes[ContentAt], bytes[SlotCountAt]) = (Version2, (byte)content, (byte)slots.Count);
        for (var slot = 0; slot < slots.Count; slot++)
            slots[slot].Bytes.CopyTo(bytes.AsSpan(SlotsAt + (slot * WrappedKey.Length)));
        using var macKey = MacKey(fileKey);
        HMACSHA512.HashData(macKey.Span, bytes.AsSpan(0, bytes.Length - MacBytes), bytes.AsSpan(bytes.Length - MacBytes));
        return new(bytes, [.. slots.Select(slot => slot.Recipe)]);
    }

    /// <exception cref="AesFileException">It is none that this program writes.</exception>
    public static async Task<SealedFileHeader> ReadAsync(Stream source, CancellationToken cancellationToken)
    {
        var begin = await ReadAsync(source, [], BeginBytes, cancellationToken);
        if (!begin.AsSpan().StartsWith(Magic))
            throw NotSealed();
        return begin[VersionAt] switch
        {
            Version1 => OfVersion1(await ReadAsync(source, begin, BytesOfVersion1, cancellationToken)),
            Version2 => await ReadVersion2Async(source, begin, cancellationToken),
            var version => throw AesFileException.NotGenuine($"The header has version {version}; this program knows versions 1 and 2."),
        };
    }

    /// <summary>
    /// The key of the file, for the caller to wipe, and the slot that it was in. In version 1, nothing tells yet whether it is the right one.
    /// </summary>
    /// <exception cref="AesFileException">The file was sealed with another passphrase or key, or its header was changed.</exception>
    public async Task<(SecretBytes FileKey, int Slot)> OpenAsync(KeySource keys, CancellationToken cancellationToken)
    {
        if (Recipes.All(recipe => recipe.Kind != keys.Kind))
            throw AesFileException.NotGenuine($"The file says that it was sealed with {Name(Recipes[0].Kind)}, not with {Name(keys.Kind)}.");
        if (Version == Version1)
            return (await keys.KeyAsync(Recipes[0], cancellationToken), 0);
        return await TryOpenAsync(keys, cancellationToken) ?? throw WrongKey(keys.Kind);
    }

    /// <summary>The same in version 2; null if no slot is for this passphrase or key.</summary>
    /// <exception cref="AesFileException">The header was changed.</exception>
    public async Task<(SecretBytes FileKey, int Slot)?> TryOpenAsync(KeySource keys, CancellationToken cancellationToken)
    {
        var slots = Slots;
        for (var slot = 0; slot < slots.Count; slot++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (await slots[slot].UnwrapAsync(keys, cancellationToken) is not { } fileKey)
                continue;
            if (IsGenuine(fileKey))
                return (fileKey, slot);
            fileKey.Dispose();
            throw AesFileException.NotGenuine("The header is not genuine: it was changed by somebody without a key.");
        }

        return null;
    }

    public static AesFileException WrongKey(KeyKind kind) => AesFileException.NotGenuine(
        $"The {(kind == KeyKind.Passphrase ? "passphrase" : "key")} is not the one that this was sealed with, or the beginning of the file was changed.");

    /// <summary>What a slot gave is no key of the message.</summary>
    public static AesFileException NotOfThisFile() =>
        AesFileException.NotGenuine("What follows the header is not genuine: its beginning was changed, or it is another file's.");

    private static async Task<SealedFileHeader> ReadVersion2Async(Stream source, byte[] begin, CancellationToken cancellationToken)
    {
        begin = await ReadAsync(source, begin, SlotsAt, cancellationToken);
        if (begin[SlotCountAt] is 0 or > MostSlots)
            throw NoSuchHeader();
        var bytes = await ReadAsync(source, begin, LengthOf(begin[SlotCountAt]), cancellationToken);
        KeyRecipe[] recipes = [.. Enumerable.Range(0, bytes[SlotCountAt]).Select(slot =>
            new KeyRecipe(bytes.AsMemory(SlotsAt + (slot * WrappedKey.Length), KeyRecipe.Length)))];
        return Checked(new(bytes, recipes));
    }

    private static SealedFileHeader OfVersion1(byte[] bytes)
    {
        var recipe = bytes[BeginBytes..];
        recipe[ContentAtOfVersion1 - BeginBytes] = 0; // the content, in whose place a recipe has a zero
        return Checked(new(bytes, [new KeyRecipe(recipe)]));
    }

    private static SealedFileHeader Checked(SealedFileHeader header)
    {
        var isCanonical = header.Content <= ContentKind.Folder && header.Recipes.All(recipe => recipe.IsCanonical)
            && header.Recipes.Sum(recipe => recipe.Iterations) <= KeyRecipe.MostIterations;
        return isCanonical ? header : throw NoSuchHeader();
    }

    /// <summary>Reads up to a length, behind what has been read.</summary>
    private static async Task<byte[]> ReadAsync(Stream source, byte[] begin, int length, CancellationToken cancellationToken)
    {
        var bytes = new byte[length];
        begin.CopyTo(bytes, 0);
        var rest = bytes.AsMemory(begin.Length);
        return await source.ReadAtLeastAsync(rest, rest.Length, throwOnEndOfStream: false, cancellationToken) == rest.Length ? bytes : throw NotSealed();
    }

    private bool IsGenuine(SecretBytes fileKey)
    {
        using var macKey = MacKey(fileKey);
        return HMACSHA512.Verify(macKey.Span, _bytes.AsSpan(0, _bytes.Length - MacBytes), _bytes.AsSpan(_bytes.Length - MacBytes));
    }

    private static SecretBytes MacKey(SecretBytes fileKey)
    {
        var key = new SecretBytes(MacBytes).Use(..);
        HMACSHA512.HashData(fileKey.Span, MacLabel, key.Span);
        return key;
    }

    private static int LengthOf(int slots) => SlotsAt + (slots * WrappedKey.Length) + MacBytes;

    public static string Name(KeyKind kind) => kind == KeyKind.KeyFile ? "a key file" : "a passphrase";

    private static AesFileException NotSealed() =>
        AesFileException.NotGenuine("This was not sealed by aesfile: it does not begin as such files do.");

    private static AesFileException NoSuchHeader() => AesFileException.NotGenuine("The header is not genuine: no such file begins like this.");
}
