using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The hash or HMAC of a message that comes in parts, for one caller at a time. Every member throws
/// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, in the owner's name, and
/// <see cref="System.Security.Cryptography.CryptographicException"/> during another thread's call.
/// </summary>
internal sealed unsafe class RunningHash : IMessageCode, IClaimableHash
{
    private readonly MessageHash _hash;

    /// <summary>An <see cref="HmacState"/>: without the key where there is none.</summary>
    private readonly StateSlot _slot;

    private readonly object _owner;
    private readonly bool _isKeyed;

    /// <summary>Begins a hash.</summary>
    public RunningHash(MessageHash hash, object owner)
        : this(hash, owner, isKeyed: false) =>
        Reset();

    /// <summary>Begins an HMAC.</summary>
    public RunningHash(MessageHash hash, object owner, ReadOnlySpan<byte> key)
        : this(hash, owner, isKeyed: true) =>
        SetKey(key);

    /// <summary>Begins an HMAC under a random key of a block, which is nowhere but in the slot.</summary>
    public static RunningHash UnderRandomKey(MessageHash hash, object owner)
    {
        var keyed = new RunningHash(hash, owner, isKeyed: true);
        using var scope = keyed._slot.Enter(owner);
        var memory = (HmacState*)scope.Bytes;
        var key = new Span<byte>(&memory->State.Buffer, hash.BlockBytes);
        RandomBytes.Fill(key);
        keyed.SetKey(memory, key);
        return keyed;
    }

    private RunningHash(MessageHash hash, object owner, bool isKeyed)
    {
        _hash = hash;
        _owner = owner;
        _isKeyed = isKeyed;
        _slot = new StateSlot(MemoryBytes);
    }

    public int DigestBytes => _hash.DigestBytes;

    private int MemoryBytes => _isKeyed ? sizeof(HmacState) : _hash.StateBytes;

    public void Append(ReadOnlySpan<byte> source)
    {
        fixed (byte* bytes = source)
            Append(bytes, source.Length);
    }

    /// <summary>Appends part of an array: on Mono, a span would double what a small call costs.</summary>
    /// <inheritdoc cref="Arguments.RequireHashInput"/>
    public void Append(byte[] source, int offset, int count)
    {
        Arguments.RequireHashInput(source, offset, count);
        fixed (byte* bytes = source)
            Append(bytes + offset, count);
    }

    public void FinishAndReset(Span<byte> destination)
    {
        using var scope = _slot.Enter(_owner);
        FinishAndReset(scope, destination);
    }

    public bool VerifyAndReset(ReadOnlySpan<byte> code)
    {
        HashWords room;
        var right = new Span<byte>(&room, DigestBytes);
        FinishAndReset(right);
        return AuthenticationTag.IsRight(&room, right.Length, code);
    }

    /// <summary>
    /// Ends the message with the source, if the destination has room for the digest, and begins the next: all in one claim, since a
    /// claim costs a small message much.
    /// </summary>
    /// <returns>Whether it has.</returns>
    public bool TryFinishAndReset(ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
    {
        using var scope = _slot.Enter(_owner);
        bytesWritten = 0;
        if (destination.Length < DigestBytes)
            return false;
        var memory = (HmacState*)scope.Bytes;
        fixed (byte* bytes = source, digest = destination)
            Finish(memory, bytes, source.Length, digest);

        Begin(memory);
        bytesWritten = DigestBytes;
        return true;
    }

    /// <summary>The digest of the message so far, into a destination of a digest's length or more.</summary>
    public void Current(Span<byte> destination)
    {
        using var scope = _slot.Enter(_owner);
        var memory = (HmacState*)scope.Bytes;
        HashState saved;
        using var secret = new SecretScope(&saved, _hash.StateBytes);
        _hash.Copy(&memory->State, &saved);
        fixed (byte* digest = destination)
            Finish(memory, null, 0, digest);
        _hash.Copy(&saved, &memory->State);
    }

    /// <summary>Forgets the message so far.</summary>
    public void Reset()
    {
        using var scope = _slot.Enter(_owner);
        Begin((HmacState*)scope.Bytes);
    }

    /// <summary>Takes another key and forgets the message so far.</summary>
    public void SetKey(ReadOnlySpan<byte> key)
    {
        using var scope = _slot.Enter(_owner);
        SetKey((HmacState*)scope.Bytes, key);
    }

    /// <summary>A copy of the key, or of its digest if it is longer than a block.</summary>
    public byte[] GetKey()
    {
        using var scope = _slot.Enter(_owner);
        var key = &((HmacState*)scope.Bytes)->Key;
        return Secret.ToArray(new(&key->PaddedKey, key->Length));
    }

    /// <summary>An independent copy at the same place of the same message, for another owner.</summary>
    public RunningHash Clone(object owner)
    {
        var copy = new RunningHash(_hash, owner, _isKeyed);
        using var from = _slot.Enter(_owner);
        using var to = copy._slot.Enter(owner);
        Secret.Copy(new(from.Bytes, MemoryBytes), new(to.Bytes, MemoryBytes));
        return copy;
    }

    public IMessageHash Claim() => new Claimed(this);

    public void Dispose() => _slot.Dispose();

    private void FinishAndReset(StateScope scope, Span<byte> destination)
    {
        var memory = (HmacState*)scope.Bytes;
        fixed (byte* digest = destination)
            Finish(memory, null, 0, digest);
        Begin(memory);
    }

    private void SetKey(HmacState* memory, ReadOnlySpan<byte> key)
    {
        HmacState.SetKey(_hash, memory, key);
        Begin(memory);
        Secret.ForgetGeneralRegisters();
    }

    private void Append(byte* source, int length)
    {
        using var scope = _slot.Enter(_owner);
        _hash.Update((HashState*)scope.Bytes, source, length);
    }

    private void Begin(HmacState* memory)
    {
        if (_isKeyed)
            HmacState.Begin(_hash, memory);
        else
            _hash.Begin(&memory->State);
    }

    private void Finish(HmacState* memory, byte* source, nint length, byte* digest)
    {
        if (_isKeyed)
            HmacState.Finish(_hash, memory, source, length, digest);
        else
            _hash.Finish(&memory->State, source, length, digest);
    }

    /// <summary>The rest of the message, for the one who claimed the object.</summary>
    private sealed class Claimed : IMessageHash
    {
        private readonly RunningHash _running;

        public Claimed(RunningHash running)
        {
            _running = running;
            running._slot.Claim(running._owner);
        }

        public int DigestBytes => _running.DigestBytes;

        public void Append(ReadOnlySpan<byte> source)
        {
            using var scope = _running._slot.Within(_running._owner);
            fixed (byte* bytes = source)
                _running._hash.Update((HashState*)scope.Bytes, bytes, source.Length);
        }

        public void FinishAndReset(Span<byte> destination)
        {
            using var scope = _running._slot.Within(_running._owner);
            _running.FinishAndReset(scope, destination);
        }

        public void Dispose() => _running._slot.Exit();
    }
}
