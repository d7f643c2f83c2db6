using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The CMAC of a message that comes in parts, for one caller at a time. Every member throws <see cref="ObjectDisposedException"/>
/// after <see cref="Dispose"/>, and <see cref="System.Security.Cryptography.CryptographicException"/> during another thread's call.
/// </summary>
internal sealed unsafe class RunningCmac : IClaimableHash
{
    private readonly AesKernel _kernel;
    private readonly object _owner;
    private readonly StateSlot _slot;

    /// <summary>Begins a message under a key of 16, 24 or 32 bytes.</summary>
    public RunningCmac(AesKernel kernel, object owner, ReadOnlySpan<byte> key)
    {
        Arguments.RequireAesKey(key);
        _kernel = kernel;
        _owner = owner;
        _slot = new StateSlot(CmacState.HeadBytes + kernel.EncryptionScheduleBytes);
        SetKey(key);
    }

    public int DigestBytes => AesBlock.Bytes;

    /// <summary>Takes another key of 16, 24 or 32 bytes, and forgets the message so far.</summary>
    public void SetKey(ReadOnlySpan<byte> key)
    {
        Arguments.RequireAesKey(key);
        using var scope = _slot.Enter(_owner);
        CmacState.SetKey(_kernel, (CmacState*)scope.Bytes, key);
    }

    /// <summary>A copy of the key.</summary>
    public byte[] GetKey()
    {
        using var scope = _slot.Enter(_owner);
        return Secret.ToArray(CmacState.Key((CmacState*)scope.Bytes));
    }

    /// <summary>Forgets the message so far.</summary>
    public void Reset()
    {
        using var scope = _slot.Enter(_owner);
        CmacState.Begin((CmacState*)scope.Bytes);
    }

    public void Append(ReadOnlySpan<byte> source)
    {
        using var scope = _slot.Enter(_owner);
        Append(scope, source);
    }

    public void FinishAndReset(Span<byte> destination)
    {
        using var scope = _slot.Enter(_owner);
        FinishAndReset(scope, destination);
    }

    public IMessageHash Claim() => new Claimed(this);

    public void Dispose() => _slot.Dispose();

    private void Append(StateScope scope, ReadOnlySpan<byte> source)
    {
        fixed (byte* bytes = source)
            CmacState.Append(_kernel, (CmacState*)scope.Bytes, bytes, source.Length);
        Secret.ForgetGeneralRegisters();
    }

    private void FinishAndReset(StateScope scope, Span<byte> destination)
    {
        fixed (byte* code = destination)
            CmacState.Finish(_kernel, (CmacState*)scope.Bytes, code);
    }

    /// <summary>The rest of the message, for the one who claimed the object.</summary>
    private sealed class Claimed : IMessageHash
    {
        private readonly RunningCmac _running;

        public Claimed(RunningCmac running)
        {
            _running = running;
            running._slot.Claim(running._owner);
        }

        public int DigestBytes => _running.DigestBytes;

        public void Append(ReadOnlySpan<byte> source)
        {
            using var scope = _running._slot.Within(_running._owner);
            _running.Append(scope, source);
        }

        public void FinishAndReset(Span<byte> destination)
        {
            using var scope = _running._slot.Within(_running._owner);
            _running.FinishAndReset(scope, destination);
        }

        public void Dispose() => _running._slot.Exit();
    }
}
