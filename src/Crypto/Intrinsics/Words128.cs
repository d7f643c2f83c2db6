using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Lines of 16 bytes, by which messages are copied and padded. As two words, a line's first bytes are the lowest of the first word.
/// Words are stored one by one, and loaded so by kernels that would wait for them. A <c>Vector128</c> of both would be one store, but its class
/// is among those that the runtime takes longest to load: a third of a hash's first use in a process.
/// </summary>
internal static unsafe class Words128
{
    public const int Bytes = 16;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write(byte* line, ulong first, ulong second)
    {
        LittleEndian.Write64(line, first);
        LittleEndian.Write64(line + sizeof(ulong), second);
    }

    /// <summary>
    /// Writes two words over a line of no secrets, which goes through the register first that <see cref="Copy"/>, or another copy, used
    /// last, so that nothing of that stays there: the JIT takes the same one for all, as a test sees.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteOver(ulong* line, ulong first, ulong second)
    {
        Unsafe.WriteUnaligned(line, Unsafe.ReadUnaligned<Block128>(line));
        line[0] = first;
        line[1] = second;
    }

    /// <summary>XORs a word with both words of a line.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Xor(byte* line, ulong word)
    {
        ((ulong*)line)[0] ^= word;
        ((ulong*)line)[1] ^= word;
    }

    /// <summary>
    /// Copies bytes, the last of them as a line that ends with zeros: the destination has room for whole lines, and does not overlap
    /// the source. In place, since a call of the runtime's copy takes a short message as long as its work, and on Mono many times as long.
    /// </summary>
    public static void Copy(byte* source, byte* destination, nint bytes)
    {
        for (; bytes >= Bytes; bytes -= Bytes)
        {
            Unsafe.WriteUnaligned(destination, Unsafe.ReadUnaligned<Block128>(source));
            source += Bytes;
            destination += Bytes;
        }

        if (bytes == 0)
            return;
        if (bytes < sizeof(ulong))
        {
            Write(destination, ReadWord(source, (int)bytes), 0);
            return;
        }

        // The whole word as a floating-point number, by the register of the lines before it: no general register keeps it. Where words have 32
        // bits, that may be a register of the x87, which would change a signalling NaN.
        if (sizeof(nint) == sizeof(ulong))
            Unsafe.WriteUnaligned(destination, Unsafe.ReadUnaligned<double>(source));
        else
            LittleEndian.Write64(destination, LittleEndian.Read64(source));
        var rest = (int)bytes - sizeof(ulong);
        LittleEndian.Write64(destination + sizeof(ulong), rest == 0 ? 0 : LittleEndian.Read64(source + rest) >> (64 - (8 * rest)));
    }

    /// <summary>The first bytes of a line, fewer than 16, a byte after them, and zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Cut(byte* line, int bytes, byte next, out ulong first, out ulong second)
    {
        first = LittleEndian.Read64(line);
        second = 0;
        if (bytes < sizeof(ulong))
        {
            first = Cut(first, bytes, next);
            return;
        }

        second = Cut(LittleEndian.Read64(line + sizeof(ulong)), bytes - sizeof(ulong), next);
    }

    // Inlined: during a call, the caller would keep the other word on its stack.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Cut(ulong word, int bytes, byte next) =>
        (word & ((1UL << (8 * bytes)) - 1)) | ((ulong)next << (8 * bytes));

    /// <summary>One to seven bytes, by two words that overlap, or one by one where there are fewer than four.</summary>
    private static ulong ReadWord(byte* source, int bytes)
    {
        if (bytes >= sizeof(uint))
            return LittleEndian.Read32(source) | ((ulong)LittleEndian.Read32(source + bytes - sizeof(uint)) << (8 * (bytes - sizeof(uint))));
        ulong word = 0;
        while (bytes > 0)
            word = (word << 8) | source[--bytes];
        return word;
    }
}
