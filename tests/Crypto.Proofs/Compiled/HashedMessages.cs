using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Kernels;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>
/// Messages of AEADs whose tag is a hash by powers of a subkey. A kernel hashes several blocks with one reduction: the hash after these has a name, so
/// that terms stay short. How many they are is the kernel's.
/// </summary>
internal static class HashedMessages
{
    /// <summary>Blocks of a batch of AES-GCM in C#.</summary>
    public const int BatchBlocks = 8;

    private const int BlockBytes = PowersOfH.Bytes, BatchVectors = 8;

    /// <summary>AES-GCM-SIV (RFC 8452).</summary>
    public static (int[] Text, int[] Tag) GcmSiv(AeadMessage message)
    {
        var terms = message.Terms;
        var specification = new GcmSivSpecification<int, Terms>(terms);
        var keys = new AesSpecification<int, Terms>(terms).ExpandKey(message.Key);
        var (subkey, messageKeys) = GcmSivTheorems.Derived(terms, keys, message.Nonce);
        var opened = message.Opens ? specification.Transform(messageKeys, message.Given, message.Text) : message.Text;
        int[] lengths = [.. terms.Word(8 * (ulong)message.Data.Length, sizeof(ulong)), .. terms.Word(8 * (ulong)message.Text.Length, sizeof(ulong))];
        Queue<int[]> blocks = new([.. Blocks(message.Data), .. Blocks(opened), lengths]);
        int[] groups = [.. GroupsOfPolyval(message.Kernel, message.Data.Length, message.Text.Length)];
        var powers = PowersOfH.Extend(terms, [subkey], groups.Max(), MostDoubled(message.Kernel));
        var hash = new int[BlockBytes];
        foreach (var count in groups)
        {
            int[][] group = [.. Enumerable.Range(0, count).Select(_ => blocks.Dequeue())];
            group[0] = terms.Xor(group[0], hash);
            hash = terms.Name("the hash", new PolyvalSpecification<int, Terms>(terms).Dot(group, [.. powers.Take(count).Reverse()]));
        }

        var tag = specification.Tag(messageKeys, hash, message.Nonce);
        return (message.Opens ? opened : specification.Transform(messageKeys, tag, message.Text), tag);
    }

    /// <summary>XAES-256-GCM: a key of each message's own, and AES-GCM with it.</summary>
    public static (int[] Text, int[] Tag) XAes(AeadMessage message)
    {
        var terms = message.Terms;
        var aes = new AesSpecification<int, Terms>(terms);
        var keys = aes.ExpandKey(new XAesSpecification<int, Terms>(terms).DeriveKey(aes.ExpandKey(message.Key), message.Nonce));
        var kernel = ((XAesGcm)message.Kernel).Gcm;
        var powers = PowersOfH.Extend(
            terms, [GcmTheorems.Specification(terms).FirstPower(keys)], Math.Max(PowersOfGcm(kernel), BatchOfGcm(kernel)), GhashIntrinsics.Powers);
        return Gcm(message with { Kernel = kernel, Nonce = message.Nonce[^GcmKernel.NonceBytes..] }, keys, powers);
    }

    /// <summary>AES-GCM (SP 800-38D) with a nonce of any size.</summary>
    public static (int[] Text, int[] Tag) Gcm(AeadMessage message, int[][] keys, int[][] powers)
    {
        var terms = message.Terms;
        var specification = GcmTheorems.Specification(terms);
        int[] j0 = [.. message.Nonce, 0, 0, 0, 1];
        if (message.Nonce.Length != GcmKernel.NonceBytes)
            j0 = [.. Transform(new int[BlockBytes], message.Nonce, [], Lengths(terms, 0, message.Nonce.Length)).Hash.Reverse()];
        var (result, hash) = Transform(
            specification.Count(j0, 1), message.Data, message.Text, Lengths(terms, message.Data.Length, message.Text.Length));
        return (result, specification.Tag(keys, j0, hash));

        (int[] Text, int[] Hash) Transform(int[] counter, int[] data, int[] text, int[] lengths) => specification.Transform(
            keys, powers, counter, new int[BlockBytes], data, text, lengths, message.Opens,
            GroupsOfGcm((GcmKernel)message.Kernel, data.Length, text.Length, message.Opens));
    }

    /// <summary>
    /// The same in pieces, after a pre-counter block. What is hashed first is a block of zeros, the hash of nothing, which changes nothing.
    /// </summary>
    public static (int[] Text, int[] Tag) Gcm(AeadMessage message, int[][] keys, int[][] powers, int[] j0, IEnumerable<(int Data, int Text)> calls)
    {
        var specification = GcmTheorems.Specification(message.Terms);
        var (result, hash) = specification.Transform(
            keys, powers, specification.Count(j0, 1), new int[BlockBytes], [.. new int[BlockBytes], .. message.Data], message.Text,
            Lengths(message.Terms, message.Data.Length, message.Text.Length), message.Opens,
            calls.SelectMany(call => GroupsOfGcm((GcmKernel)message.Kernel, call.Data, call.Text, message.Opens)));
        return (result, specification.Tag(keys, j0, hash));
    }

    /// <summary>Powers of H that a key of AES-GCM has.</summary>
    public static int PowersOfGcm(GcmKernel kernel) =>
        kernel is not GcmMachineCode ? GhashIntrinsics.Powers : Bits(kernel) == 512 ? GcmLayout.TablePowers : GcmLayout.KeyPowers;

    /// <summary>Blocks of a batch.</summary>
    public static int BatchOfGcm(GcmKernel kernel) => kernel is GcmMachineCode ? BatchVectors * Bits(kernel) / 8 / BlockBytes : BatchBlocks;

    public static int Bits(AeadKernel kernel) =>
        kernel.Id.EndsWith("512", StringComparison.Ordinal) ? 512 : kernel.Id.EndsWith("256", StringComparison.Ordinal) ? 256 : 128;

    /// <summary>In C#, what does not fill a batch is gathered: associated data go with the end of a text that is less than a batch.</summary>
    public static int[] GroupsOfGcm(GcmKernel kernel, int dataBytes, int textBytes, bool opens)
    {
        var blocks = BatchOfGcm(kernel);
        var batch = blocks * BlockBytes;
        if (kernel is GcmComposed)
            return [.. ComposedGcm.Groups(kernel, dataBytes), .. ComposedGcm.Groups(kernel, textBytes), 1];
        if (kernel is GcmMachineCode)
        {
            return Bits(kernel) == 512 ? [.. GcmTheorems.GroupsOf512(dataBytes, textBytes, opens, GcmPart.Whole)]
                : [.. GcmTheorems.Groups(dataBytes, batch), .. GcmTheorems.Groups(textBytes, batch), 1];
        }

        var (gathered, left) = (GcmTheorems.Blocks(dataBytes % batch), GcmTheorems.Blocks(textBytes % batch));
        var (dataBatches, textBatches) = (Enumerable.Repeat(blocks, dataBytes / batch), Enumerable.Repeat(blocks, textBytes / batch));
        return gathered > 0 && textBytes > batch - BlockBytes
            ? [.. dataBatches, gathered, .. textBatches, left + 1]
            : [.. dataBatches, .. textBatches, gathered + left + 1];
    }

    /// <summary>
    /// In machine code a short message is hashed at once, and of others associated data, text and lengths for themselves, in batches; in C# by as many
    /// blocks as there are powers, and a last block that is not whole alone.
    /// </summary>
    private static IEnumerable<int> GroupsOfPolyval(AeadKernel kernel, int dataBytes, int textBytes)
    {
        if (kernel is not GcmSivMachineCode)
            return [.. Groups(dataBytes), .. Groups(textBytes), 1];
        var blocks = GcmTheorems.Blocks(dataBytes) + GcmTheorems.Blocks(textBytes) + 1;
        return blocks * BlockBytes <= GcmSivBlocks.Bytes ? [blocks]
            : [.. GcmTheorems.Groups(dataBytes, BatchVectors * Bits(kernel) / 8), .. GcmTheorems.Groups(textBytes, BatchVectors * Bits(kernel) / 8), 1];

        static IEnumerable<int> Groups(int bytes) =>
            [.. GcmTheorems.Groups(bytes / BlockBytes * BlockBytes, GhashIntrinsics.Powers * BlockBytes), .. Enumerable.Repeat(1, bytes % BlockBytes == 0 ? 0 : 1)];
    }

    /// <summary>The highest power that others are multiplied by, to make as many again.</summary>
    private static int MostDoubled(AeadKernel kernel) => kernel is GcmSivMachineCode && Bits(kernel) < 512 ? GcmLayout.KeyPowers : GhashAvx512Steps.Powers;

    /// <summary>The last one ends with zeros.</summary>
    public static IEnumerable<int[]> Blocks(int[] bytes) => bytes.Chunk(BlockBytes).Select(block => (int[])[.. block, .. new int[BlockBytes - block.Length]]);

    /// <summary>Both in bits, big-endian.</summary>
    private static int[] Lengths(Terms terms, int data, int text) =>
        [.. new[] { data, text }.SelectMany(bytes => terms.Word(8 * (ulong)bytes, sizeof(ulong)).Reverse())];
}
