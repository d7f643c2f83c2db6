using System;
using System.Buffers.Binary;
using System.IO;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// The ciphertext of a message of any length, which is nowhere: a chunk is sealed when it is read. The text of chunk n is n, eight bytes
/// over and over.
/// </summary>
internal sealed class VirtualCiphertext : Stream
{
    private readonly byte[] _header = new byte[CobblestoneLayout.HeaderBytes];
    private readonly byte[] _text = new byte[CobblestoneLayout.ChunkBytes];
    private readonly byte[] _sealed = new byte[CobblestoneLayout.SealedChunkBytes];
    private readonly CobblestoneChunks _chunks;
    private readonly long _messageBytes;
    private readonly bool _canSeek;
    private long _inMemory = -1;

    public VirtualCiphertext(byte[] key, long messageBytes, bool canSeek = true)
    {
        (_messageBytes, _canSeek) = (messageBytes, canSeek);
        _chunks = CobblestoneChunks.ForSealing(Algorithms.AesGcm.Kernels.Best, key, default, _header, 1, typeof(VirtualCiphertext));
    }

    public override bool CanRead => true;

    public override bool CanSeek => _canSeek;

    public override bool CanWrite => false;

    public override long Length => Cobblestone.GetCiphertextLength(_messageBytes);

    public override long Position { get; set; }

    /// <summary>Fills the text of a chunk.</summary>
    public static void Fill(long chunk, byte[] text)
    {
        BinaryPrimitives.WriteInt64LittleEndian(text, chunk);
        for (var filled = 8; filled < text.Length; filled *= 2)
            Array.Copy(text, 0, text, filled, Math.Min(filled, text.Length - filled));
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        var done = 0;
        while (done < count && Position < Length)
        {
            var (part, from) = Position < _header.Length ? (_header, (int)Position) : Chunk(Position - _header.Length);
            var bytes = (int)Math.Min(Math.Min(part.Length - from, count - done), Length - Position);
            Array.Copy(part, from, buffer, offset + done, bytes);
            (done, Position) = (done + bytes, Position + bytes);
        }

        return done;
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Flush()
    {
    }

    protected override void Dispose(bool disposing)
    {
        _chunks.Dispose();
        base.Dispose(disposing);
    }

    private (byte[] Part, int From) Chunk(long position)
    {
        var chunk = position / _sealed.Length;
        if (chunk != _inMemory)
        {
            Fill(chunk, _text);
            _chunks.Seal(chunk, _text.AsSpan(0, (int)Math.Min(_text.Length, _messageBytes - (chunk * _text.Length))), _sealed);
            _inMemory = chunk;
        }

        return (_sealed, (int)(position % _sealed.Length));
    }
}
