using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A message that comes in parts, and its digest or code, for one caller at a time. Every member throws
/// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, in the owner's name, and
/// <see cref="System.Security.Cryptography.CryptographicException"/> during another thread's call.
/// </summary>
/// <typeparam name="TEngine">What computes: a hash, HMAC, SHAKE, KMAC or CMAC. Its <c>Begin</c> makes the object and begins the first message.</typeparam>
internal sealed unsafe class RunningMessage<TEngine> : IRunningMessage
    where TEngine : struct, IMessageEngine
{
    /// <param name="engine">What computes.</param>
    /// <param name="owner">In whose name exceptions are thrown.</param>
    public RunningMessage(TEngine engine, object owner)
    {
        Engine = engine;
        Owner = owner;
        Slot = new StateSlot(engine.MemoryBytes);
    }

    public TEngine Engine { get; }

    public int DigestBytes => Engine.DigestBytes;

    /// <summary>The memory. Engines claim it for calls of their own, such as setting a key.</summary>
    public StateSlot Slot { get; }

    public object Owner { get; }

    public void Append(ReadOnlySpan<byte> source)
    {
        using var scope = Slot.Enter(Owner);
        fixed (byte* bytes = &SpanStart.Of(source))
            Engine.Append(scope.Bytes, bytes, source.Length);
    }

    /// <summary>Appends part of an array: on Mono, a span would double what a small call costs.</summary>
    /// <inheritdoc cref="Arguments.RequireHashInput"/>
    public void Append(byte[] source, int offset, int count)
    {
        Arguments.RequireHashInput(source, offset, count);
        using var scope = Slot.Enter(Owner);
        fixed (byte* bytes = &SpanStart.Of(source))
            Engine.Append(scope.Bytes, bytes + offset, count);
    }

    public void FinishAndReset(Span<byte> destination)
    {
        using var scope = Slot.Enter(Owner);
        FinishAndReset(scope, destination);
    }

    public bool VerifyAndReset(ReadOnlySpan<byte> code)
    {
        using var scope = Slot.Enter(Owner);
        var isRight = Engine.Verify(scope.Bytes, code);
        Engine.Begin(scope.Bytes);
        return isRight;
    }

    /// <summary>
    /// Ends the message with the source, if the destination has room for the digest, and begins the next: all in one claim, since a
    /// claim costs a small message much.
    /// </summary>
    /// <returns>Whether it has.</returns>
    public bool TryFinishAndReset(ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
    {
        using var scope = Slot.Enter(Owner);
        bytesWritten = 0;
        if (destination.Length < DigestBytes)
            return false;
        fixed (byte* bytes = &SpanStart.Of(source))
            Engine.Finish(scope.Bytes, bytes, source.Length, destination);
        Engine.Begin(scope.Bytes);
        bytesWritten = DigestBytes;
        return true;
    }

    public void Current(Span<byte> destination)
    {
        using var scope = Slot.Enter(Owner);
        HashState saved;
        using var secret = new SecretScope(&saved, Engine.StateBytes);
        Save(scope, &saved);
        Engine.Finish(scope.Bytes, null, 0, destination);
        Restore(scope, &saved);
    }

    public bool VerifyCurrent(ReadOnlySpan<byte> code)
    {
        using var scope = Slot.Enter(Owner);
        HashState saved;
        using var secret = new SecretScope(&saved, Engine.StateBytes);
        Save(scope, &saved);
        var isRight = Engine.Verify(scope.Bytes, code);
        Restore(scope, &saved);
        return isRight;
    }

    /// <summary>Forgets the message so far.</summary>
    public void Reset()
    {
        using var scope = Slot.Enter(Owner);
        Engine.Begin(scope.Bytes);
    }

    /// <inheritdoc cref="IRunningMessage.CloneFor"/>
    public RunningMessage<TEngine> Clone(object owner)
    {
        var copy = new RunningMessage<TEngine>(Engine, owner);
        using var from = Slot.Enter(Owner);
        using var to = copy.Slot.Enter(owner);
        Secret.Copy(new(from.Bytes, Engine.MemoryBytes), new(to.Bytes, Engine.MemoryBytes));
        return copy;
    }

    IRunningMessage IRunningMessage.CloneFor(object owner) => Clone(owner);

    public IMessageHash Claim() => new Claimed(this);

    public void Dispose() => Slot.Dispose();

    private void FinishAndReset(StateScope scope, Span<byte> destination)
    {
        Engine.Finish(scope.Bytes, null, 0, destination);
        Engine.Begin(scope.Bytes);
    }

    private void Save(StateScope scope, HashState* saved) => State(scope).CopyTo(new Span<byte>(saved, Engine.StateBytes));

    private void Restore(StateScope scope, HashState* saved) => new ReadOnlySpan<byte>(saved, Engine.StateBytes).CopyTo(State(scope));

    private Span<byte> State(StateScope scope) => new(scope.Bytes, Engine.StateBytes);

    /// <summary>The rest of the message, for the one who claimed the object.</summary>
    private sealed class Claimed : IMessageHash
    {
        private readonly RunningMessage<TEngine> _running;

        public Claimed(RunningMessage<TEngine> running)
        {
            _running = running;
            running.Slot.Claim(running.Owner);
        }

        public int DigestBytes => _running.DigestBytes;

        public void Append(ReadOnlySpan<byte> source)
        {
            using var scope = _running.Slot.Within(_running.Owner);
            fixed (byte* bytes = &SpanStart.Of(source))
                _running.Engine.Append(scope.Bytes, bytes, source.Length);
        }

        public void FinishAndReset(Span<byte> destination)
        {
            using var scope = _running.Slot.Within(_running.Owner);
            _running.FinishAndReset(scope, destination);
        }

        public void Dispose() => _running.Slot.Exit();
    }
}
