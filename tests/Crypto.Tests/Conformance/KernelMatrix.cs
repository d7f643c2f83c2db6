using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>The kernels of a list to test, as the rows of a theory.</summary>
internal static class KernelMatrix
{
    public static TheoryData<string> Ids<T>(IKernels<T> list)
        where T : Kernel => new(Names(list));

    /// <summary>The same to be crossed with other axes.</summary>
    public static IEnumerable<string> Names<T>(IKernels<T> list)
        where T : Kernel => TestedKernels.Of(list).Select(kernel => kernel.Id);

    public static T Find<T>(IKernels<T> list, string id)
        where T : Kernel => list.All.Single(kernel => kernel.Id == id);
}
