using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A routine of machine code at its address, if its family's page is loaded: a kernel that is unavailable calls none. Its
/// <c>brief</c> work is what it does in less than a microsecond, in bytes or in what else callers count.
/// </summary>
internal readonly unsafe struct CodeRoutine
{
    private readonly nint _brief;

    /// <summary>Takes no page where the CPU lacks what the routine requires.</summary>
    public CodeRoutine(CodePage? page, CodeEntry entry, nint brief)
    {
        Entry = entry;
        WhyDenied = page?.WhyDenied;
        _brief = brief;
        if (page is not null && WhyDenied is null)
            Address = page.Address(entry);
    }

    public CodeEntry Entry { get; }

    public CpuFeatures Requires => Entry.Requires;

    /// <summary>Null if there is no page, or no executable memory.</summary>
    public void* Address { get; }

    /// <summary>Why there is no executable memory, or null if there is, or nobody asked for it.</summary>
    public string? WhyDenied { get; }

    /// <summary>Runs to its end while collections wait, if so much work is brief; else collections go on meanwhile.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Run(void* arguments, nint work)
    {
        if (work <= _brief)
            MachineCode.CallBriefly(Address, arguments);
        else
            MachineCode.Call(Address, arguments);
    }

    /// <summary>Runs what is always brief.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void RunBriefly(void* arguments) => MachineCode.CallBriefly(Address, arguments);

    /// <summary>
    /// Runs all of a long work but its last chunk, on runtimes that cannot collect meanwhile; the caller runs the last one, as it
    /// runs the whole elsewhere. <paramref name="length"/> is the field of the arguments that has the length, in units of so
    /// many bytes; <paramref name="advance"/> moves the pointers on by the bytes of a chunk. Only for what <see cref="MachineCode.IsCut"/>:
    /// Mono takes as long over a function's address as over a block. A self-test has smaller chunks.
    /// </summary>
    public void RunLeadingChunks(
        void* arguments, nint* length, int unitBytes, delegate*<void*, nint, void> advance, int chunkBytes = MachineCode.ChunkBytes)
    {
        var chunk = chunkBytes / unitBytes;
        for (var left = *length; left > chunk; *length = left)
        {
            *length = chunk;
            MachineCode.Call(Address, arguments);
            advance(arguments, chunk * unitBytes);
            left -= chunk;
        }
    }
}
