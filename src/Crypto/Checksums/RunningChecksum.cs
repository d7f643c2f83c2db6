using System;

namespace ManagedCrypto;

/// <summary>
/// The checksum of a message that comes in parts, for one caller at a time. Every member throws
/// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, in the owner's name. The value is no secret: there is
/// nothing to wipe.
/// </summary>
internal sealed class RunningChecksum(MessageChecksum checksum, object owner) : IMessageHash
{
    private uint _value = checksum.Initial;
    private bool _isDisposed;

    public int DigestBytes => ChecksumAlgorithm.DigestBytes;

    public void Append(ReadOnlySpan<byte> source)
    {
        RequireAlive();
        _value = checksum.Append(_value, source);
    }

    public void FinishAndReset(Span<byte> destination)
    {
        RequireAlive();
        checksum.Write(checksum.Finish(_value), destination);
        _value = checksum.Initial;
    }

    public void Reset()
    {
        RequireAlive();
        _value = checksum.Initial;
    }

    public void Dispose() => _isDisposed = true;

    private void RequireAlive()
    {
        if (_isDisposed)
            Throw();

        void Throw() => throw new ObjectDisposedException(owner.GetType().FullName);
    }
}
