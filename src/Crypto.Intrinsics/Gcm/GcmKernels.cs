namespace ManagedCrypto.Intrinsics;

internal static class GcmKernels
{
    public static KernelList<GcmKernel> List { get; } = new(
        new GcmComposed(new AesPortableTable(), new GhashPortableTable()),
        new GcmComposed(new AesPortableBitsliced(), new GhashPortableMultiply()));
}
