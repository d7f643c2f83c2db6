using System;

namespace ManagedCrypto;

/// <summary>Refusal of buffers that share memory in a way that would spoil the result.</summary>
internal static class Overlap
{
    /// <summary>Refuses an output that shares memory with its input, unless both begin at the same byte.</summary>
    /// <exception cref="ArgumentException">They overlap otherwise.</exception>
    public static void RefusePartial(ReadOnlySpan<byte> input, ReadOnlySpan<byte> output, string inputName, string outputName)
    {
        if (input.Overlaps(output, out var offset) && offset != 0)
        {
            throw new ArgumentException(
                $"The output overlaps {inputName}, {offset} bytes off: they may be the same memory or have none in common.", outputName);
        }
    }

    /// <summary>Refuses an argument that shares any memory with an output that is written before the argument was used.</summary>
    /// <exception cref="ArgumentException">They overlap.</exception>
    public static void RefuseAny(ReadOnlySpan<byte> argument, ReadOnlySpan<byte> output, string argumentName, string outputName)
    {
        if (argument.Overlaps(output))
            throw new ArgumentException($"It overlaps {outputName}, which is written to: they may have no memory in common.", argumentName);
    }
}
