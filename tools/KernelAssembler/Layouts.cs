namespace ManagedCrypto.KernelAssembler;

/// <summary>The argument structs of the library, field by field.</summary>
internal static class Layouts
{
    private const int GcmScratchBytes = 1152;

    public static ArgumentLayout CpuQuery { get; } = new ArgumentLayout("CpuQuery")
        .Public("Leaf", 4)
        .Public("Subleaf", 4)
        .Public("Eax", 4, writable: true)
        .Public("Ebx", 4, writable: true)
        .Public("Ecx", 4, writable: true)
        .Public("Edx", 4, writable: true)
        .Secret(KernelProgram.Scratch, 8);

    public static ArgumentLayout AesKey { get; } = new ArgumentLayout("AesKeyArguments")
        .Pointer("Key")
        .Pointer("Schedule", writable: true)
        .Public("Rounds", 4);

    public static ArgumentLayout GcmKey { get; } = new ArgumentLayout("GcmKeyArguments")
        .Pointer("Key")
        .Pointer("Schedule", writable: true)
        .Public("Rounds", 8)
        .Public("Short", 8);

    public static ArgumentLayout Gcm { get; } = new ArgumentLayout("GcmArguments")
        .Pointer("Key")
        .Pointer("AssociatedData")
        .Public("AssociatedDataLength", 8)
        .Pointer("Source")
        .Pointer("Destination", writable: true)
        .Public("Length", 8)
        .Public("Rounds", 8)
        .Public("J0", 16)
        .Public("LengthsBlock", 16)
        .Secret("Tag", 16, writable: true)
        .Public("Part", 8)
        .Public("BlocksBefore", 8)
        .Secret("Hash", 16, writable: true)
        .Secret(KernelProgram.Scratch, GcmScratchBytes);

    public static ArgumentLayout GhashKey { get; } = new ArgumentLayout("GhashKeyArguments")
        .Pointer("Subkey")
        .Pointer("Key", writable: true);

    public static ArgumentLayout Ghash { get; } = new ArgumentLayout("GhashArguments")
        .Pointer("Key")
        .Pointer("Source")
        .Public("Length", 8)
        .Secret("Hash", 16, writable: true)
        .Secret(KernelProgram.Scratch, GcmScratchBytes);

    public static ArgumentLayout Crc { get; } = new ArgumentLayout("CrcArguments")
        .Pointer("Factors")
        .Pointer("Source")
        .Public("Length", 8)
        .Secret("Value", 4, writable: true);

    public static ArgumentLayout Adler32 { get; } = new ArgumentLayout("Adler32Arguments")
        .Pointer("Source")
        .Public("Length", 8)
        .Secret("Sum", 8, writable: true)
        .Secret("Weighted", 8, writable: true);

    public static ArgumentLayout HashArguments { get; } = new ArgumentLayout("HashArguments")
        .Pointer("State", writable: true)
        .Pointer("Source")
        .Public("SourceBlocks", 8)
        .Pointer("Tail")
        .Public("TailBlocks", 8)
        .Secret(KernelProgram.Scratch, 256);

    public static ArgumentLayout Aes { get; } = new ArgumentLayout("AesArguments")
        .Pointer("Schedule")
        .Pointer("Source")
        .Pointer("Destination", writable: true)
        .Public("Length", 8)
        .Pointer("Register", writable: true)
        .Public("Rounds", 4)
        .Secret(KernelProgram.Scratch, 512);
}
