using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
#if NET
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
#endif

namespace ManagedCrypto.Intrinsics;

/// <summary>Handling of bytes that must not outlive their use or show in timing.</summary>
internal static unsafe class Secret
{
    /// <summary>Zeroes memory in a way that the JIT does not drop, even if nothing reads the memory again.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Wipe(void* memory, int bytes)
    {
        // In a variable: code compiled ahead copies a span without a name as a vector, whose load waits for the two stores that made it.
        var span = new Span<byte>(memory, bytes);
        span.Clear();
    }

    /// <inheritdoc cref="Wipe(void*, int)"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Wipe(Span<byte> memory) => memory.Clear();

    /// <summary>
    /// Zeroes memory where it is called: for kernels of words, whose last ones registers and stack still hold. The CPU would begin .NET's
    /// clearing before it knows the length, with one of those words in its place, and take a tick more or less for it.
    /// </summary>
    /// <param name="memory">At any alignment.</param>
    /// <param name="bytes">A constant, and a multiple of 32.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WipeInline(void* memory, int bytes)
    {
        var blocks = (Block128*)memory;
        for (var i = 0; i < bytes / sizeof(Block128); i += 2)
            blocks[i] = blocks[i + 1] = default;
    }

    /// <summary>Zeroes a block where this is called.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WipeInline(Block128* block) => *block = default;

    /// <summary>Copies a secret, and forgets the registers that it went through: for what a call ends with.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Copy(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        source.CopyTo(destination);
        ForgetAllRegisters();
    }

    /// <inheritdoc cref="Copy"/>
    public static byte[] ToArray(ReadOnlySpan<byte> source)
    {
        var copy = new byte[source.Length];
        Copy(source, copy);
        return copy;
    }

    /// <summary>
    /// XORs a block of 16 bytes to another one, before a call of a kernel. No general register keeps a word of them, which what is called next may
    /// store in its frame; vector registers are the kernel's to forget.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Xor(byte* block, byte* other)
    {
#if NET
        if (Vector128.IsHardwareAccelerated)
        {
            Unsafe.WriteUnaligned(block, Unsafe.ReadUnaligned<Vector128<byte>>(block) ^ Unsafe.ReadUnaligned<Vector128<byte>>(other));
            return;
        }
#endif
        for (var i = 0; i < sizeof(Block128); i += sizeof(ulong))
            Unsafe.WriteUnaligned(block + i, Unsafe.ReadUnaligned<ulong>(block + i) ^ Unsafe.ReadUnaligned<ulong>(other + i));
        ForgetGeneralRegisters();
    }

    /// <summary>Zeroes what earlier calls left on this thread's stack, some way down from here.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void WipeStack()
    {
        StackMemory memory;
        Wipe(&memory, sizeof(StackMemory));
    }

    /// <summary>Zeroes what a call of the caller's left in its frame: for methods with more variables than the CPU has registers.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void WipeFrame()
    {
        FrameMemory memory;
        Wipe(&memory, sizeof(FrameMemory));
    }

    /// <summary>The same for a method with the largest frame, a batch of ChaCha20 with AVX2: 1,232 bytes.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void WipeLargeFrame()
    {
        LargeFrameMemory memory;
        Wipe(&memory, sizeof(LargeFrameMemory));
    }

    /// <summary>
    /// Overwrites the vector registers, in which kernels leave round keys, hashes and texts: the runtime writes registers to the
    /// stack when an exception is thrown, a method is called for the first time, or a thread is stopped. Kernels of vectors in C#
    /// end with it.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ForgetRegisters()
    {
        if (!MachineCode.TryClearRegisters())
            ForgetVectors();
    }

    /// <summary>Overwrites both these and the <see cref="ForgetGeneralRegisters">general registers</see>.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ForgetAllRegisters()
    {
        ForgetRegisters();
        ForgetGeneralRegisters();
    }

    /// <summary>
    /// The vector registers in C#. Multiples of a number that the JIT does not know, all of which are wanted at the end, take sixteen
    /// registers, or all of 32. Each is wanted twice: what is wanted once, the JIT makes where it is wanted.
    /// </summary>
    /// <param name="zero">Zero; not a constant, from which the multiples would be known.</param>
    /// <returns>Zero, so that the JIT keeps the vectors.</returns>
    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
    internal static ulong ForgetVectors(ulong zero = 0)
    {
#if NET
        if (!Vector128.IsHardwareAccelerated)
            return ForgetFloatingPoint(zero);
        var v0 = Vector128.Create(zero);
        Vector128<ulong> v1 = v0 + v0, v2 = v0 + v1, v3 = v1 + v1;
        Vector128<ulong> v4 = v0 + v3, v5 = v1 + v3, v6 = v2 + v3, v7 = v3 + v3;
        Vector128<ulong> v8 = v0 + v7, v9 = v1 + v7, v10 = v2 + v7, v11 = v3 + v7;
        Vector128<ulong> v12 = v4 + v7, v13 = v5 + v7, v14 = v6 + v7, v15 = v7 + v7;

        // Not by the width that vectors are to have: the JIT takes all registers that it can name, for narrow vectors, too.
        if (Avx512F.VL.IsSupported || ArmBase.IsSupported)
        {
            Vector128<ulong> v16 = v0 + v15, v17 = v1 + v15, v18 = v2 + v15, v19 = v3 + v15;
            Vector128<ulong> v20 = v4 + v15, v21 = v5 + v15, v22 = v6 + v15, v23 = v7 + v15;
            Vector128<ulong> v24 = v8 + v15, v25 = v9 + v15, v26 = v10 + v15, v27 = v11 + v15;
            Vector128<ulong> v28 = v12 + v15, v29 = v13 + v15, v30 = v14 + v15, v31 = v15 + v15;
            v0 |= v16 | v31; v1 |= v17 | v16; v2 |= v18 | v17; v3 |= v19 | v18;
            v4 |= v20 | v19; v5 |= v21 | v20; v6 |= v22 | v21; v7 |= v23 | v22;
            v8 |= v24 | v23; v9 |= v25 | v24; v10 |= v26 | v25; v11 |= v27 | v26;
            v12 |= v28 | v27; v13 |= v29 | v28; v14 |= v30 | v29; v15 |= v31 | v30;
        }

        v0 |= v8 | v15; v1 |= v9 | v8; v2 |= v10 | v9; v3 |= v11 | v10;
        v4 |= v12 | v11; v5 |= v13 | v12; v6 |= v14 | v13; v7 |= v15 | v14;
        return (v0 | v1 | v2 | v3 | v4 | v5 | v6 | v7).ToScalar();
#else
        return ForgetFloatingPoint(zero);
#endif
    }

    /// <summary>
    /// The same where the JIT has no vectors, or is told to use none. .NET's copies go through these registers all the same, and so do
    /// floating-point numbers.
    /// </summary>
    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
    private static ulong ForgetFloatingPoint(ulong zero)
    {
        double v0 = zero, v1 = v0 + v0, v2 = v0 + v1, v3 = v1 + v1;
        double v4 = v0 + v3, v5 = v1 + v3, v6 = v2 + v3, v7 = v3 + v3;
        double v8 = v0 + v7, v9 = v1 + v7, v10 = v2 + v7, v11 = v3 + v7;
        double v12 = v4 + v7, v13 = v5 + v7, v14 = v6 + v7, v15 = v7 + v7;
        v0 += v8 + v15; v1 += v9 + v8; v2 += v10 + v9; v3 += v11 + v10;
        v4 += v12 + v11; v5 += v13 + v12; v6 += v14 + v13; v7 += v15 + v14;
        return (ulong)(v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7);
    }

    /// <summary>
    /// Overwrites the general registers: where a table of secrets was made word by word, the last words are there until something else comes.
    /// Machine code saves none of the caller's registers for that, as the C# has to: the stack that those would overwrite is zeroed.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ForgetGeneralRegisters()
    {
        SavedRegisters memory = default;
        if (!MachineCode.TryClearGeneralRegisters(&memory))
            ForgetGeneralRegistersInCSharp();
    }

    /// <summary>The general registers in the way of <see cref="ForgetVectors"/>.</summary>
    /// <param name="zero">Zero; not a constant, from which the multiples would be known.</param>
    /// <returns>Zero, so that the JIT keeps the words.</returns>
    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
    internal static ulong ForgetGeneralRegistersInCSharp(ulong zero = 0)
    {
        ulong r0 = zero + zero, r1 = zero + r0, r2 = r0 + r0, r3 = r0 + r1;
        ulong r4 = r1 + r2, r5 = r2 + r2, r6 = r2 + r3, r7 = r3 + r3;
        ulong r8 = r0 + r7, r9 = r1 + r7, r10 = r2 + r7, r11 = r3 + r7;
        ulong r12 = r4 + r7, r13 = r5 + r7, r14 = r6 + r7, r15 = r7 + r7;
        r0 |= r8 | r15; r1 |= r9 | r8; r2 |= r10 | r9; r3 |= r11 | r10;
        r4 |= r12 | r11; r5 |= r13 | r12; r6 |= r14 | r13; r7 |= r15 | r14;
        return r0 | r1 | r2 | r3 | r4 | r5 | r6 | r7;
    }

    /// <summary>
    /// Whether two places hold the same 4 to 16 bytes, without a branch but for their number: two words cover them, and overlap if they have
    /// more.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool FixedTimeEquals(byte* left, byte* right, int bytes)
    {
        if (bytes < sizeof(ulong))
            return FixedTimeEqualsShort(left, right, bytes);
        var last = bytes - sizeof(ulong);
        var difference = Unsafe.ReadUnaligned<ulong>(left) ^ Unsafe.ReadUnaligned<ulong>(right);
        difference |= Unsafe.ReadUnaligned<ulong>(left + last) ^ Unsafe.ReadUnaligned<ulong>(right + last);
        return difference == 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool FixedTimeEqualsShort(byte* left, byte* right, int bytes)
    {
        var last = bytes - sizeof(uint);
        var difference = Unsafe.ReadUnaligned<uint>(left) ^ Unsafe.ReadUnaligned<uint>(right);
        difference |= Unsafe.ReadUnaligned<uint>(left + last) ^ Unsafe.ReadUnaligned<uint>(right + last);
        return difference == 0;
    }

    /// <summary>Whether two spans of any length hold the same bytes: in a time that depends on the length alone.</summary>
    /// <returns>False, at once, if their lengths differ.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    public static bool FixedTimeEquals(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        if (left.Length != right.Length)
            return false;
        var difference = 0UL;
        fixed (byte* first = left, second = right)
        {
            var i = 0;
            for (; i <= left.Length - sizeof(ulong); i += sizeof(ulong))
                difference |= Unsafe.ReadUnaligned<ulong>(first + i) ^ Unsafe.ReadUnaligned<ulong>(second + i);
            for (; i < left.Length; i++)
                difference |= (uint)(first[i] ^ second[i]);
        }

        return difference == 0;
    }

    /// <summary>One value in each byte of a word: without a product, which is not constant-time on each CPU of 32 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Repeat(byte value)
    {
        ulong values = value;
        values |= values << 8;
        values |= values << 16;
        return values | (values << 32);
    }

    /// <summary>Whether all bytes of a span of any length have one value: in a time that depends on the length alone.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    public static bool FixedTimeEquals(ReadOnlySpan<byte> source, byte value)
    {
        var values = Repeat(value);
        var difference = 0UL;
        fixed (byte* bytes = source)
        {
            var i = 0;
            for (; i <= source.Length - sizeof(ulong); i += sizeof(ulong))
                difference |= Unsafe.ReadUnaligned<ulong>(bytes + i) ^ values;
            for (; i < source.Length; i++)
                difference |= (uint)(bytes[i] ^ value);
        }

        return difference == 0;
    }

    /// <summary>As many as System V has a method save besides the frame pointer.</summary>
    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = 5 * sizeof(ulong))]
    private struct SavedRegisters
    {
    }

    /// <summary>More than the frame of a kernel with some sixty variables takes.</summary>
    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = 1024)]
    private struct FrameMemory
    {
    }

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = 1536)]
    private struct LargeFrameMemory
    {
    }

    /// <summary>More than the frames of kernels and of the runtime's suspension of a thread take together.</summary>
    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = 32 * 1024)]
    private struct StackMemory
    {
    }
}
