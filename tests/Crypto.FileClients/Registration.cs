#if NET472
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace ManagedCrypto.FileClients;

/// <summary>What CryptoProvider.Register() changes for a library.</summary>
internal static class Registration
{
    private const BindingFlags Any =
        BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    /// <summary>
    /// The algorithms that ManagedCrypto has done so far in this process: those that have chosen their kernel, as each does when an
    /// object of its types is first made.
    /// </summary>
    public static IEnumerable<string> Used()
    {
        var catalogue = typeof(CryptoProvider).Assembly.GetType("ManagedCrypto.Algorithms", throwOnError: true)!;
        var all = (IEnumerable)catalogue.GetProperty("All", Any)!.GetValue(null)!;
        var names = all.Cast<object>().Where(HasKernels).Select(algorithm => algorithm.ToString()!);
        return names.OrderBy(name => name, StringComparer.Ordinal);
    }

    private static bool HasKernels(object algorithm)
    {
        for (var type = algorithm.GetType(); type is not null; type = type.BaseType)
            if (type.GetField("_kernels", Any) is { } field)
                return field.GetValue(algorithm) is not null;
        throw new MissingFieldException(algorithm.GetType().Name, "_kernels");
    }
}
#endif
