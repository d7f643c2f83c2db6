namespace ManagedCrypto.Intrinsics;

/// <summary>Why executable memory was not given.</summary>
internal readonly struct Refusal(string reason, bool isForTheMoment = false)
{
    public string Reason { get; } = reason;

    /// <summary>Whether it was for want of memory or of files, which others may give back.</summary>
    public bool IsForTheMoment { get; } = isForTheMoment;
}
