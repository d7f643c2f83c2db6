using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>What XAES-256-GCM runs on: AES for the keys of messages, AES-GCM for the messages.</summary>
internal readonly struct XAesKernels(AesKernel aes, GcmKernel gcm)
{
    public static XAesKernels Best => new(Algorithms.Aes.Kernels.Best, Algorithms.AesGcm.Kernels.Best);

    public AesKernel Aes { get; } = aes;

    public GcmKernel Gcm { get; } = gcm;
}
