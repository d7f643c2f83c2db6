using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.AesFile;
using ManagedCrypto.AesFile.Keys;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>Slots of a header that somebody changes who can write the file: with a key of it, or with none.</summary>
public sealed class SlotTests : IDisposable
{
    private const int Slots = 10;
    private const int SlotBytes = 128;

    private readonly ToolFolder _folder = new();

    public SlotTests()
    {
        _folder.WriteKey("other", new byte[16]);
        _folder.WriteRandom("text", 1000);
        _folder.Run("seal", "-k", "key", "text").IsFine();
        _folder.Run("add-key", "-k", "key", "--new-key-file", "other", "text.aesfile").IsFine();
        Assert.Equal(2, _folder.Read("text.aesfile")[9]);
        _folder.Run("verify", "-k", "key", "text.aesfile").IsFine();
        _folder.Run("verify", "-k", "other", "text.aesfile").IsFine();
    }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    /// <summary>Each key opens its own slot all the same, and finds that the header as a whole is another.</summary>
    [Fact]
    public void Slots_that_change_places_are_noticed()
    {
        AreRefused(file => [.. file[..Slots], .. Slot(file, 1), .. Slot(file, 0), .. Rest(file, 2)], "key", "other");

        _folder.Run("remove-key", "-k", "key", "--slot", "1", "changed").Failed(2, "not genuine");
    }

    [Fact]
    public void Slot_that_is_taken_away_is_noticed() =>
        AreRefused(file => [.. file[..9], 1, .. Slot(file, 0), .. Rest(file, 2)], "key");

    [Fact]
    public void Slot_that_is_there_twice_is_noticed() =>
        AreRefused(file => [.. file[..9], 3, .. Slot(file, 0), .. Slot(file, 1), .. Slot(file, 0), .. Rest(file, 2)], "key", "other");

    [Fact]
    public void Slot_of_another_file_is_noticed()
    {
        _folder.Run("seal", "-k", "key", "text", "-o", "second").IsFine();

        AreRefused(file => [.. file[..Slots], .. Slot(_folder.Read("second"), 0), .. Slot(file, 1), .. Rest(file, 2)], "key", "other");
    }

    [Fact]
    public void Header_of_another_file_is_noticed()
    {
        _folder.Run("seal", "-k", "key", "text", "-o", "second").IsFine();

        AreRefused(file => [.. _folder.Read("second")[..ToolFolder.HeaderBytes], .. Rest(file, 2)[64..]], "key");
    }

    [Fact]
    public void Slot_that_is_changed_is_noticed_by_those_who_open_another() =>
        AreRefused(file => [.. file[..(Slots + 60)], (byte)(file[Slots + 60] ^ 1), .. file[(Slots + 61)..]], "other");

    /// <summary>As if the file were a folder, or the reverse.</summary>
    [Fact]
    public void Other_content_is_noticed() => AreRefused(file => [.. file[..8], 1, .. file[9..]], "key", "other");

    /// <summary>
    /// Somebody who makes a file for two people wraps a key for the one and another for the other: only the key that the MAC and the message
    /// are of opens anything.
    /// </summary>
    [Fact]
    public async Task File_does_not_open_to_different_messages()
    {
        using var mine = FileKey(1);
        using var theirs = FileKey(2);
        using KeySource key = new KeyFile(_folder.Path("key")), other = new KeyFile(_folder.Path("other"));
        WrappedKey[] slots = [await WrappedKey.WrapAsync(mine, key, Cancellation), await WrappedKey.WrapAsync(theirs, other, Cancellation)];
        var header = SealedFileHeader.Create(ContentKind.File, mine, slots);
        _folder.Write("text.aesfile", [.. header.Bytes.Span, .. Cobblestone.SealToArray(mine.Room, [1, 2, 3], header.Context.ToArray())]);

        Assert.Equal([1, 2, 3], _folder.Run("open", "-k", "key", "text.aesfile", "-o", "-").IsFine().Output);
        _folder.Run("verify", "-k", "other", "text.aesfile").Failed(2, "header is not genuine");
    }

    /// <summary>A genuine header before the message of another key, even with the same context.</summary>
    [Fact]
    public async Task Message_under_another_key_is_refused()
    {
        using var mine = FileKey(1);
        using var theirs = FileKey(2);
        using KeySource key = new KeyFile(_folder.Path("key"));
        var header = SealedFileHeader.Create(ContentKind.File, mine, [await WrappedKey.WrapAsync(mine, key, Cancellation)]);
        _folder.Write("text.aesfile", [.. header.Bytes.Span, .. Cobblestone.SealToArray(theirs.Room, [1, 2, 3], header.Context.ToArray())]);

        _folder.Run("verify", "-k", "key", "text.aesfile").Failed(2, "another file's");
    }

    [Fact]
    public async Task Key_of_a_file_is_wiped_with_those_that_were_tried()
    {
        using var fileKey = FileKey(1);
        using KeySource key = new KeyFile(_folder.Path("key"));
        var header = SealedFileHeader.Create(ContentKind.File, fileKey, [await WrappedKey.WrapAsync(fileKey, key, Cancellation)]);

        var (opened, slot) = await header.OpenAsync(key, Cancellation);
        Assert.Equal(0, slot);
        Assert.Equal(fileKey.Room, opened.Room);
        opened.Dispose();

        Assert.Equal(new byte[WrappedKey.FileKeyBytes], opened.Room);
    }

    private static SecretBytes FileKey(byte first)
    {
        var key = new SecretBytes(WrappedKey.FileKeyBytes).Use(..);
        key.Room[0] = first;
        return key;
    }

    private static byte[] Slot(byte[] file, int slot) => file[(Slots + (slot * SlotBytes))..][..SlotBytes];

    /// <summary>MAC and message.</summary>
    private static byte[] Rest(byte[] file, int slots) => file[(Slots + (slots * SlotBytes))..];

    private void AreRefused(Func<byte[], byte[]> change, params IEnumerable<string> keys)
    {
        _folder.Write("changed", change(_folder.Read("text.aesfile")));

        Assert.All(keys.ToList(), key => _folder.Run("open", "-k", key, "changed", "-o", "-").Failed(2, "not genuine"));
    }
}
