using System;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.AesFile.Keys;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>Keys and passphrases are wiped after use.</summary>
public sealed class SecretTests : IDisposable
{
    private readonly ToolFolder _folder = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Secret_is_wiped_whatever_of_its_room_is_used()
    {
        var secret = new SecretBytes(100).Use(10..20);
        var room = secret.Room;
        room.AsSpan().Fill(7);

        secret.Dispose();

        Assert.Equal(new byte[100], room);
    }

    [Fact]
    public async Task Key_of_a_file_is_wiped()
    {
        using var source = new KeyFile(_folder.Path("key"));

        await IsWiped(source, KeyRecipe.ForKeyFile());
    }

    [Fact]
    public async Task Key_from_a_passphrase_is_wiped()
    {
        _folder.WriteSecret("words", "correct horse"u8);
        using var source = new Passphrase(_folder.Path("words"), "Passphrase", isNew: false);

        await IsWiped(source, KeyRecipe.ForPassphrase(1));
    }

    /// <summary>It is kept for further files until there are no more.</summary>
    [Fact]
    public async Task What_a_source_has_read_is_wiped_with_it()
    {
        var source = new Known();
        using (await source.KeyAsync(KeyRecipe.ForKeyFile(), Cancellation))
            Assert.Equal([1, 2, 3, 4], source.Secret.Room);

        source.Dispose();

        Assert.Equal(new byte[4], source.Secret.Room);
    }

    private static async Task IsWiped(KeySource source, KeyRecipe recipe)
    {
        var key = await source.KeyAsync(recipe, Cancellation);
        var room = key.Room;
        Assert.NotEqual(new byte[32], room);

        key.Dispose();

        Assert.Equal(new byte[32], room);
    }

    /// <summary>Always the same secret, which is also the key.</summary>
    private sealed class Known : KeySource
    {
        public SecretBytes Secret { get; } = new SecretBytes(4).Use(..4);

        public override KeyKind Kind => KeyKind.KeyFile;

        public override KeyRecipe NewRecipe() => KeyRecipe.ForKeyFile();

        protected override Task<SecretBytes> ReadAsync(CancellationToken cancellationToken)
        {
            ((byte[])[1, 2, 3, 4]).CopyTo(Secret.Room, 0);
            return Task.FromResult(Secret);
        }

        protected override SecretBytes Derive(ReadOnlySpan<byte> secret, KeyRecipe recipe) => new(secret.Length);
    }
}
