using System;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Machine code in memory, for the life of the process. An operating system, a policy or a switch that forbids it is no
/// error: the page says why, and kernels of the next tier are taken.
/// </summary>
internal sealed unsafe class CodePage
{
    /// <summary>Bytes from the System V entry of a kernel, which is its beginning, to the Windows entry.</summary>
    private const int WindowsEntry = 7;

    private readonly byte* _code;

    private CodePage(byte* code, string? whyDenied)
    {
        _code = code;
        WhyDenied = whyDenied;
    }

    /// <summary>Why there is no code here, or null if there is.</summary>
    public string? WhyDenied { get; }

    public static CodePage Load(ReadOnlySpan<byte> code)
    {
        if (!Switches.OfProcess.MachineCode)
            return new CodePage(null, "machine code is switched off");
        try
        {
            return Processor.IsX64
                ? Check(ExecutableMemory.Map(code), code)
                : new CodePage(null, "needs an x64 process");
        }
        catch (Exception refusal)
        {
            return new CodePage(null, $"the operating system or a policy refuses executable memory ({refusal.Message})");
        }
    }

    /// <summary>The address to call, with one argument, under the convention of this operating system.</summary>
    public void* Address(CodeEntry entry) =>
        _code + entry.Offset + (RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? WindowsEntry : 0);

    /// <summary>
    /// The code that was mapped, if it is what was committed. The two are compared, word by word: a hash would say less, and take
    /// longer. A page with other bytes is never called.
    /// </summary>
    internal static CodePage Check(byte* mapped, ReadOnlySpan<byte> code)
    {
        fixed (byte* committed = code)
        {
            for (var i = 0; i < code.Length; i += sizeof(ulong))
            {
                if (BigEndian.ReadPadded64(mapped + i, code.Length - i) != BigEndian.ReadPadded64(committed + i, code.Length - i))
                    return new CodePage(null, "the machine code in memory is not what was committed");
            }
        }

        return new CodePage(mapped, null);
    }
}
