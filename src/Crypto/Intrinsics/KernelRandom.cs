using System;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The random bytes of the kernel of Linux and FreeBSD, by getrandom(2). Where that is missing or forbidden, Linux's device is
/// read: only if it is that device, since a file in its place would give everybody the same keys. It is opened for each use, since
/// a descriptor that is kept may be closed and come to stand for another file.
/// </summary>
internal static unsafe class KernelRandom
{
    /// <summary>Random bytes without an end (random(4)).</summary>
    private const string Device = "/dev/urandom";

    private const int Interrupted = 4;

    /// <returns>Null, or why there are none; the destination is zeroed then.</returns>
    public static string? Fill(Span<byte> destination)
    {
        var whyNot = AskCall(destination);
        if (whyNot is not null && RuntimeInformation.IsOSPlatform(OSPlatform.Linux))
            whyNot = ReadDevice(Device, destination) is { } whyNoDevice ? $"{whyNot}; {whyNoDevice}" : null;
        if (whyNot is not null)
            destination.Clear();
        return whyNot;
    }

    /// <inheritdoc cref="Fill"/>
    internal static string? ReadDevice(string path, Span<byte> destination)
    {
        const int ReadOnly = 0, CloseOnExecution = 0x80000;
        var file = open(path, ReadOnly | CloseOnExecution);
        if (file < 0)
            return $"{path}: open: error {Libc.LastError}";
        try
        {
            return !IsRandomDevice(file) ? $"{path} is not the kernel's device (character device 1:9)"
                : ReadAll(path, file, destination);
        }
        finally
        {
            _ = Libc.close(file);
        }
    }

    private static string? AskCall(Span<byte> destination)
    {
        try
        {
            fixed (byte* bytes = destination)
            {
                for (var filled = 0; filled < destination.Length;)
                {
                    var more = (int)getrandom(bytes + filled, (UIntPtr)(uint)(destination.Length - filled), 0);
                    if (more > 0)
                        filled += more;
                    else if (Libc.LastError is var error && error != Interrupted)
                        return $"getrandom: error {error}";
                }
            }

            return null;
        }
        catch (Exception exception) when (exception is EntryPointNotFoundException or DllNotFoundException)
        {
            return "getrandom is not in libc";
        }
    }

    private static string? ReadAll(string path, int file, Span<byte> destination)
    {
        fixed (byte* bytes = destination)
        {
            for (var filled = 0; filled < destination.Length;)
            {
                var more = (int)read(file, bytes + filled, (UIntPtr)(uint)(destination.Length - filled));
                if (more > 0)
                    filled += more;
                else if (more == 0)
                    return path + " ended";
                else if (Libc.LastError is var error && error != Interrupted)
                    return $"{path}: read: error {error}";
            }
        }

        return null;
    }

    /// <summary>By statx(2), whose answer is the same on every architecture, which that of fstat(2) is not.</summary>
    private static bool IsRandomDevice(int file)
    {
        const int EmptyPath = 0x1000, TypeOnly = 1;
        const ushort TypeMask = 0xF000, CharacterDevice = 0x2000;
        Status status;
        var emptyPath = (byte)0;
        try
        {
            return statx(file, &emptyPath, EmptyPath, TypeOnly, &status) == 0
                && (status.Mode & TypeMask) == CharacterDevice && (status.DeviceMajor, status.DeviceMinor) == (1, 9);
        }
        catch (EntryPointNotFoundException)
        {
            return false;
        }
    }

    [DllImport(Libc.Name, SetLastError = Libc.KeepError)]
    private static extern IntPtr getrandom(byte* destination, UIntPtr length, uint flags);

    [DllImport(Libc.Name, SetLastError = Libc.KeepError)]
    private static extern int open([MarshalAs(UnmanagedType.LPStr)] string path, int flags);

    [DllImport(Libc.Name, SetLastError = Libc.KeepError)]
    private static extern IntPtr read(int file, byte* destination, UIntPtr length);

    [DllImport(Libc.Name)]
    private static extern int statx(int directory, byte* path, int flags, uint mask, Status* status);

    /// <summary>What is asked for of struct statx.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    private struct Status
    {
        [FieldOffset(28)]
        public ushort Mode;

        [FieldOffset(128)]
        public uint DeviceMajor;

        [FieldOffset(132)]
        public uint DeviceMinor;
    }
}
