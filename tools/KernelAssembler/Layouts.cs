namespace ManagedCrypto.KernelAssembler;

/// <summary>The argument structs of the library, field by field.</summary>
internal static class Layouts
{
    public static ArgumentLayout CpuQuery { get; } = new ArgumentLayout("CpuQuery")
        .Public("Leaf", 4)
        .Public("Subleaf", 4)
        .Public("Eax", 4)
        .Public("Ebx", 4)
        .Public("Ecx", 4)
        .Public("Edx", 4)
        .Secret(KernelProgram.Scratch, 8);

    public static ArgumentLayout AesKey { get; } = new ArgumentLayout("AesKeyArguments")
        .Pointer("Key")
        .Pointer("Schedule")
        .Public("Rounds", 4);

    public static ArgumentLayout ShaArguments { get; } = new ArgumentLayout("ShaArguments")
        .Pointer("State")
        .Pointer("Source")
        .Public("SourceBlocks", 8)
        .Pointer("Tail")
        .Public("TailBlocks", 8)
        .Secret(KernelProgram.Scratch, 64);
}
