#if !NET
using System;
#endif
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What this process runs on. .NET knows. Mono takes every processor of 64 bits but Arm's for x64 (s390x, POWER, RISC-V), and
/// Unity's class library is Mono's: off Windows, the operating system is asked besides, and what it does not call x64 is not.
/// </summary>
internal static unsafe class Processor
{
#if NET
    public static bool IsX64 => RuntimeInformation.ProcessArchitecture == Architecture.X64;
#else
    public static bool IsX64 => RuntimeInformation.ProcessArchitecture == Architecture.X64
        && (RuntimeInformation.IsOSPlatform(OSPlatform.Windows) || UnixMachine().SequenceEqual("x86_64"u8));
#endif

    public static bool IsArm64 => RuntimeInformation.ProcessArchitecture == Architecture.Arm64;
#if !NET

    /// <summary>The fifth field of POSIX's utsname. Fields have 65 bytes on Linux and 256 on macOS.</summary>
    private static ReadOnlySpan<byte> UnixMachine()
    {
        const int Machine = 4, LongestName = 2048;
        var field = RuntimeInformation.IsOSPlatform(OSPlatform.Linux) ? 65 : 256;
        var name = new byte[LongestName];
        fixed (byte* start = name)
        {
            if (uname(start) < 0)
                return default;
        }

        var machine = name.AsSpan(Machine * field, field);
        return machine.Slice(0, machine.IndexOf((byte)0));
    }

    [DllImport("libc")]
    private static extern int uname(byte* name);
#endif
}
