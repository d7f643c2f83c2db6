using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.KernelAssembler;

/// <summary>What the fields of the library's argument structs are to a kernel.</summary>
internal static class Layouts
{
    public static ArgumentLayout CpuQuery { get; } = ArgumentLayout.Of<CpuQuery>(
        publics: ["Leaf", "Subleaf", "Eax", "Ebx", "Ecx", "Edx"], secrets: [], written: ["Eax", "Ebx", "Ecx", "Edx"]);

    public static ArgumentLayout AesKey { get; } = ArgumentLayout.Of<AesKeyArguments>(
        publics: ["Rounds"], secrets: [], written: ["Schedule"]);

    public static ArgumentLayout Aes { get; } = ArgumentLayout.Of<AesArguments>(
        publics: ["Length", "Rounds"], secrets: [], written: ["Destination", "IV"]);

    public static ArgumentLayout AesCcm { get; } = ArgumentLayout.Of<AesCcmArguments>(
        publics: ["HeadLength", "Length", "Rounds", "Counter"], secrets: ["Tag"], written: ["Destination", "Tag"]);

    public static ArgumentLayout GcmKey { get; } = ArgumentLayout.Of<GcmKeyArguments>(
        publics: ["Rounds", "Short"], secrets: [], written: ["Schedule"]);

    public static ArgumentLayout Gcm { get; } = ArgumentLayout.Of<GcmArguments>(
        publics: ["AssociatedDataLength", "Length", "Rounds", "Part", "BlocksBefore"],
        secrets: ["J0", "LengthsBlock", "Tag", "Hash"],
        written: ["Destination", "Tag", "Hash"]);

    public static ArgumentLayout GhashKey { get; } = ArgumentLayout.Of<GhashKeyArguments>(
        publics: ["Short"], secrets: [], written: ["Key"]);

    public static ArgumentLayout GcmSivKeys { get; } = ArgumentLayout.Of<GcmSivKeysArguments>(
        publics: ["Rounds", "Short", "Nonce"], secrets: [], written: ["Keys"]);

    public static ArgumentLayout GcmSivShort { get; } = ArgumentLayout.Of<GcmSivShortArguments>(
        publics: ["Rounds", "HashedBytes", "TextBytes", "LastBytes", "Nonce", "Given"],
        secrets: ["Gathered", "Tag"],
        written: ["Gathered", "Tag"]);

    public static ArgumentLayout Ghash { get; } = ArgumentLayout.Of<GhashArguments>(
        publics: ["Length"], secrets: ["Hash"], written: ["Hash"]);

    public static ArgumentLayout Crc { get; } = ArgumentLayout.Of<CrcArguments>(
        publics: ["Length"], secrets: ["Value"], written: ["Value"]);

    public static ArgumentLayout Adler32 { get; } = ArgumentLayout.Of<Adler32Arguments>(
        publics: ["Length"], secrets: ["Sum", "Weighted"], written: ["Sum", "Weighted"]);

    public static ArgumentLayout Sha { get; } = ArgumentLayout.Of<HashArguments>(
        publics: ["SourceBlocks", "TailBlocks", "BlockBytes"], secrets: [], written: ["State"]);

    public static ArgumentLayout ShaPair { get; } = ArgumentLayout.Of<ShaPairArguments>(
        publics: ["Blocks"], secrets: [], written: ["State0", "State1"]);

    public static ArgumentLayout Pbkdf2 { get; } = ArgumentLayout.Of<Pbkdf2Arguments>(
        publics: ["Iterations", "DigestBytes", "BlockBytes", "ChainBytes", "WordBytes", "IsLittleEndian"],
        secrets: ["Inner", "Outer", "Sum", "Block", "OtherSum", "OtherBlock"],
        written: ["Sum", "Block", "OtherSum", "OtherBlock"]);
}
