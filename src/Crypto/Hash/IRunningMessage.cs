using System;

namespace ManagedCrypto;

/// <summary>A <see cref="RunningMessage{TEngine}"/>, whatever computes.</summary>
internal interface IRunningMessage : IMessageCode, IClaimableHash
{
    /// <summary>The digest of the message so far, which goes on.</summary>
    void Current(Span<byte> destination);

    /// <summary>Whether a code, of the right length, is that of the message so far, which goes on.</summary>
    bool VerifyCurrent(ReadOnlySpan<byte> code);

    /// <summary>An independent copy at the same place of the same message, for another owner.</summary>
    IRunningMessage CloneFor(object owner);
}
