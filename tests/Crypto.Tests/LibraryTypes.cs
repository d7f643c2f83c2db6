using System;

namespace ManagedCrypto.Tests;

/// <summary>The library's types, in its two layers.</summary>
internal static class LibraryTypes
{
    /// <summary>Kernels, and what they are made of.</summary>
    public static Type[] Kernels { get; } = Array.FindAll(typeof(AesGcm).Assembly.GetTypes(), type => type.Namespace == typeof(Intrinsics.Kernel).Namespace);

    /// <summary>Public types, and what is between them and kernels.</summary>
    public static Type[] AboveKernels { get; } = Array.FindAll(typeof(AesGcm).Assembly.GetTypes(), type => type.Namespace != typeof(Intrinsics.Kernel).Namespace);
}
