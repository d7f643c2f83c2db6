using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>The kernels of a list that run in this process, as the rows of a theory.</summary>
internal static class KernelMatrix
{
    public static TheoryData<string> Ids<T>(KernelList<T> list)
        where T : Kernel
    {
        var ids = new TheoryData<string>();
        foreach (var kernel in list.All.Where(kernel => kernel.WhyUnavailable() is null))
            ids.Add(kernel.Id);
        return ids;
    }

    public static T Find<T>(KernelList<T> list, string id)
        where T : Kernel => list.All.Single(kernel => kernel.Id == id);
}
