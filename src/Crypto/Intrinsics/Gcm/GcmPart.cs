using System;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The part of a message that a call has. Associated data comes before text. Unfinished parts of text have a multiple of
/// 512 bytes, those of associated data whole blocks, but for the last.
/// </summary>
[Flags]
internal enum GcmPart : long
{
    Whole = 0,

    /// <summary>Others came before: <see cref="AeadArguments.Hash"/> is theirs.</summary>
    Continued = 1,

    /// <summary>Others follow: there is no tag yet.</summary>
    Unfinished = 2,
}
