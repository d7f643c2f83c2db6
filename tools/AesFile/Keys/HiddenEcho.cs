using System;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace ManagedCrypto.AesFile.Keys;

/// <summary>Has a terminal of Unix not show what is typed, until disposal.</summary>
[UnsupportedOSPlatform("windows")]
internal sealed unsafe partial class HiddenEcho : IDisposable
{
    /// <summary>TCSAFLUSH: what was typed before the question is dropped, as it would have been shown.</summary>
    private const int AfterDroppingInput = 2;
    private const int AfterOutput = 1;
    private const byte Echo = 8;

    private readonly SafeFileHandle _terminal;
    private readonly Settings _before;
    private readonly PosixSignalRegistration _continued;

    /// <param name="terminal">The terminal.</param>
    /// <param name="hiddenAgain">What is done once the program has been stopped and goes on, and nothing is shown any more.</param>
    public HiddenEcho(SafeFileHandle terminal, Action hiddenAgain)
    {
        _terminal = terminal;
        Settings settings;
        if (GetSettings(terminal, &settings) != 0)
            throw AesFileException.Failed("The terminal cannot be told to hide a passphrase: use --passphrase-file or --key-file.");
        _before = settings;
        Hide();

        // A shell that has the terminal meanwhile leaves it showing what is typed. So would .NET afterwards, if this were not cancelled.
        _continued = PosixSignalRegistration.Create(PosixSignal.SIGCONT, context =>
        {
            context.Cancel = true;
            HideAgain(hiddenAgain);
        });
    }

    public void Dispose()
    {
        _continued.Dispose();
        var before = _before;
        Set(AfterOutput, &before);
    }

    /// <summary>
    /// Where the lowest byte of c_lflag is in struct termios: the fourth of its flags, which are 32 bits long, and 64 on macOS.
    /// </summary>
    private static int LocalFlags =>
        OperatingSystem.IsMacOS() ? 3 * sizeof(ulong) : (3 * sizeof(uint)) + (BitConverter.IsLittleEndian ? 0 : sizeof(uint) - 1);

    private void Hide()
    {
        var settings = _before;
        ((byte*)&settings)[LocalFlags] &= unchecked((byte)~Echo);
        Set(AfterDroppingInput, &settings);
    }

    private void HideAgain(Action hiddenAgain)
    {
        try
        {
            Hide();
            hiddenAgain();
        }
        catch (Exception exception) when (exception is AesFileException or IOException or ObjectDisposedException)
        {
            // The terminal has gone away, and whoever reads from it is told so.
        }
    }

    private void Set(int when, Settings* settings)
    {
        if (SetSettings(_terminal, when, settings) != 0)
            throw AesFileException.Failed("The terminal cannot be told to hide a passphrase: use --passphrase-file or --key-file.");
    }

    [LibraryImport("libc", EntryPoint = "tcgetattr")]
    private static partial int GetSettings(SafeFileHandle terminal, Settings* settings);

    [LibraryImport("libc", EntryPoint = "tcsetattr")]
    private static partial int SetSettings(SafeFileHandle terminal, int when, Settings* settings);

    /// <summary>Larger than struct termios is on any system.</summary>
    [InlineArray(128)]
    private struct Settings
    {
        private byte _first;
    }
}
