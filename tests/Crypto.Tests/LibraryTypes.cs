using System;

namespace ManagedCrypto.Tests;

/// <summary>The library's types, in its two layers.</summary>
internal static class LibraryTypes
{
    /// <summary>Kernels, and what they are made of.</summary>
    public static Type[] Kernels { get; } = Array.FindAll(typeof(AesGcm).Assembly.GetTypes(), IsOfKernels);

    /// <summary>Public types, and what is between them and kernels.</summary>
    public static Type[] AboveKernels { get; } = Array.FindAll(typeof(AesGcm).Assembly.GetTypes(), type => !IsOfKernels(type));

    /// <summary>Whether a type is in the namespace of kernels.</summary>
    public static bool IsOfKernels(Type type) => type.Namespace == typeof(Intrinsics.Kernel).Namespace;
}
