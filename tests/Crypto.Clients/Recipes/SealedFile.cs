using System.IO;
using ManagedCrypto;

/// <summary>
/// A file of any length, sealed as Cobblestone. Only chunks that were verified are given out, in their order; one that was changed,
/// moved or left out, or an end that was cut off, throws. The caller then drops what was written.
/// </summary>
internal static class SealedFile
{
    public static void Seal(byte[] key, Stream source, Stream destination)
    {
        using var stream = Cobblestone.CreateSealingStream(destination, key, leaveOpen: true);
        source.CopyTo(stream);
        stream.Complete();
    }

    /// <exception cref="System.Security.Cryptography.AuthenticationTagMismatchException">Something was changed, or is missing.</exception>
    public static void Open(byte[] key, Stream source, Stream destination)
    {
        using var stream = Cobblestone.CreateOpeningStream(source, key, leaveOpen: true);
        stream.CopyTo(destination);
    }
}
