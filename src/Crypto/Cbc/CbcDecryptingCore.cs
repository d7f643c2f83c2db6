using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AES in CBC at any position, by way of a window on the IV and the ciphertext that follows it: the block at a position of the text is
/// decrypted from the 32 bytes that begin there.
/// </summary>
internal sealed unsafe class CbcDecryptingCore : StreamCore
{
    private const int Measured = 1, Fetched = 2;

    /// <summary>What is read ahead for small reads.</summary>
    private const int LeastBytes = 4096;

    private readonly AesKernel _kernel;
    private readonly AesKey _key;
    private readonly PaddingMode _padding;
    private readonly byte[] _iv;
    private readonly bool _canSeek;

    /// <summary>Bytes of the text, once its end has been found.</summary>
    private long _length = -1;

    private byte[] _window = [];
    private long _windowStart;
    private int _windowBytes;

    /// <summary>Bytes of the ciphertext, as the underlying stream told when its last block was asked for.</summary>
    private long _ciphertextBytes;

    /// <param name="kernel">The kernel.</param>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="paddingMode">The padding that is removed.</param>
    /// <param name="canSeek">Whether the underlying stream can.</param>
    public CbcDecryptingCore(AesKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> iv, PaddingMode paddingMode, bool canSeek)
    {
        Arguments.RequireSize(iv, AesBlock.Bytes, nameof(iv));
        AesPadding.RequireKnown(paddingMode);
        Arguments.RequireAesKey(key);
        (_kernel, _padding, _iv, _canSeek) = (kernel, paddingMode, iv.ToArray(), canSeek);
        _key = new AesKey(kernel, key);
    }

    public override bool Reads => true;

    public override bool Writes => false;

    private bool IsAtEnd => _length >= 0 && Position >= _length;

    /// <summary>Whether the last block is wanted before any text is given out, since it can be sought.</summary>
    private bool IsEndWanted => _canSeek && _length < 0;

    /// <summary>Where in the text the window ends. As long as the end of the text is not known, its last block may be padding.</summary>
    private long WindowEnd
    {
        get
        {
            var end = _windowStart + (_windowBytes & -AesBlock.Bytes) - AesBlock.Bytes;
            if (_length >= 0)
                return Math.Min(end, _length);
            return AesPadding.IsRemovable(_padding) ? end - AesBlock.Bytes : end;
        }
    }

    public override bool Read(Span<byte> text, ref CoreCall call)
    {
        do
        {
            if (call.Stage != 0 && !Fetch(text.Length, ref call))
                return false;
            call.Done = Decrypt(text);
            if (call.Done > 0 || text.IsEmpty || IsAtEnd)
                return true;
        }
        while (Fetch(text.Length, ref call));
        return false;
    }

    public override bool FindLength(ref CoreCall call)
    {
        if (call.Stage != 0 && !Fetch(0, ref call))
            return false;
        if (_length < 0)
            return Fetch(0, ref call);
        call.Answer = _length;
        return true;
    }

    public override void Dispose() => _key.Dispose();

    /// <summary>
    /// Fetches ciphertext: for so many bytes at the position, or else the last block, which is wanted first if it can be sought.
    /// </summary>
    /// <returns>Whether it is there.</returns>
    private bool Fetch(int bytes, ref CoreCall call)
    {
        switch (call.Stage)
        {
            case Fetched:
                EndFetch((int)call.Answer);
                call.Stage = 0;
                return true;
            case Measured:
                _ciphertextBytes = call.Answer;
                break;
            default:
                if (IsEndWanted)
                    return call.WantsLength(Measured);
                break;
        }

        var count = BeginFetch(bytes);
        return call.WantsRead(Fetched, _window, _windowBytes, _windowBytes + count, _windowStart + _windowBytes - AesBlock.Bytes);
    }

    /// <summary>Gives out what can be had without reading more.</summary>
    private int Decrypt(Span<byte> destination)
    {
        if (Position < _windowStart || IsEndWanted)
            return 0;
        var count = (int)Math.Min(destination.Length, Math.Max(0, WindowEnd - Position));
        if (count == 0)
            return 0;

        // The block before that at the position, and all up to the last that is wanted.
        var before = (int)Position & (AesBlock.Bytes - 1);
        var blocks = _window.AsSpan((int)(Position - before - _windowStart), AesBlock.Bytes + ((before + count + AesBlock.Bytes - 1) & -AesBlock.Bytes));
        var key = _key.Hold();
        var cipher = new AesCipher(_kernel, AesMode.Cbc, key.Bytes + AesKey.ScheduleOffset, _key.Rounds);
        fixed (byte* first = blocks, text = destination)
        {
            for (int done = 0, bytes; done < count; done += bytes)
            {
                var passed = (before + done) & (AesBlock.Bytes - 1);
                var previous = first + before + done - passed;
                bytes = passed == 0 ? (count - done) & -AesBlock.Bytes : 0;
                if (bytes == 0)
                    bytes = DecryptPart(cipher, previous, passed, text + done, count - done);
                else
                    Decrypt(cipher, previous, text + done, bytes);
            }
        }

        if (!key.IsAlive)
            key.ThrowDisposed(destination);
        Position += count;
        return count;
    }

    private static void Decrypt(AesCipher cipher, byte* previous, byte* text, int bytes)
    {
        var iv = new AesBlock(previous);
        cipher.Decrypt((byte*)&iv, previous + AesBlock.Bytes, text, bytes);
    }

    /// <summary>Gives out part of one block.</summary>
    private static int DecryptPart(AesCipher cipher, byte* previous, int before, byte* text, int room)
    {
        AesBlock block;
        using var secret = new SecretScope(&block, AesBlock.Bytes);
        Decrypt(cipher, previous, (byte*)&block, AesBlock.Bytes);
        var bytes = Math.Min(AesBlock.Bytes - before, room);
        Secret.Copy(new ReadOnlySpan<byte>((byte*)&block + before, bytes), new Span<byte>(text, room));
        return bytes;
    }

    /// <summary>
    /// Makes room for ciphertext: for <paramref name="bytes"/> bytes at the position, or, as long as the end of the text is not known, for the
    /// last block. If that block is near, everything from the position to it is read at once.
    /// </summary>
    /// <returns>How many bytes to read behind those in the window.</returns>
    private int BeginFetch(int bytes)
    {
        var last = Math.Max(0, _ciphertextBytes - AesBlock.Bytes);
        var isLastApart = IsEndWanted && (Position > last || last - Position > LeastBytes - AesBlock.Bytes);
        var (wanted, end) = (isLastApart ? last : Position, IsEndWanted ? last : Position + bytes);
        var block = wanted & -AesBlock.Bytes;
        var least = Math.Max(LeastBytes, bytes + (3L * AesBlock.Bytes));
        if (_canSeek)
            least = Math.Min(least, Math.Max(0, _ciphertextBytes - block) + AesBlock.Bytes);
        StreamBatch.Grow(ref _window, (2 * AesBlock.Bytes) + least, most: (2 * AesBlock.Bytes) + StreamBatch.Bytes);
        Move(block);
        var missing = end + (3 * AesBlock.Bytes) - _windowStart - _windowBytes;
        return (int)Math.Min(Math.Max(missing, LeastBytes), _window.Length - _windowBytes);
    }

    /// <summary>Lets the window begin at a block, and keeps what it has from there on.</summary>
    private void Move(long block)
    {
        var passed = block - _windowStart;
        if (passed < 0 || passed > _windowBytes || (block == 0 && _windowBytes == 0))
        {
            _windowBytes = 0;
            if (block == 0)
            {
                _iv.CopyTo(_window, 0);
                _windowBytes = AesBlock.Bytes;
            }
        }
        else
        {
            _windowBytes -= (int)passed;
            Buffer.BlockCopy(_window, (int)passed, _window, 0, _windowBytes);
        }

        _windowStart = block;
    }

    private void EndFetch(int read)
    {
        _windowBytes += read;
        var end = _windowStart + _windowBytes - AesBlock.Bytes;
        if (_length >= 0 || _canSeek)
        {
            var isWhole = _length < 0 && end == _ciphertextBytes;
            if (read == 0 && !isWhole)
                throw BecameShorter();
            if (isWhole)
                FindEnd(end);
        }
        else if (read == 0)
        {
            FindEnd(end);
        }
    }

    private static EndOfStreamException BecameShorter() => new("The underlying stream became shorter while it was read.");

    /// <summary>Finds where the text ends in a ciphertext of so many bytes, whose last block is in the window.</summary>
    private void FindEnd(long ciphertextBytes)
    {
        if (ciphertextBytes % AesBlock.Bytes != 0)
            throw AesPadding.PartialBlock(ciphertextBytes);
        if (!AesPadding.IsRemovable(_padding))
        {
            _length = ciphertextBytes;
            return;
        }

        if (ciphertextBytes == 0)
            throw AesPadding.NotFound(_padding);
        var offset = ciphertextBytes - AesBlock.Bytes - _windowStart;
        if (offset < 0 || offset > _windowBytes - (2 * AesBlock.Bytes))
            throw BecameShorter();
        var blocks = _window.AsSpan((int)offset, 2 * AesBlock.Bytes);
        var key = _key.Hold();
        var cipher = new AesCipher(_kernel, AesMode.Cbc, key.Bytes + AesKey.ScheduleOffset, _key.Rounds);
        AesTail tail;
        using var secret = new SecretScope(&tail, sizeof(AesTail));
        fixed (byte* previous = blocks)
            cipher.DecryptLast(previous, AesBlock.Bytes, previous + AesBlock.Bytes, AesBlock.Bytes, &tail);
        var padding = AesPadding.Measure(&tail, AesBlock.Bytes, _padding);
        if (!key.IsAlive)
            key.ThrowDisposed(default);
        if (padding < 0)
            throw AesPadding.NotFound(_padding);
        _length = ciphertextBytes - padding;
    }
}
