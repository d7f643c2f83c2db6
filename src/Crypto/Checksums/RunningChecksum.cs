using System;

namespace ManagedCrypto;

/// <summary>
/// The checksum of a message that comes in parts, for one caller at a time. Every member throws
/// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, in the owner's name, and
/// <see cref="System.Security.Cryptography.CryptographicException"/> during another thread's call. The value is no secret: there is
/// nothing to wipe.
/// </summary>
internal sealed class RunningChecksum(MessageChecksum checksum, object owner) : IClaimableHash
{
    private readonly StreamClaim _claim = new(owner, WipeNothing);
    private uint _value = checksum.Initial;

    public int DigestBytes => ChecksumAlgorithm.DigestBytes;

    public void Append(ReadOnlySpan<byte> source)
    {
        using var scope = _claim.Enter();
        _value = checksum.Append(_value, source);
    }

    public void FinishAndReset(Span<byte> destination)
    {
        using var scope = _claim.Enter();
        Finish(destination);
    }

    public void Reset()
    {
        using var scope = _claim.Enter();
        _value = checksum.Initial;
    }

    public IMessageHash Claim() => new Claimed(this);

    public void Dispose() => _claim.Dispose();

    private static void WipeNothing()
    {
    }

    private void Finish(Span<byte> destination)
    {
        checksum.Write(checksum.Finish(_value), destination);
        _value = checksum.Initial;
    }

    private void AppendClaimed(ReadOnlySpan<byte> source) => _value = checksum.Append(_value, source);

    /// <summary>The rest of the message, for the one who claimed the object.</summary>
    private sealed class Claimed : IMessageHash
    {
        private readonly RunningChecksum _running;
        private readonly StreamScope _scope;

        public Claimed(RunningChecksum running)
        {
            _running = running;
            _scope = running._claim.Enter();
        }

        public int DigestBytes => _running.DigestBytes;

        public void Append(ReadOnlySpan<byte> source)
        {
            _running._claim.RequireUndisposed();
            _running.AppendClaimed(source);
        }

        public void FinishAndReset(Span<byte> destination)
        {
            _running._claim.RequireUndisposed();
            _running.Finish(destination);
        }

        public void Dispose() => _scope.Dispose();
    }
}
