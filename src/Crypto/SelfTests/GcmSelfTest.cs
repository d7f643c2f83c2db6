using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Sealing and opening under keys of every size, with associated data: a short message under a key that is for short ones only; one
/// below a batch of a kernel in C#; and one of batches and what remains after them, which a kernel that is tested in parts leaves until
/// a long message is there.
/// </summary>
internal static unsafe class GcmSelfTest
{
    public const int AssociatedBytes = 277, UnbatchedBytes = 127, UnbatchedAssociatedBytes = 29, ShortBytes = 19, ShortAssociatedBytes = 13;

    /// <summary>Of a short message and one below a batch, by SP 800-38D.</summary>
    public const ulong Known = 0x51a3197948895773;

    /// <summary>Of a long message, by SP 800-38D.</summary>
    public const ulong KnownLong = 0x7b5ca9fbfd79ce04;

    public static bool Passes(GcmKernel kernel)
    {
        var sum = 0UL;
        for (var keyBytes = 16; keyBytes <= 32; keyBytes += 8)
        {
            sum = Sum(kernel, keyBytes, ShortAssociatedBytes + ShortBytes, ShortAssociatedBytes, ShortBytes, sum);
            sum = Sum(kernel, keyBytes, long.MaxValue, UnbatchedAssociatedBytes, UnbatchedBytes, sum);
        }

        return sum == Known && (kernel.IsTestedInParts ? Defers(kernel) : PassesLong(kernel));
    }

    public static bool PassesLong(GcmKernel kernel)
    {
        var sum = 0UL;
        for (var keyBytes = 16; keyBytes <= 32; keyBytes += 8)
            sum = Sum(kernel, keyBytes, long.MaxValue, AssociatedBytes, SelfTest.TextBytes, sum);
        return sum == KnownLong;
    }

    // A method of its own: first use of other kernels would wait for the class of its closure.
    private static bool Defers(GcmKernel kernel)
    {
        kernel.TestWhenUsed(1 << GcmKernel.LongMessages, _ => PassesLong(kernel));
        return true;
    }

    /// <summary>Seals a text, and opens it as if it were a ciphertext. The key and the associated data begin like the text.</summary>
    private static ulong Sum(GcmKernel kernel, int keyBytes, long longestMessage, int associatedBytes, int bytes, ulong sum)
    {
        byte[] text = SelfTest.Text(SelfTest.TextBytes), output = new byte[SelfTest.TextBytes];
        fixed (byte* source = text, destination = output, memory = new byte[kernel.KeyBytes + SelfTest.Alignment])
        {
            GcmArguments arguments = default;
            arguments.Key = SelfTest.Align(memory);
            arguments.AssociatedData = arguments.Source = source;
            arguments.AssociatedDataLength = associatedBytes;
            arguments.Destination = destination;
            arguments.Length = bytes;
            arguments.Rounds = AesKernel.RoundsFor(keyBytes);
            arguments.Prepare(source);
            var opening = arguments;
            kernel.ExpandKey(source, keyBytes, arguments.Key, longestMessage);
            kernel.Seal(&arguments);
            sum = SelfTest.Sum(SelfTest.Sum(sum, destination, bytes), (byte*)&arguments.Tag, sizeof(Block128));
            kernel.Open(&opening);
            return SelfTest.Sum(SelfTest.Sum(sum, destination, bytes), (byte*)&opening.Tag, sizeof(Block128));
        }
    }
}
