using System;
using System.Diagnostics;
using System.IO;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>One kernel in a process of its own, which runs it on given memory, instruction by instruction.</summary>
[SupportedOSPlatform("linux")]
internal sealed class Tracee : IDisposable
{
    // Where the tests' own programs may be run, so may this one.
    private readonly string _file = Path.Combine(AppContext.BaseDirectory, "tracee-" + Path.GetRandomFileName());
    private readonly Process _process;

    public Tracee(KernelCode kernel)
    {
        try
        {
            File.WriteAllBytes(_file, TraceeProgram.Build(kernel));
            File.SetUnixFileMode(_file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            var start = new ProcessStartInfo(_file) { RedirectStandardInput = true, RedirectStandardOutput = true };
            _process = Process.Start(start)!;
        }
        finally
        {
            File.Delete(_file);
        }
    }

    /// <summary>The records of a run from the System V entry on, the last of them after the kernel's return.</summary>
    public ulong[] Run(ReadOnlySpan<byte> memory)
    {
        var (input, output) = (_process.StandardInput.BaseStream, _process.StandardOutput.BaseStream);
        input.Write(memory);
        input.Flush();
        var bytes = 0UL;
        output.ReadExactly(MemoryMarshal.AsBytes(new Span<ulong>(ref bytes)));
        var records = new ulong[bytes / sizeof(ulong)];
        output.ReadExactly(MemoryMarshal.AsBytes(records.AsSpan()));
        return records;
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }
}
