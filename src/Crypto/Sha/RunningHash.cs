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
    private readonly ShaAlgorithm _algorithm;
    private readonly ShaKernel _kernel;
    private readonly StateSlot _slot;
    private readonly object _owner;
    private readonly bool _isKeyed;

    /// <summary>Begins a hash.</summary>
    public RunningHash(ShaAlgorithm algorithm, ShaKernel kernel, object owner)
        : this(algorithm, kernel, owner, isKeyed: false) =>
        Reset();

    /// <summary>Begins an HMAC.</summary>
    public RunningHash(ShaAlgorithm algorithm, ShaKernel kernel, object owner, ReadOnlySpan<byte> key)
        : this(algorithm, kernel, owner, isKeyed: true) =>
        SetKey(key);

    private RunningHash(ShaAlgorithm algorithm, ShaKernel kernel, object owner, bool isKeyed)
    {
        _algorithm = algorithm;
        _kernel = kernel;
        _owner = owner;
        _isKeyed = isKeyed;
        _slot = new StateSlot(isKeyed ? sizeof(Memory) : sizeof(ShaState));
    }

    public int DigestBytes => _algorithm.DigestBytes;

    public void Append(ReadOnlySpan<byte> source)
    {
        var memory = Enter();
        fixed (byte* bytes = source)
            _algorithm.Append(_kernel, &memory->State, bytes, source.Length);
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
        Secret.Wipe(&saved, sizeof(ShaState));
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
        HmacKey.Expand(_algorithm, _kernel, key, &memory->Key, &memory->State);
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
        var copy = new RunningHash(_algorithm, _kernel, owner, _isKeyed);
        var memory = Enter();
        var bytes = _isKeyed ? sizeof(Memory) : sizeof(ShaState);
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
            HmacKey.Begin(_algorithm, &memory->Key, &memory->State);
        else
            _algorithm.Begin(&memory->State);
    }

    private void Finish(Memory* memory, byte* digest)
    {
        if (_isKeyed)
            HmacKey.Finish(_algorithm, _kernel, &memory->Key, &memory->State, digest);
        else
            _algorithm.Finish(_kernel, &memory->State, null, 0, digest);
    }

    /// <summary>The slot: without the key where there is none.</summary>
    private struct Memory
    {
        public ShaState State;
        public HmacKey Key;
    }
}
