using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;
#if NET
using System.Runtime.Intrinsics;
#endif

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Poly1305 in words, in limbs and in lanes, whichever a kernel would take here: with texts and keys of few bits or many.</summary>
public unsafe class Poly1305Tests
{
    internal delegate void Updater(Poly1305State* state, byte* source, nint length);

    public static TheoryData<string> Ways =>
    [
        "as the CPU takes it",
        "limbs",
#if NET
        .. Vector256.IsHardwareAccelerated ? ["lanes of 256 bits"] : (string[])[],
        .. Vector512.IsHardwareAccelerated ? ["lanes of 512 bits"] : (string[])[],
#endif
    ];

    [Theory, MemberData(nameof(Ways))]
    public void Tag_of_any_blocks_is_right(string way)
    {
        Updater update = way switch
        {
            "limbs" => Poly1305Limbs.Update,
#if NET
            "lanes of 256 bits" => Lanes<Vector256<uint>, ChaChaX64Lanes256>,
            "lanes of 512 bits" => Lanes<Vector512<uint>, ChaChaX64Lanes512>,
#endif
            _ => Poly1305.Update,
        };

        // Carries are rare in random texts; ones, zeros, and what makes sums of p and a little more have them all.
        byte[][] patterns =
        [
            [.. Enumerable.Repeat((byte)0xFF, 16)], new byte[16], [.. Enumerable.Repeat((byte)0xFF, 8), .. new byte[8]],
            [0xFB, .. Enumerable.Repeat((byte)0xFF, 15)], TestBytes.Random(16, 5),
        ];
        foreach (var r in patterns)
        {
            foreach (var s in patterns)
            {
                foreach (var pattern in patterns)
                {
                    for (var blocks = 0; blocks <= 33; blocks++)
                    {
                        byte[] key = [.. r, .. s];
                        byte[] text = [.. Enumerable.Range(0, blocks).SelectMany(i => i % 7 == 6 ? patterns[i % 5] : pattern)];
                        Assert.Equal(ReferenceChaCha.Poly1305(key, text), Tag(update, key, text));
                    }
                }
            }
        }
    }

    /// <summary>The tag of whole blocks.</summary>
    internal static byte[] Tag(Updater update, byte[] key, byte[] text)
    {
        var tag = new byte[16];
        Poly1305State state;
        fixed (byte* k = key, source = text, to = tag)
        {
            Poly1305.Begin(&state, k);
            update(&state, source, text.Length);
            Poly1305.End(&state, to);
        }

        return tag;
    }

#if NET
    /// <summary>The first block alone, then lanes, then what is no whole step.</summary>
    private static void Lanes<TVector, TLanes>(Poly1305State* state, byte* source, nint length)
        where TVector : unmanaged
        where TLanes : struct, IPoly1305Lanes<TVector>
    {
        Poly1305LanesMemory memory;
        var lanes = Poly1305Blocks<TVector, TLanes>.Align(&memory);
        var first = length < Poly1305.BlockBytes ? length : Poly1305.BlockBytes;
        Poly1305.Update(state, source, first);
        var whole = (length - first) / Poly1305Blocks<TVector, TLanes>.StepBytes * Poly1305Blocks<TVector, TLanes>.StepBytes;
        Poly1305Blocks<TVector, TLanes>.MakePowers(lanes, state);
        Poly1305Blocks<TVector, TLanes>.Begin(lanes, state);
        Poly1305Blocks<TVector, TLanes>.Update(lanes, source + first, whole);
        Poly1305Blocks<TVector, TLanes>.End(lanes, state);
        Poly1305.Update(state, source + first + whole, length - first - whole);
    }
#endif
}
