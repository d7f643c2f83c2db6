using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>Instructions to the JIT that older frameworks do not name.</summary>
internal static class Jit
{
    /// <summary>
    /// Full optimization from the first call on: for kernels in straight lines or with one long loop, which touch no static state
    /// and gain nothing from profiles.
    /// </summary>
    public const MethodImplOptions Optimize = (MethodImplOptions)512;
}
