using System;
using System.Runtime.InteropServices;
using System.Threading;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Machine code in memory, for the life of the process. An operating system, a policy or a switch that forbids it is no
/// error: the page says why, and kernels of the next tier are taken. What is refused for want of memory or files may be granted later:
/// it is asked for again when kernels are chosen again.
/// </summary>
internal sealed unsafe class CodePage
{
    /// <summary>Why there is no page where an operator forbids it.</summary>
    public const string SwitchedOff = "machine code is switched off";

    /// <summary>Bytes from the System V entry of a kernel for x64, which is its beginning, to the Windows entry. Those for Arm64 have one entry.</summary>
    private const int WindowsEntry = 7;

    private static object? s_gate;
    private static int s_round;
    private static int s_refusals;

    private readonly byte* _code;
    private readonly int _entry;
    private readonly bool _isDeniedForTheMoment;
    private readonly int _round = s_round;

    private CodePage(byte* code, int entry)
    {
        _code = code;
        _entry = entry;
    }

    private CodePage(Refusal refusal)
    {
        WhyDenied = refusal.Reason;
        _isDeniedForTheMoment = refusal.IsForTheMoment;
    }

    /// <summary>
    /// Held while pages are loaded, and by whoever chooses among kernels, so that a page is not refused to one routine of a kernel and
    /// granted to the next.
    /// </summary>
    public static object Gate =>
        Volatile.Read(ref s_gate) ?? Interlocked.CompareExchange(ref s_gate, new object(), null) ?? s_gate;

    /// <summary>How often a page was not there because it is refused for the moment. For the holder of the gate.</summary>
    public static int Refusals => s_refusals;

    /// <summary>Why there is no code here, or null if there is.</summary>
    public string? WhyDenied { get; }

    /// <summary>Begins a round: what was refused for the moment is asked for again, once. For the holder of the gate.</summary>
    public static void AskAgain() => s_round++;

    /// <summary>The page of a family for x64, which the first to ask loads.</summary>
    public static CodePage Load(ref CodePage? page, ReadOnlySpan<byte> code) =>
        Volatile.Read(ref page) is { _isDeniedForTheMoment: false } known ? known : LoadAlone(ref page, code, isForArm64: false);

    /// <summary>The page of a family for Arm64.</summary>
    public static CodePage LoadArm64(ref CodePage? page, ReadOnlySpan<byte> code) =>
        Volatile.Read(ref page) is { _isDeniedForTheMoment: false } known ? known : LoadAlone(ref page, code, isForArm64: true);

    /// <summary>A page of its own.</summary>
    /// <exception cref="OutOfMemoryException">There is no room for objects. What the system refuses is no exception.</exception>
    public static CodePage Load(ReadOnlySpan<byte> code, bool isForArm64 = false)
    {
        if (!Switches.OfProcess.MachineCode)
            return new CodePage(new Refusal(SwitchedOff));
        if (!(isForArm64 ? Processor.IsArm64 : Processor.IsX64))
            return new CodePage(new Refusal(isForArm64 ? "needs an Arm64 process" : "needs an x64 process"));

        Refusal? refusal;
        byte* mapped = null;
        try
        {
            mapped = ExecutableMemory.Map(code, out refusal);
        }
        catch (Exception failure) when (failure is not OutOfMemoryException && failure.InnerException is not OutOfMemoryException)
        {
            // The C library is looked for in files, of which none may be free.
            refusal = new Refusal(failure.Message, isForTheMoment: failure is DllNotFoundException);
        }

        return refusal is { } why
            ? new CodePage(new Refusal($"the operating system or a policy refuses executable memory ({why.Reason})", why.IsForTheMoment))
            : Check(mapped, code, isForArm64 || !RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? 0 : WindowsEntry);
    }

    /// <summary>The address to call, with one argument, under the convention of this operating system.</summary>
    public void* Address(CodeEntry entry) => _code + entry.Offset + _entry;

    /// <summary>
    /// The code that was mapped, if it is what was committed. The two are compared, word by word: a hash would say less, and take
    /// longer. A page with other bytes is never called.
    /// </summary>
    internal static CodePage Check(byte* mapped, ReadOnlySpan<byte> code, int entry = 0)
    {
        fixed (byte* committed = code)
        {
            for (var i = 0; i < code.Length; i += sizeof(ulong))
            {
                if (BigEndian.ReadPadded64(mapped + i, code.Length - i) != BigEndian.ReadPadded64(committed + i, code.Length - i))
                    return new CodePage(new Refusal("the machine code in memory is not what was committed"));
            }
        }

        return new CodePage(mapped, entry);
    }

    private static CodePage LoadAlone(ref CodePage? page, ReadOnlySpan<byte> code, bool isForArm64)
    {
        lock (Gate)
        {
            var known = page;
            if (known is null || (known._isDeniedForTheMoment && known._round != s_round))
                Volatile.Write(ref page, known = Load(code, isForArm64));
            if (known._isDeniedForTheMoment)
                s_refusals++;
            return known;
        }
    }
}
