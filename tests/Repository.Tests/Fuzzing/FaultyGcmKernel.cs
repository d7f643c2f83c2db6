using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.RepositoryTests.Fuzzing;

/// <summary>
/// A kernel with a fault of the kind that tests of chosen lengths miss: a wrong tag for texts of more than 100 bytes that end 5
/// bytes into a block, after 3 bytes or more of associated data.
/// </summary>
internal sealed unsafe class FaultyGcmKernel(GcmKernel kernel) : GcmKernel
{
    public const int ShortestText = 101, ShortestData = 3;

    public override string Id => "gcm/faulty";

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override int KeyBytes => kernel.KeyBytes;

    public override int KeyBytesFor(long longestMessage) => kernel.KeyBytesFor(longestMessage);

    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage) =>
        kernel.ExpandKey(cipherKey, cipherKeyBytes, key, longestMessage);

    public override void Seal(AeadArguments* arguments)
    {
        kernel.Seal(arguments);
        if (arguments->Length >= ShortestText && arguments->Length % 16 == 5 && arguments->AssociatedDataLength >= ShortestData)
            arguments->Tag.First ^= 1;
    }

    public override void Open(AeadArguments* arguments) => kernel.Open(arguments);
}
