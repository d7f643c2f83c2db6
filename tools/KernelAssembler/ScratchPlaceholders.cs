// Scratch memory is the last field of an argument struct. Its size is what the programs claim: GeneratedSource writes the
// library's types, and one placeholder stands for them in the assembler, which needs to know where scratch memory begins, and not
// where it ends.
global using AegisScratch = ManagedCrypto.Intrinsics.ScratchPlaceholder;
global using AesScratch = ManagedCrypto.Intrinsics.ScratchPlaceholder;
global using ChaChaPolyScratch = ManagedCrypto.Intrinsics.ScratchPlaceholder;
global using CpuScratch = ManagedCrypto.Intrinsics.ScratchPlaceholder;
global using GcmScratch = ManagedCrypto.Intrinsics.ScratchPlaceholder;
global using GcmSivScratch = ManagedCrypto.Intrinsics.ScratchPlaceholder;
global using ShaLanesScratch = ManagedCrypto.Intrinsics.ScratchPlaceholder;
global using ShaScratch = ManagedCrypto.Intrinsics.ScratchPlaceholder;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

[StructLayout(LayoutKind.Sequential)]
internal struct ScratchPlaceholder
{
    public ulong First;
}
