using System;
using System.Linq;

namespace ManagedCrypto.TypeGenerator;

/// <summary>The members of a hash that take many messages at once, where it has kernels for that.</summary>
internal static class LanesMembers
{
    public static string Of(HashFunction function, Func<Algorithm, string> propertyOf)
    {
        var lanes = Algorithms.All.OfType<LanesFunction>().SingleOrDefault(lanes => lanes.Function == function);
        return lanes is null ? "" : $$"""


                private static ManyMessages Many => field ?? Algorithms.{{propertyOf(lanes)}}.KeepBest(ref field);

                /// <summary>
                /// Hashes many messages of one length at once, side by side in the CPU's vectors: with longer ones, several times as fast
                /// as one after the other.
                /// </summary>
                /// <param name="source">The messages, each directly behind the other.</param>
                /// <param name="messageBytes">Bytes of each message, one or more.</param>
                /// <param name="digests">
                /// Receives the digests in the order of the messages, each directly behind the other, in its first bytes:
                /// {{function.DigestBytes}} for each message. It may not overlap the messages.
                /// </param>
                /// <exception cref="ArgumentOutOfRangeException"><paramref name="messageBytes"/> is zero or negative.</exception>
                /// <exception cref="ArgumentException">
                /// The length of <paramref name="source"/> is no multiple of <paramref name="messageBytes"/>; or
                /// <paramref name="digests"/> has less room than the digests take, or overlaps <paramref name="source"/>. Nothing has
                /// been written.
                /// </exception>
                public static void HashMany(ReadOnlySpan<byte> source, int messageBytes, Span<byte> digests) =>
                    Many.Hash(source, messageBytes, digests);

                /// <summary>
                /// Hashes many messages at once, whatever their lengths are: those of about the same length side by side in the CPU's
                /// vectors.
                /// </summary>
                /// <param name="messages">The messages, which may be empty. They may not change during the call.</param>
                /// <param name="digests">
                /// Receives the digests in the order of the messages, each directly behind the other, in its first bytes:
                /// {{function.DigestBytes}} for each message. It may not overlap a message.
                /// </param>
                /// <exception cref="ArgumentNullException"><paramref name="messages"/> is null.</exception>
                /// <exception cref="ArgumentException">
                /// <paramref name="digests"/> has less room than the digests take, or overlaps one of <paramref name="messages"/>.
                /// Nothing has been written.
                /// </exception>
                public static void HashMany(IReadOnlyList<ReadOnlyMemory<byte>> messages, Span<byte> digests) =>
                    Many.Hash(messages, digests);
            """;
    }
}
