using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// GHASH (SP 800-38D, section 6.4) on its own, for AES-GCM composed with it. POLYVAL is the same hash: it takes every block with its bytes
/// reversed, and the subkey times x (RFC 8452, appendix A). A kernel that can leave out its own reversal overrides it.
/// </summary>
internal abstract unsafe class GhashKernel : PolyvalKernel
{
    private const int Block = 16;

    /// <summary>Prepares the 16-byte hash subkey H.</summary>
    public abstract void ExpandKey(byte* subkey, byte* key);

    /// <summary>
    /// Absorbs <paramref name="length"/> bytes into the 16-byte accumulator, big-endian bit order as in the standard; a last
    /// block that is not whole is padded with zeros. Nothing is read outside the source.
    /// </summary>
    public abstract void Update(byte* key, byte* accumulator, byte* source, nint length);

    /// <summary>
    /// Overwrites words of H and of the accumulator in general registers, of the calls before and of who made use of the accumulator; and in
    /// the caller's frame, where a kernel has more variables than the CPU has registers. Called once, after the last of them.
    /// </summary>
    public virtual void Forget() => Secret.ForgetGeneralRegisters();

    public override void ExpandPolyvalKey(byte* subkey, byte* key, long longestMessage)
    {
        // Times x in the order of GHASH: towards the lowest bit, and what leaves there stands for x^7 + x^2 + x + 1.
        Block128 product;
        ulong high = LittleEndian.Read64(subkey + sizeof(ulong)), low = LittleEndian.Read64(subkey);
        BigEndian.Write64((byte*)&product, (high >> 1) ^ ((0 - (low & 1)) & 0xE100000000000000));
        BigEndian.Write64((byte*)&product + sizeof(ulong), (high << 63) | (low >> 1));
        ExpandKey((byte*)&product, key);
        Forget();
        Secret.Wipe(&product, sizeof(Block128));
    }

    [SkipLocalsInit]
    public override void UpdatePolyval(byte* key, byte* accumulator, byte* source, nint length)
    {
        Chunk chunk;
        var reversed = (byte*)&chunk;
        Block128 hash;
        Reverse((byte*)&hash, accumulator, Block);
        while (length > 0)
        {
            var bytes = length < sizeof(Chunk) ? length : sizeof(Chunk);
            for (nint i = 0; i < bytes; i += Block)
                Reverse(reversed + i, source + i, bytes - i);
            Update(key, (byte*)&hash, reversed, (bytes + Block - 1) & -Block);
            source += bytes;
            length -= bytes;
        }

        Forget();
        Reverse(accumulator, (byte*)&hash, Block);
        Secret.Wipe(&chunk, sizeof(Chunk));
        Secret.Wipe(&hash, sizeof(Block128));
    }

    /// <summary>A block with its bytes reversed; zeros stand for those that are not there.</summary>
    private static void Reverse(byte* destination, byte* source, nint length)
    {
        var (first, second) = (BigEndian.ReadPadded64(source, length), BigEndian.ReadPadded64(source + 8, length - 8));
        LittleEndian.Write64(destination, second);
        LittleEndian.Write64(destination + 8, first);
    }

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = 512)]
    private struct Chunk
    {
    }
}
