using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>Streams verified, and decrypted in two passes, of which the first writes nothing.</summary>
public sealed class AesGcmStreamTests : IDisposable
{
    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_nonce = TestBytes.Random(12, 2);
    private static readonly byte[] s_message = TestBytes.Random(200_000, 3);
    private static readonly byte[] s_associatedData = TestBytes.Random(30, 4);
    private static readonly byte[] s_ciphertext = new byte[s_message.Length];
    private static readonly byte[] s_tag = new byte[16];

    private readonly AesGcm _gcm = new(s_key, 16);

    static AesGcmStreamTests()
    {
        using var gcm = new AesGcm(s_key, 16);
        gcm.Encrypt(s_nonce, s_message, s_ciphertext, s_tag, s_associatedData);
    }

#if NET
    private static CancellationToken Token => TestContext.Current.CancellationToken;
#endif

    public void Dispose() => _gcm.Dispose();

    [Fact]
    public async Task Stream_is_verified_and_decrypted_from_where_it_stands()
    {
        foreach (var length in new[] { 0, 1, 16, 1000, 65_536, 65_537, s_message.Length })
        {
            byte[] ciphertext = new byte[length], tag = new byte[16];
            _gcm.Encrypt(s_nonce, s_message.AsSpan(0, length), ciphertext, tag, s_associatedData);
            MemoryStream source = new([0xff, .. ciphertext]), destination = new();
            Assert.True(_gcm.Verify(s_nonce, Start(source), tag, s_associatedData));
            Assert.Equal(source.Length, source.Position);
            _gcm.Decrypt(s_nonce, Start(source), tag, destination, s_associatedData);
            Assert.Equal(s_message.AsSpan(0, length).ToArray(), destination.ToArray());
            Assert.Equal(source.Length, source.Position);
#if NET
            Assert.True(await _gcm.VerifyAsync(s_nonce, Start(source), tag, s_associatedData, Token));
            Assert.False(await _gcm.VerifyAsync(s_nonce, Start(source), tag, default, Token));
            destination.SetLength(0);
            await _gcm.DecryptAsync(s_nonce, Start(source), tag, destination, s_associatedData, Token);
            Assert.Equal(s_message.AsSpan(0, length).ToArray(), destination.ToArray());
#else
            await Task.CompletedTask;
#endif
        }

        static Stream Start(Stream source)
        {
            source.Position = 1;
            return source;
        }
    }

    [Fact]
    public async Task Wrong_tag_writes_nothing()
    {
        var wrong = (byte[])s_tag.Clone();
        wrong[15] ^= 1;
        MemoryStream source = new(s_ciphertext), destination = new();
        Assert.False(_gcm.Verify(s_nonce, source, wrong, s_associatedData));
        source.Position = 0;
        Assert.Throws<AuthenticationTagMismatchException>(
            () => _gcm.Decrypt(s_nonce, source, wrong, destination, s_associatedData));
#if NET
        source.Position = 0;
        await Assert.ThrowsAsync<AuthenticationTagMismatchException>(
            async () => await _gcm.DecryptAsync(s_nonce, source, wrong, destination, s_associatedData, Token));
#else
        await Task.CompletedTask;
#endif
        Assert.Equal(0, destination.Length);
    }

    [Fact]
    public async Task Source_that_changes_between_the_passes_is_reported()
    {
        var destination = new MemoryStream();
        var mismatch = Assert.Throws<AuthenticationTagMismatchException>(
            () => _gcm.Decrypt(s_nonce, new ChangingStream(s_ciphertext), s_tag, destination, s_associatedData));
        Assert.Contains("changed", mismatch.Message, StringComparison.Ordinal);
#if NET
        mismatch = await Assert.ThrowsAsync<AuthenticationTagMismatchException>(async () => await _gcm.DecryptAsync(
            s_nonce, new ChangingStream(s_ciphertext), s_tag, destination, s_associatedData, Token));
        Assert.Contains("changed", mismatch.Message, StringComparison.Ordinal);
#else
        await Task.CompletedTask;
#endif
    }

    [Fact]
    public void Bad_arguments_are_refused_before_anything_is_read_or_written()
    {
        MemoryStream source = new(s_ciphertext), destination = new();
        Stream readOnly = new MemoryStream(s_ciphertext, writable: false), closed = new MemoryStream(), once = new OnceStream();
        closed.Dispose();
        Outcome.Throws<ArgumentNullException>("source", () => _gcm.Verify(s_nonce, (Stream)null!, s_tag));
        Outcome.Throws<ArgumentException>("source", () => _gcm.Verify(s_nonce, closed, s_tag));
        Outcome.Throws<ArgumentException>("nonce", () => _gcm.Verify(new byte[11], source, s_tag));
        Outcome.Throws<ArgumentException>("tag", () => _gcm.Verify(s_nonce, source, new byte[15]));
        Outcome.Throws<ArgumentNullException>("source", () => _gcm.Decrypt(s_nonce, null!, s_tag, destination));
        Outcome.Throws<ArgumentNullException>("destination", () => _gcm.Decrypt(s_nonce, source, s_tag, (Stream)null!));
        Outcome.Throws<ArgumentException>("source", () => _gcm.Decrypt(s_nonce, closed, s_tag, destination));
        Outcome.Throws<ArgumentException>("source", () => _gcm.Decrypt(s_nonce, once, s_tag, destination));
        Outcome.Throws<ArgumentException>("destination", () => _gcm.Decrypt(s_nonce, source, s_tag, readOnly));
        Outcome.Throws<ArgumentException>("destination", () => _gcm.Decrypt(s_nonce, source, s_tag, source));
        Outcome.Throws<ArgumentException>("nonce", () => _gcm.Decrypt(new byte[13], source, s_tag, destination));
        Outcome.Throws<ArgumentException>("tag", () => _gcm.Decrypt(s_nonce, source, new byte[15], destination));
#if NET
        Outcome.Throws<ArgumentNullException>("source", () => _gcm.VerifyAsync(s_nonce, null!, s_tag, cancellationToken: Token).AsTask());
        Outcome.Throws<ArgumentException>("nonce", () => _gcm.VerifyAsync(new byte[11], source, s_tag, cancellationToken: Token).AsTask());
        Outcome.Throws<ArgumentException>("tag", () => _gcm.VerifyAsync(s_nonce, source, new byte[15], cancellationToken: Token).AsTask());
        Outcome.Throws<ArgumentException>("source", () => _gcm.DecryptAsync(s_nonce, once, s_tag, destination, cancellationToken: Token).AsTask());
        Outcome.Throws<ArgumentException>("destination", () => _gcm.DecryptAsync(s_nonce, source, s_tag, readOnly, cancellationToken: Token).AsTask());
        Outcome.Throws<ArgumentException>("nonce", () => _gcm.DecryptAsync(new byte[11], source, s_tag, destination, cancellationToken: Token).AsTask());
#endif
        Assert.Equal((0, 0), (source.Position, destination.Length));

        _gcm.Dispose();
        Assert.Throws<ObjectDisposedException>(() => _gcm.Verify(s_nonce, source, s_tag));
        Assert.Throws<ObjectDisposedException>(() => _gcm.Verify(s_nonce, s_ciphertext, s_tag));
        Assert.Throws<ObjectDisposedException>(() => _gcm.Decrypt(s_nonce, source, s_tag, destination));
    }

    [Fact]
    public void Bad_arguments_of_a_verification_in_memory_are_refused()
    {
        Assert.True(_gcm.Verify(s_nonce, s_ciphertext, s_tag, s_associatedData));
        Assert.False(_gcm.Verify(s_nonce, s_ciphertext, s_tag));
        Outcome.Throws<ArgumentNullException>("nonce", () => _gcm.Verify(null!, s_ciphertext, s_tag));
        Outcome.Throws<ArgumentNullException>("ciphertext", () => _gcm.Verify(s_nonce, (byte[])null!, s_tag));
        Outcome.Throws<ArgumentNullException>("tag", () => _gcm.Verify(s_nonce, s_ciphertext, null!));
        Outcome.Throws<ArgumentException>("nonce", () => _gcm.Verify(new byte[11], s_ciphertext, s_tag));
        Outcome.Throws<ArgumentException>("tag", () => _gcm.Verify(s_nonce, s_ciphertext, new byte[15]));
    }

#if NET
    [Fact]
    public async Task Cancelled_work_ends()
    {
        var cancelled = new CancellationToken(canceled: true);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await _gcm.VerifyAsync(s_nonce, new MemoryStream(s_ciphertext), s_tag, s_associatedData, cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await _gcm.DecryptAsync(
            s_nonce, new MemoryStream(s_ciphertext), s_tag, new MemoryStream(), s_associatedData, cancelled));
    }
#endif

    [Fact]
    public void Disposal_between_chunks_is_told()
    {
        var destination = new DisposingStream(_gcm);
        Assert.Throws<ObjectDisposedException>(
            () => _gcm.Decrypt(s_nonce, new MemoryStream(s_ciphertext), s_tag, destination, s_associatedData));
    }

    /// <summary>A bit is another as soon as the stream is sought.</summary>
    private sealed class ChangingStream(byte[] bytes) : MemoryStream((byte[])bytes.Clone())
    {
        public override long Position
        {
            get => base.Position;
            set
            {
                base.Position = 100_000;
                WriteByte((byte)(bytes[100_000] ^ 1));
                base.Position = value;
            }
        }
    }

    private sealed class OnceStream : MemoryStream
    {
        public override bool CanSeek => false;
    }

    private sealed class DisposingStream(IDisposable other) : MemoryStream
    {
        public override void Write(byte[] buffer, int offset, int count) => other.Dispose();
    }
}
