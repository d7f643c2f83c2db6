using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>Every operation of an AES kernel under keys of every size: batches, and what remains after them.</summary>
internal static unsafe class AesSelfTest
{
    public const int IVBytes = 16;

    /// <summary>By FIPS 197 and SP 800-38A.</summary>
    public const ulong Known = 0x27b26798aaee3801;

    public static bool Passes(AesKernel kernel)
    {
        var sum = 0UL;
        for (var keyBytes = 16; keyBytes <= 32; keyBytes += 8)
            sum = Sum(kernel, keyBytes, sum);
        return sum == Known;
    }

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

    private static ulong Sum(AesKernel kernel, int keyBytes, ulong sum)
    {
        byte[] text = SelfTest.Text(SelfTest.TextBytes), output = new byte[SelfTest.TextBytes], ivs = new byte[IVBytes];
        fixed (byte* source = text, destination = output, iv = ivs, memory = new byte[kernel.ScheduleBytes + SelfTest.Alignment])
        {
            AesArguments arguments = default;
            arguments.Schedule = SelfTest.Align(memory);
            arguments.Rounds = AesKernel.RoundsFor(keyBytes);
            arguments.IV = iv;
            kernel.ExpandKey(source, keyBytes, arguments.Schedule);
            kernel.ExpandDecryptionKey(arguments.Schedule, arguments.Rounds);
            for (var operation = AesOperation.EncryptEcb; operation <= AesOperation.TransformCtr; operation++)
            {
                var bytes = BytesFor(operation);
                arguments.Source = source;
                arguments.Destination = destination;
                arguments.Length = bytes;
                BeginIV(iv);
                kernel.Run(operation, &arguments);
                sum = SelfTest.Sum(SelfTest.Sum(sum, destination, bytes), iv, IVBytes);
            }
        }

        return sum;
    }
}
