using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestCollectionOrderer(typeof(ManagedCrypto.Tests.LongestFirst))]

namespace ManagedCrypto.Tests;

/// <summary>Classes run side by side: one that takes half a minute and begins last would leave a processor idle.</summary>
public sealed class LongestFirst : ITestCollectionOrderer
{
    /// <summary>A class that is missing here, or has become short, costs a few seconds and no more.</summary>
    private static readonly string[] s_longest =
    [
        "TraceTests", "AeadTests", "AesKernelTests", "HashTests", "AesMonteCarloTests", "AddressTests", "CobblestoneVectorTests",
        "SelfTestReachTests", "GeneratedCodeTests", "CobblestoneTests", "CallRegisterTests", "DeniedMemoryTests", "AesTests",
    ];

    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection => [.. testCollections.OrderBy(Place)];

    private static int Place<TTestCollection>(TTestCollection collection)
        where TTestCollection : ITestCollection
    {
        var place = Array.FindIndex(
            s_longest, name => collection.TestCollectionDisplayName.Contains($".{name} ", StringComparison.Ordinal));
        return place < 0 ? s_longest.Length : place;
    }
}
