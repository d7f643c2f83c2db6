using System.Runtime.CompilerServices;
#if NET
using System;
using System.Runtime.Intrinsics;
#endif

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// 16-byte stores that a kernel's 16-byte loads forward from. A load of 16 bytes that finds the halves of two stores waits until both have
/// left the store buffer. As two words, a line's first bytes are the lowest of the first word.
/// Vectors are stored by <see cref="Unsafe"/>, since <c>Vector128.Store</c> is a call in code that is compiled ahead.
/// </summary>
internal static unsafe class Words128
{
    public const int Bytes = 16;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write(byte* line, ulong first, ulong second)
    {
#if NET
        if (Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian)
        {
            Unsafe.WriteUnaligned(line, Vector128.Create(first, second));
            return;
        }
#endif
        LittleEndian.Write64(line, first);
        LittleEndian.Write64(line + sizeof(ulong), second);
    }

    /// <summary>
    /// Writes a line of two words by the vector register that <see cref="Copy"/>, or another copy, went through last, so that nothing of
    /// that stays there: the JIT takes the same one for all, as a test sees.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteOver(ulong* line, ulong first, ulong second)
    {
#if NET
        if (Vector128.IsHardwareAccelerated)
        {
            Unsafe.WriteUnaligned(line, Vector128.Create(first, second));
            return;
        }
#endif
        line[0] = first;
        line[1] = second;
#if NET
        Unsafe.WriteUnaligned(line, Unsafe.ReadUnaligned<Block128>(line));
#endif
    }

    /// <summary>XORs a word with both words of a line.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Xor(byte* line, ulong word)
    {
#if NET
        if (Vector128.IsHardwareAccelerated)
        {
            Unsafe.WriteUnaligned(line, Unsafe.ReadUnaligned<Vector128<ulong>>(line) ^ Vector128.Create(word));
            return;
        }
#endif
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
        var after = 64 - (8 * (int)(bytes & 7));
        if (bytes <= sizeof(ulong))
        {
            Write(destination, ReadWord(source, (int)bytes), 0);
            return;
        }

        // The second one first: then the JIT loads the whole word from memory to the vector, and no general register keeps it.
        var second = LittleEndian.Read64(source + bytes - sizeof(ulong)) >> after;
        Write(destination, LittleEndian.Read64(source), second);
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

    /// <summary>One to eight bytes, by two words that overlap, or one by one where there are fewer than four.</summary>
    private static ulong ReadWord(byte* source, int bytes)
    {
        if (bytes == sizeof(ulong))
            return LittleEndian.Read64(source);
        if (bytes >= sizeof(uint))
            return LittleEndian.Read32(source) | ((ulong)LittleEndian.Read32(source + bytes - sizeof(uint)) << (8 * (bytes - sizeof(uint))));
        ulong word = 0;
        while (bytes > 0)
            word = (word << 8) | source[--bytes];
        return word;
    }
}
