using System;

namespace ManagedCrypto;

/// <summary>The hash or HMAC of a message that comes in parts: this library's, or the BCL's.</summary>
internal interface IRunningHash : IMessageHash
{
    /// <summary>The digest of the message so far, into a destination of a digest's length or more.</summary>
    void Current(Span<byte> destination);

    /// <summary>An independent copy at the same place of the same message, for another owner.</summary>
    IRunningHash Clone(object owner);
}
