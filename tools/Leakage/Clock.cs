using System;
using System.Diagnostics;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Leakage;

/// <summary>The CPU's counter of time steps, between fences; where machine code is refused, the runtime's clock.</summary>
internal static unsafe class Clock
{
    private static readonly delegate* unmanaged[SuppressGCTransition]<ulong> s_read = Load();

    public static long Now() => s_read is null ? Stopwatch.GetTimestamp() : (long)s_read();

    private static delegate* unmanaged[SuppressGCTransition]<ulong> Load()
    {
        // A nop that the entry for Windows skips; lfence; rdtsc; lfence; shl rdx, 32; or rax, rdx; ret.
        ReadOnlySpan<byte> code =
        [
            0x0F, 0x1F, 0x80, 0, 0, 0, 0,
            0x0F, 0xAE, 0xE8, 0x0F, 0x31, 0x0F, 0xAE, 0xE8, 0x48, 0xC1, 0xE2, 0x20, 0x48, 0x09, 0xD0, 0xC3,
        ];
        var page = CodePage.Load(code);
        return page.WhyDenied is null ? (delegate* unmanaged[SuppressGCTransition]<ulong>)page.Address(default) : null;
    }
}
