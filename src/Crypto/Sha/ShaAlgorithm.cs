using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A hash function of FIPS 180-4: what sets it apart from the others, and how a message is cut into blocks, padded and handed
/// to a kernel, which is the same for all.
/// </summary>
internal sealed unsafe class ShaAlgorithm
{
    // Beginnings of the names by which CryptoConfig knows algorithms: the BCL's types and the URIs of XML signatures.
    private const string Bcl = "System.Security.Cryptography.";
    private const string XmlDsig = "http://www.w3.org/2000/09/xmldsig#";
    private const string XmlDsigMore = "http://www.w3.org/2001/04/xmldsig-more#";
    private const string XmlEnc = "http://www.w3.org/2001/04/xmlenc#";

    public static readonly ShaAlgorithm Sha1 = new("SHA1", "SHA", XmlDsig, XmlDsig, 20, 64, Sha1Kernels.List,
        new uint[] { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 });

    public static readonly ShaAlgorithm Sha256 = new("SHA256", "SHA-256", XmlEnc, XmlDsigMore, 32, 64, Sha256Kernels.List,
        new uint[]
        {
            0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
        });

    public static readonly ShaAlgorithm Sha384 = new("SHA384", "SHA-384", XmlDsigMore, XmlDsigMore, 48, 128, Sha512Kernels.List,
        new ulong[]
        {
            0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
            0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
        });

    public static readonly ShaAlgorithm Sha512 = new("SHA512", "SHA-512", XmlEnc, XmlDsigMore, 64, 128, Sha512Kernels.List,
        new ulong[]
        {
            0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
            0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
        });

    /// <summary>The initial hash value (section 5.3) in the format of <see cref="ShaState.Chain"/>.</summary>
    private readonly ulong[] _initialChain = new ulong[8];

    private ShaAlgorithm(
        string name,
        string alias,
        string uriOfHash,
        string uriOfHmac,
        int digestBytes,
        int blockBytes,
        KernelList<ShaKernel> kernels,
        Array initialWords)
    {
        Name = name;
        HashNames =
        [
            name, alias, Bcl + name, Bcl + name + "Managed", Bcl + name + "CryptoServiceProvider",
            uriOfHash + name.ToLowerInvariant(),
        ];
        HmacNames = ["HMAC" + name, Bcl + "HMAC" + name, uriOfHmac + "hmac-" + name.ToLowerInvariant()];
        DigestBytes = digestBytes;
        BlockBytes = blockBytes;
        Kernels = kernels;
        Buffer.BlockCopy(initialWords, 0, _initialChain, 0, Buffer.ByteLength(initialWords));
    }

    public static ShaAlgorithm[] All { get; } = [Sha1, Sha256, Sha384, Sha512];

    /// <summary>As <see cref="System.Security.Cryptography.HashAlgorithmName"/> has it.</summary>
    public string Name { get; }

    /// <summary>What the hash is called in <see cref="System.Security.Cryptography.CryptoConfig"/>.</summary>
    public string[] HashNames { get; }

    /// <summary>What the HMAC over the hash is called there.</summary>
    public string[] HmacNames { get; }

    public int DigestBytes { get; }

    public int BlockBytes { get; }

    public KernelList<ShaKernel> Kernels { get; }

    private int WordBytes => BlockBytes / 16;

    /// <summary>Hashes a whole message on the stack.</summary>
    public void Hash(ShaKernel kernel, ReadOnlySpan<byte> source, Span<byte> digest)
    {
        var memory = stackalloc byte[ShaState.StackBytes];
        var state = ShaState.OnStack(memory);
        fixed (byte* message = source)
        {
            Begin(state);
            Finish(kernel, state, message, source.Length, digest);
        }

        Secret.Wipe(memory, ShaState.StackBytes);
    }

    public void Begin(ShaState* state)
    {
        for (var i = 0; i < 8; i++)
            state->Chain[i] = _initialChain[i];
        state->Length = 0;
    }

    public void Append(ShaKernel kernel, ShaState* state, byte* source, nint length)
    {
        var buffered = Buffered(state);
        state->Length += (ulong)length;

        var arguments = new ShaArguments { State = state->Chain };
        if (buffered > 0)
        {
            var missing = (int)Math.Min(BlockBytes - buffered, (long)length);
            Copy(source, state->Buffer + buffered, missing);
            if (buffered + missing < BlockBytes)
                return;
            source += missing;
            length -= missing;
            arguments.Source = state->Buffer;
            arguments.SourceBlocks = 1;
        }

        arguments.Tail = source;
        arguments.TailBlocks = length / BlockBytes;
        if (arguments.SourceBlocks + arguments.TailBlocks > 0)
            kernel.Compress(&arguments);

        var whole = arguments.TailBlocks * BlockBytes;
        Copy(source + whole, state->Buffer, (int)(length - whole));
    }

    /// <summary>Ends the message with <paramref name="length"/> further bytes: none if something is in the buffer.</summary>
    public void Finish(ShaKernel kernel, ShaState* state, byte* source, nint length, Span<byte> digest)
    {
        var blocks = length / BlockBytes;
        var whole = blocks * BlockBytes;
        Copy(source + whole, state->Buffer, (int)(length - whole));
        state->Length += (ulong)length;

        var arguments = new ShaArguments
        {
            State = state->Chain,
            Source = source,
            SourceBlocks = blocks,
            Tail = state->Buffer,
            TailBlocks = Pad(state),
        };
        kernel.Compress(&arguments);
        WriteDigest(state, digest);
    }

    private static void Copy(byte* source, byte* destination, int bytes) =>
        new ReadOnlySpan<byte>(source, bytes).CopyTo(new Span<byte>(destination, bytes));

    private int Buffered(ShaState* state) => (int)(state->Length & (uint)(BlockBytes - 1));

    /// <summary>Pads what is in the buffer (section 5.1), with the length in bits as an integer of two words.</summary>
    /// <returns>Blocks in the buffer, one or two.</returns>
    private nint Pad(ShaState* state)
    {
        var end = Buffered(state);
        var buffer = state->Buffer;
        buffer[end++] = 0x80;

        var blocks = end + (2 * WordBytes) <= BlockBytes ? 1 : 2;
        var bytes = blocks * BlockBytes;
        new Span<byte>(buffer + end, bytes - end).Clear();
        BigEndian.Write64(buffer + bytes - 8, state->Length << 3);
        if (WordBytes == 8)
            BigEndian.Write64(buffer + bytes - 16, state->Length >> 61);
        return blocks;
    }

    private void WriteDigest(ShaState* state, Span<byte> digest)
    {
        fixed (byte* bytes = digest.Slice(0, DigestBytes))
        {
            if (WordBytes == 8)
            {
                for (var i = 0; i < DigestBytes / 8; i++)
                    BigEndian.Write64(bytes + (8 * i), state->Chain[i]);
            }
            else
            {
                for (var i = 0; i < DigestBytes / 4; i++)
                    BigEndian.Write32(bytes + (4 * i), ((uint*)state->Chain)[i]);
            }
        }
    }
}
