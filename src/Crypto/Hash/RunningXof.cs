using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The message of a SHAKE function or of KMAC, that comes in parts, and its output, which may be read in parts; for one caller at a
/// time. Every member throws <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, in the owner's name, and
/// <see cref="CryptographicException"/> during another thread's call.
/// </summary>
internal sealed unsafe class RunningXof : IMessageCode
{
    private readonly MessageHash _hash;
    private readonly KmacEnd? _kmacEnd;
    private readonly StateSlot _slot;
    private readonly object _owner;

    /// <summary>Begins a message of a SHAKE function.</summary>
    /// <param name="hash">The function.</param>
    /// <param name="owner">In whose name exceptions are thrown.</param>
    /// <param name="digestBytes">Of the output that <see cref="HashStreams"/> asks for.</param>
    public RunningXof(MessageHash hash, object owner, int digestBytes = 0)
        : this(hash, owner, kmacEnd: null, digestBytes) =>
        Reset();

    /// <summary>Begins a message of KMAC.</summary>
    /// <inheritdoc cref="RunningXof(MessageHash, object, int)"/>
    public RunningXof(
        MessageHash hash,
        object owner,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> customization,
        KmacEnd end,
        int digestBytes = 0)
        : this(hash, owner, end, digestBytes)
    {
        using var scope = _slot.Enter(owner);
        var memory = (Memory*)scope.Bytes;
        Kmac.Begin(hash, &memory->State, key, customization);
        hash.CopyChain(&memory->State.Chain, &memory->Keyed);
        Secret.ForgetRegisters();
        Secret.ForgetGeneralRegisters();
    }

    private RunningXof(MessageHash hash, object owner, KmacEnd? kmacEnd, int digestBytes)
    {
        DigestBytes = digestBytes;
        _hash = hash;
        _owner = owner;
        _kmacEnd = kmacEnd;
        _slot = new StateSlot(MemoryBytes);
    }

    public int DigestBytes { get; }

    private int MemoryBytes => _kmacEnd is null ? sizeof(HashState) : sizeof(Memory);

    public void Append(ReadOnlySpan<byte> source)
    {
        using var scope = _slot.Enter(_owner);
        var state = (HashState*)scope.Bytes;
        RequireUnread(state);
        fixed (byte* bytes = source)
            _hash.Update(state, bytes, source.Length);
    }

    /// <summary>Ends the message, fills the destination with its output, and begins another.</summary>
    public void FinishAndReset(Span<byte> destination)
    {
        using var scope = _slot.Enter(_owner);
        var memory = (Memory*)scope.Bytes;
        RequireUnread(&memory->State);
        Finish(&memory->State, destination.Length);
        XofOutput.Read(_hash, &memory->State, destination);
        Begin(memory);
    }

    public bool VerifyAndReset(ReadOnlySpan<byte> code)
    {
        using var scope = _slot.Enter(_owner);
        var memory = (Memory*)scope.Bytes;
        Finish(&memory->State, code.Length);
        var isRight = XofOutput.Verify(_hash, &memory->State, code);
        Begin(memory);
        return isRight;
    }

    /// <summary>The output of the message so far.</summary>
    public void Current(Span<byte> destination) => EndCopy(destination, code: default);

    /// <summary>Whether a code is that of the message so far.</summary>
    public bool VerifyCurrent(ReadOnlySpan<byte> code) => EndCopy(destination: default, code);

    /// <summary>Ends the message, if it has not been, and fills the destination with what follows of its output.</summary>
    public void Read(Span<byte> destination)
    {
        using var scope = _slot.Enter(_owner);
        var state = (HashState*)scope.Bytes;
        if (!state->IsRead)
            XofOutput.Begin(_hash, state);
        XofOutput.Read(_hash, state, destination);
    }

    /// <summary>Forgets the message so far.</summary>
    public void Reset()
    {
        using var scope = _slot.Enter(_owner);
        Begin((Memory*)scope.Bytes);
    }

    /// <summary>An independent copy at the same place of the same message or output, for another owner.</summary>
    public RunningXof Clone(object owner)
    {
        var copy = new RunningXof(_hash, owner, _kmacEnd, DigestBytes);
        using var from = _slot.Enter(_owner);
        using var to = copy._slot.Enter(owner);
        Secret.Copy(new(from.Bytes, MemoryBytes), new(to.Bytes, MemoryBytes));
        return copy;
    }

    public void Dispose() => _slot.Dispose();

    private static void RequireUnread(HashState* state)
    {
        if (state->IsRead)
            Throw();

        static void Throw() => throw new InvalidOperationException("Output has been read: call Reset before another message.");
    }

    /// <summary>Ends the message, which then goes on as if it had not been: fills the destination, or compares with the code.</summary>
    private bool EndCopy(Span<byte> destination, ReadOnlySpan<byte> code)
    {
        using var scope = _slot.Enter(_owner);
        var state = (HashState*)scope.Bytes;
        RequireUnread(state);
        HashState saved;
        using var secret = new SecretScope(&saved, sizeof(HashState));
        _hash.Copy(state, &saved);
        Finish(state, destination.Length + code.Length);
        XofOutput.Read(_hash, state, destination);
        var isRight = XofOutput.Verify(_hash, state, code);
        _hash.Copy(&saved, state);
        return isRight;
    }

    private void Begin(Memory* memory)
    {
        if (_kmacEnd is null)
            _hash.Begin(&memory->State);
        else
            _hash.Resume(&memory->State, &memory->Keyed, 0);
    }

    private void Finish(HashState* state, int outputBytes)
    {
        if (_kmacEnd is { } end)
            Kmac.End(_hash, state, end, outputBytes);
        XofOutput.Begin(_hash, state);
    }

    /// <summary>The slot: without the key where there is none.</summary>
    private struct Memory
    {
        public HashState State;

        /// <summary>After the blocks of name, customization and key.</summary>
        public HashChain Keyed;
    }
}
