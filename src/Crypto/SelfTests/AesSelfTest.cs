using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Every operation of an AES kernel under keys of every size: batches, and what remains after them. A kernel that is tested in parts
/// leaves each operation until it is first used.
/// </summary>
internal static unsafe class AesSelfTest
{
    public const int IVBytes = 16;

    /// <summary>Eight batches of the widest kernel, for which its code has another loop, and what remains after them.</summary>
    public const int LongCtrBytes = 4096 + SelfTest.TextBytes - 1024;

    /// <summary>By SP 800-38A.</summary>
    public const ulong KnownLongCtr = 0xe3f7604c2c8c78c1;

    /// <summary>By FIPS 197 and SP 800-38A, and by <see cref="AesOperation"/>.</summary>
    public static readonly ulong[] Known =
    [
        0xf72f20dad7ac2e73,
        0x91caadb92b9805ef,
        0x36e7e826d2c0c510,
        0xe1af16bcd2d31a3f,
        0x7740cb3a0fb754dc,
        0x3fa06c46e1f2834a,
        0x7946e679d2ecd7a5,
        0xaaabd6c8e8e915bb,
        0xfa83c3a51e837fb4,
    ];

    public static bool Passes(AesKernel kernel) =>
        kernel.IsTestedInParts ? Defers(kernel) : Passes(kernel, AesOperation.EncryptEcb, AesOperation.TransformCtr);

    /// <summary>CFB8 is decrypted in batches of eight bytes, and encrypted byte by byte at great cost.</summary>
    public static int BytesFor(AesOperation operation) => operation switch
    {
        AesOperation.EncryptCfb8 or AesOperation.DecryptCfb8 => 61,
        AesOperation.TransformCtr => SelfTest.TextBytes,
        _ => SelfTest.WholeBlocks,
    };

    /// <summary>A counter that wraps in the midst of the second batch of the widest kernel.</summary>
    public static void BeginIV(byte* iv)
    {
        for (var i = 0; i < IVBytes; i++)
            iv[i] = 0xFF;
        iv[IVBytes - 1] -= 38;
    }

    /// <summary>Whether operations give the known answers, the first to the last.</summary>
    public static bool Passes(AesKernel kernel, AesOperation first, AesOperation last)
    {
        byte[] text = SelfTest.Text(LongCtrBytes), output = new byte[LongCtrBytes], ivs = new byte[IVBytes];
        fixed (byte* source = text, destination = output, iv = ivs, memory = new byte[kernel.ScheduleBytes + SelfTest.Alignment])
        {
            AesArguments arguments = default;
            arguments.Schedule = SelfTest.Align(memory);
            arguments.Source = source;
            arguments.Destination = destination;
            arguments.IV = iv;
            for (var operation = first; operation <= last; operation++)
                if (Sum(kernel, operation, BytesFor(operation), arguments) != Known[(int)operation])
                    return false;

            return last != AesOperation.TransformCtr || kernel.Tier != Intrinsics.KernelTier.MachineCode
                || Sum(kernel, last, LongCtrBytes, arguments) == KnownLongCtr;
        }
    }

    // A method of its own: first use of other kernels would wait for the class of its closure.
    private static bool Defers(AesKernel kernel)
    {
        kernel.TestWhenUsed((1 << Known.Length) - 1, part => Passes(kernel, (AesOperation)part, (AesOperation)part));
        return true;
    }

    /// <summary>The key begins like the text.</summary>
    private static ulong Sum(AesKernel kernel, AesOperation operation, int bytes, AesArguments buffers)
    {
        var sum = 0UL;
        for (var keyBytes = 16; keyBytes <= 32; keyBytes += 8)
        {
            var arguments = buffers;
            arguments.Length = bytes;
            arguments.Rounds = AesKernel.RoundsFor(keyBytes);
            kernel.ExpandKey(arguments.Source, keyBytes, arguments.Schedule);
            if (operation is AesOperation.DecryptEcb or AesOperation.DecryptCbc)
                kernel.ExpandDecryptionKey(arguments.Schedule, arguments.Rounds);
            BeginIV(arguments.IV);
            kernel.Run(operation, &arguments);
            sum = SelfTest.Sum(SelfTest.Sum(sum, buffers.Destination, bytes), buffers.IV, IVBytes);
        }

        return sum;
    }
}
