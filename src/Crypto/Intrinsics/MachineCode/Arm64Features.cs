using System;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What an Arm64 CPU has, as the operating system says: programs cannot read the registers that tell. Not run on macOS and Windows, whose
/// documented names and numbers these are.
/// </summary>
internal static unsafe class Arm64Features
{
    /// <summary>None where the system has no such function, or there is none known.</summary>
    public static CpuFeatures Ask()
    {
        try
        {
            return RuntimeInformation.IsOSPlatform(OSPlatform.Linux) ? OfLinux()
                : RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? OfWindows()
                : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? OfMacOS()
                : CpuFeatures.None;
        }
        catch (Exception failure) when (failure is DllNotFoundException or EntryPointNotFoundException)
        {
            return CpuFeatures.None;
        }
    }

    /// <summary>The bits of AT_HWCAP: asm/hwcap.h of Linux for Arm64.</summary>
    private static CpuFeatures OfLinux()
    {
        const int HardwareCapabilities = 16;
        var bits = (ulong)getauxval((UIntPtr)HardwareCapabilities);
        return If(bits, 1, CpuFeatures.ArmAdvSimd)
            | If(bits, 3, CpuFeatures.ArmAes)
            | If(bits, 4, CpuFeatures.ArmPmull)
            | If(bits, 5, CpuFeatures.ArmSha1)
            | If(bits, 6, CpuFeatures.ArmSha256)
            | If(bits, 7, CpuFeatures.ArmCrc32)
            | If(bits, 17, CpuFeatures.ArmSha3)
            | If(bits, 21, CpuFeatures.ArmSha512);

        static CpuFeatures If(ulong bits, int bit, CpuFeatures feature) => (bits >> bit & 1) != 0 ? feature : CpuFeatures.None;
    }

    /// <summary>The numbers of winnt.h. One stands for AES, PMULL, SHA-1 and SHA-256 together.</summary>
    private static CpuFeatures OfWindows()
    {
        return CpuFeatures.ArmAdvSimd
            | If(30, CpuFeatures.ArmAes | CpuFeatures.ArmPmull | CpuFeatures.ArmSha1 | CpuFeatures.ArmSha256)
            | If(31, CpuFeatures.ArmCrc32)
            | If(64, CpuFeatures.ArmSha3)
            | If(65, CpuFeatures.ArmSha512);

        static CpuFeatures If(uint number, CpuFeatures feature) => IsProcessorFeaturePresent(number) != 0 ? feature : CpuFeatures.None;
    }

    /// <summary>The names of Apple's documentation ("Determining instruction set characteristics").</summary>
    private static CpuFeatures OfMacOS()
    {
        return CpuFeatures.ArmAdvSimd
            | If("hw.optional.arm.FEAT_AES\0"u8, CpuFeatures.ArmAes)
            | If("hw.optional.arm.FEAT_PMULL\0"u8, CpuFeatures.ArmPmull)
            | If("hw.optional.arm.FEAT_SHA1\0"u8, CpuFeatures.ArmSha1)
            | If("hw.optional.arm.FEAT_SHA256\0"u8, CpuFeatures.ArmSha256)
            | If("hw.optional.armv8_crc32\0"u8, CpuFeatures.ArmCrc32)
            | If("hw.optional.arm.FEAT_SHA3\0"u8, CpuFeatures.ArmSha3)
            | If("hw.optional.arm.FEAT_SHA512\0"u8, CpuFeatures.ArmSha512);

        static CpuFeatures If(ReadOnlySpan<byte> name, CpuFeatures feature)
        {
            var isPresent = 0;
            var bytes = (UIntPtr)sizeof(int);
            fixed (byte* text = name)
                return sysctlbyname(text, &isPresent, &bytes, null, UIntPtr.Zero) == 0 && isPresent != 0 ? feature : CpuFeatures.None;
        }
    }

    [DllImport(Libc.Name)]
    private static extern UIntPtr getauxval(UIntPtr type);

    [DllImport(Libc.Name)]
    private static extern int sysctlbyname(byte* name, void* value, UIntPtr* bytes, void* newValue, UIntPtr newBytes);

    [DllImport("kernel32")]
    private static extern int IsProcessorFeaturePresent(uint feature);
}
