using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.KernelAssembler;

/// <summary>What the fields of the library's argument structs are to a kernel, as their attributes say.</summary>
internal static class Layouts
{
    public static ArgumentLayout CpuQuery { get; } = ArgumentLayout.Of<CpuQuery>();

    public static ArgumentLayout AesKey { get; } = ArgumentLayout.Of<AesKeyArguments>();

    public static ArgumentLayout Aes { get; } = ArgumentLayout.Of<AesArguments>();

    public static ArgumentLayout AesCcm { get; } = ArgumentLayout.Of<AesCcmArguments>();

    public static ArgumentLayout Aegis { get; } = ArgumentLayout.Of<AegisArguments>();

    public static ArgumentLayout GcmKey { get; } = ArgumentLayout.Of<GcmKeyArguments>();

    public static ArgumentLayout Gcm { get; } = ArgumentLayout.Of<AeadArguments>();

    public static ArgumentLayout PolyvalKey { get; } = ArgumentLayout.Of<PolyvalKeyArguments>();

    public static ArgumentLayout GcmSivKeys { get; } = ArgumentLayout.Of<GcmSivKeysArguments>();

    public static ArgumentLayout GcmSivShort { get; } = ArgumentLayout.Of<GcmSivShortArguments>();

    public static ArgumentLayout Polyval { get; } = ArgumentLayout.Of<PolyvalArguments>();

    public static ArgumentLayout ChaChaKeystream { get; } = ArgumentLayout.Of<ChaChaKeystreamArguments>();

    public static ArgumentLayout ChaChaPoly { get; } = ArgumentLayout.Of<ChaChaPolyArguments>();

    public static ArgumentLayout Crc { get; } = ArgumentLayout.Of<CrcArguments>();

    public static ArgumentLayout Adler32 { get; } = ArgumentLayout.Of<Adler32Arguments>();

    public static ArgumentLayout Sha { get; } = ArgumentLayout.Of<HashArguments>();

    public static ArgumentLayout ShaPair { get; } = ArgumentLayout.Of<ShaPairArguments>();

    public static ArgumentLayout Pbkdf2 { get; } = ArgumentLayout.Of<Pbkdf2Arguments>();
}
