using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The CMAC of a message that comes in parts, for one caller at a time. Every member throws <see cref="ObjectDisposedException"/>
/// after <see cref="Dispose"/>, and <see cref="System.Security.Cryptography.CryptographicException"/> during another thread's call.
/// </summary>
internal sealed unsafe class RunningCmac : IMessageHash
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
        fixed (byte* bytes = source)
            CmacState.Append(_kernel, (CmacState*)scope.Bytes, bytes, source.Length);
        Secret.ForgetGeneralRegisters();
    }

    public void FinishAndReset(Span<byte> destination)
    {
        using var scope = _slot.Enter(_owner);
        fixed (byte* code = destination)
            CmacState.Finish(_kernel, (CmacState*)scope.Bytes, code);
    }

    public void Dispose() => _slot.Dispose();
}
