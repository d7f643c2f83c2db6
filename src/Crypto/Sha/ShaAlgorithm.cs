using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A hash function of FIPS 180-4: what sets it apart from the others, and how a message is cut into blocks, padded and handed
/// to a kernel, which is the same for all.
/// </summary>
internal sealed unsafe class ShaAlgorithm : Algorithm<ShaKernel>
{
    // Beginnings of the names by which CryptoConfig knows algorithms: the BCL's types and the URIs of XML signatures.
    private const string Bcl = PublicType.Bcl;
    private const string XmlDsig = "http://www.w3.org/2000/09/xmldsig#";
    private const string XmlDsigMore = "http://www.w3.org/2001/04/xmldsig-more#";
    private const string XmlEnc = "http://www.w3.org/2001/04/xmlenc#";

    /// <summary>The initial hash value (section 5.3) in the format of <see cref="ShaState.Chain"/>.</summary>
    private readonly ShaChain _initialChain;

    private readonly int _blockShift;

    private ShaAlgorithm(
        string name,
        string hashName,
        int digestBytes,
        int blockBytes,
        Array initialWords,
        Func<KernelList<ShaKernel>> findKernels,
        Func<PublicType[]> findTypes)
        : base(name, findKernels, findTypes)
    {
        HashName = hashName;
        DigestBytes = digestBytes;
        BlockBytes = blockBytes;
        _blockShift = blockBytes == 64 ? 6 : 7;
        WordBytes = blockBytes / 16;
        var words = new ulong[8];
        Buffer.BlockCopy(initialWords, 0, words, 0, Buffer.ByteLength(initialWords));
        fixed (ulong* chain = words)
            _initialChain = *(ShaChain*)chain;
    }

    /// <summary>As <see cref="System.Security.Cryptography.HashAlgorithmName"/> has it.</summary>
    public string HashName { get; }

    public PublicType HashType => Types[0];

    public PublicType HmacType => Types[1];

    public int DigestBytes { get; }

    public int BlockBytes { get; }

    private int WordBytes { get; }

    public static ShaAlgorithm CreateSha1() => new(
        "SHA-1", "SHA1", 20, 64, new uint[] { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 },
        () => Sha1Kernels.List, () => TypesOf(typeof(SHA1), typeof(HMACSHA1), "SHA", XmlDsig, XmlDsig));

    public static ShaAlgorithm CreateSha256() => new(
        "SHA-256", "SHA256", 32, 64,
        new uint[]
        {
            0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
        },
        () => Sha256Kernels.List, () => TypesOf(typeof(SHA256), typeof(HMACSHA256), "SHA-256", XmlEnc, XmlDsigMore));

    public static ShaAlgorithm CreateSha384() => new(
        "SHA-384", "SHA384", 48, 128,
        new ulong[]
        {
            0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
            0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
        },
        () => Sha512Kernels.List, () => TypesOf(typeof(SHA384), typeof(HMACSHA384), "SHA-384", XmlDsigMore, XmlDsigMore));

    public static ShaAlgorithm CreateSha512() => new(
        "SHA-512", "SHA512", 64, 128,
        new ulong[]
        {
            0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
            0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
        },
        () => Sha512Kernels.List, () => TypesOf(typeof(SHA512), typeof(HMACSHA512), "SHA-512", XmlEnc, XmlDsigMore));

    /// <summary>Hashes a whole message on the stack.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Hash(ShaKernel kernel, ReadOnlySpan<byte> source, Span<byte> digest)
    {
        ShaState state;
        Begin(&state);
        fixed (byte* message = source, destination = digest)
            Finish(kernel, &state, message, source.Length, destination);
        Secret.Wipe(&state, sizeof(ShaState));
    }

    /// <summary>Hashes one block and a message behind it; the state is working memory.</summary>
    public void Hash(ShaKernel kernel, ShaState* state, ShaBlock* block, byte* source, nint length, byte* digest)
    {
        Begin(state);
        state->Length = (ulong)(BlockBytes + length);
        nint blocks = 1;
        if (length >= BlockBytes)
        {
            var sourceBlocks = length >> _blockShift;
            Compress(kernel, state, (byte*)block, blocks, source, sourceBlocks);
            source += sourceBlocks << _blockShift;
            length -= sourceBlocks << _blockShift;
            blocks = 0;
        }

        Finish(kernel, state, (byte*)block, blocks, source, (int)length, digest);
    }

    public void Begin(ShaState* state)
    {
        state->Chain = _initialChain;
        state->Length = 0;
    }

    public void Append(ShaKernel kernel, ShaState* state, byte* source, nint length)
    {
        var buffer = (byte*)&state->Buffer;
        var buffered = Buffered(state);
        state->Length += (ulong)length;

        nint bufferBlocks = 0;
        if (buffered > 0)
        {
            var missing = (int)Math.Min(BlockBytes - buffered, (long)length);
            Copy(source, buffer + buffered, missing);
            if (buffered + missing < BlockBytes)
                return;
            source += missing;
            length -= missing;
            bufferBlocks = 1;
        }

        var blocks = length >> _blockShift;
        if (bufferBlocks + blocks > 0)
            Compress(kernel, state, buffer, bufferBlocks, source, blocks);

        var whole = blocks << _blockShift;
        Copy(source + whole, buffer, (int)(length - whole));
    }

    /// <summary>Ends the message with <paramref name="length"/> further bytes: none if something is in the buffer.</summary>
    public void Finish(ShaKernel kernel, ShaState* state, byte* source, nint length, byte* digest)
    {
        var blocks = length >> _blockShift;
        var whole = blocks << _blockShift;
        state->Length += (ulong)length;
        Finish(kernel, state, source, blocks, source + whole, (int)(length - whole), digest);
    }

    private static void Compress(
        ShaKernel kernel, ShaState* state, byte* source, nint sourceBlocks, byte* tail, nint tailBlocks)
    {
        ShaArguments arguments;
        arguments.State = &state->Chain;
        arguments.Source = source;
        arguments.SourceBlocks = sourceBlocks;
        arguments.Tail = tail;
        arguments.TailBlocks = tailBlocks;
        kernel.Compress(&arguments);
    }

    private static void Copy(byte* source, byte* destination, int bytes) =>
        new ReadOnlySpan<byte>(source, bytes).CopyTo(new Span<byte>(destination, bytes));

    private int Buffered(ShaState* state) => (int)(state->Length & (uint)(BlockBytes - 1));

    /// <summary>Ends a message, whose length the state has, by whole blocks and a rest shorter than one.</summary>
    private void Finish(
        ShaKernel kernel, ShaState* state, byte* blocks, nint blockCount, byte* rest, int restBytes, byte* digest)
    {
        var buffer = (byte*)&state->Buffer;
        Copy(rest, buffer, restBytes);
        Compress(kernel, state, blocks, blockCount, buffer, Pad(state));
        BigEndian.WriteWords(digest, &state->Chain, DigestBytes, WordBytes);
    }

    /// <summary>Pads what is in the buffer (section 5.1), with the length in bits as an integer of two words.</summary>
    /// <returns>Blocks in the buffer, one or two.</returns>
    private nint Pad(ShaState* state)
    {
        var end = Buffered(state);
        var buffer = (byte*)&state->Buffer;
        buffer[end++] = 0x80;

        var blocks = end + (2 * WordBytes) <= BlockBytes ? 1 : 2;
        var bytes = blocks << _blockShift;
        new Span<byte>(buffer + end, bytes - end).Clear();
        BigEndian.Write64(buffer + bytes - 8, state->Length << 3);
        if (WordBytes == 8)
            BigEndian.Write64(buffer + bytes - 16, state->Length >> 61);
        return blocks;
    }

    private static PublicType[] TypesOf(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type hash,
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type hmac,
        string alias,
        string uriOfHash,
        string uriOfHmac)
    {
        var name = hash.Name;
        string[] registered = [name, alias, Bcl + name, uriOfHash + name.ToLowerInvariant()];
        string[] ofHmac = ["HMAC" + name, Bcl + "HMAC" + name, uriOfHmac + "hmac-" + name.ToLowerInvariant()];
        return
        [
            new(hash, [.. registered, Bcl + name + "Managed", Bcl + name + "CryptoServiceProvider"], registered),
            new(hmac, ofHmac, ofHmac),
        ];
    }
}
