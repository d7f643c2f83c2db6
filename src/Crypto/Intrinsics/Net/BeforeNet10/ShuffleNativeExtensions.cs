using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>.NET 10's name for the instruction that shuffles bytes, where .NET 8 has none.</summary>
internal static class ShuffleNativeExtensions
{
    extension(Vector128)
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Block ShuffleNative(Block vector, Block indices) => ShuffleLanes128.Shuffle(vector, indices);
    }
}
