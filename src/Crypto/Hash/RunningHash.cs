using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The hash or HMAC of a message that comes in parts, for one caller at a time. Every member throws
/// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, in the owner's name, and
/// <see cref="System.Security.Cryptography.CryptographicException"/> during another thread's call.
/// </summary>
internal sealed unsafe class RunningHash : IRunningHash
{
    private readonly MessageHash _hash;
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
        var memory = keyed.Enter();
        var key = new Span<byte>(&memory->State.Overflow, hash.BlockBytes);
        RandomBytes.Fill(key);
        HmacKey.Expand(hash, key, &memory->Key, &memory->State);
        keyed.Begin(memory);
        keyed._slot.Exit();
        return keyed;
    }

    private RunningHash(MessageHash hash, object owner, bool isKeyed)
    {
        _hash = hash;
        _owner = owner;
        _isKeyed = isKeyed;
        _slot = new StateSlot(isKeyed ? sizeof(Memory) : sizeof(HashState));
    }

    public int DigestBytes => _hash.DigestBytes;

    public void Append(ReadOnlySpan<byte> source)
    {
        var memory = Enter();
        fixed (byte* bytes = source)
            _hash.Append(&memory->State, bytes, source.Length);
        _slot.Exit();
    }

    public void FinishAndReset(Span<byte> destination)
    {
        var memory = Enter();
        fixed (byte* digest = destination)
            Finish(memory, digest);
        Begin(memory);
        _slot.Exit();
    }

    public void Current(Span<byte> destination)
    {
        var memory = Enter();
        var saved = memory->State;
        fixed (byte* digest = destination)
            Finish(memory, digest);
        memory->State = saved;
        Secret.Wipe(&saved, sizeof(HashState));
        _slot.Exit();
    }

    /// <summary>Forgets the message so far.</summary>
    public void Reset()
    {
        Begin(Enter());
        _slot.Exit();
    }

    /// <summary>Takes another key and forgets the message so far.</summary>
    public void SetKey(ReadOnlySpan<byte> key)
    {
        var memory = Enter();
        HmacKey.Expand(_hash, key, &memory->Key, &memory->State);
        Begin(memory);
        _slot.Exit();
    }

    /// <summary>A copy of the key, or of its digest if it is longer than a block.</summary>
    public byte[] GetKey()
    {
        var memory = Enter();
        var key = new ReadOnlySpan<byte>(&memory->Key.PaddedKey, memory->Key.Length).ToArray();
        _slot.Exit();
        return key;
    }

    public IRunningHash Clone(object owner)
    {
        var copy = new RunningHash(_hash, owner, _isKeyed);
        var memory = Enter();
        var bytes = _isKeyed ? sizeof(Memory) : sizeof(HashState);
        new ReadOnlySpan<byte>(memory, bytes).CopyTo(new Span<byte>(copy.Enter(), bytes));
        copy._slot.Exit();
        _slot.Exit();
        return copy;
    }

    public void Dispose() => _slot.Dispose();

    private Memory* Enter() => (Memory*)_slot.Enter(_owner);

    private void Begin(Memory* memory)
    {
        if (_isKeyed)
            HmacKey.Begin(_hash, &memory->Key, &memory->State);
        else
            _hash.Begin(&memory->State);
    }

    private void Finish(Memory* memory, byte* digest)
    {
        if (_isKeyed)
            HmacKey.Finish(_hash, &memory->Key, &memory->State, digest);
        else
            _hash.Finish(&memory->State, null, 0, digest);
    }

    /// <summary>The slot: without the key where there is none.</summary>
    private struct Memory
    {
        public HashState State;
        public HmacKey Key;
    }
}
