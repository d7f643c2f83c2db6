using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>The kernels of a list as values of a theory: tests name them by id, so that a failure names the kernel.</summary>
internal static class KernelRows
{
    public static IEnumerable<string> Ids<T>(this KernelList<T> list)
        where T : Kernel => list.All.Select(kernel => kernel.Id);

    /// <summary>The kernel of that id; the test is skipped where it cannot run.</summary>
    public static T WithId<T>(this KernelList<T> list, string id)
        where T : Kernel
    {
        var kernel = list.All.Single(kernel => kernel.Id == id);
        var obstacle = kernel.WhyUnavailable();
        Assert.SkipWhen(obstacle is not null, id + " " + obstacle);
        return kernel;
    }
}
