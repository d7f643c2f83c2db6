using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using Xunit;
using Xunit.Sdk;
using Xunit.v3;

namespace ManagedCrypto.Tests;

/// <summary>A test that runs where it is asked for (<c>-explicit</c>), and of which <c>dotnet test</c> says nothing.</summary>
[AttributeUsage(AttributeTargets.Method)]
[XunitTestCaseDiscoverer(typeof(ExplicitFactDiscoverer))]
public sealed class ExplicitFactAttribute : FactAttribute
{
    public ExplicitFactAttribute([CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
        : base(sourceFilePath, sourceLineNumber) => Explicit = true;
}

/// <inheritdoc cref="ExplicitFactAttribute"/>
[AttributeUsage(AttributeTargets.Method)]
[XunitTestCaseDiscoverer(typeof(ExplicitTheoryDiscoverer))]
public sealed class ExplicitTheoryAttribute : TheoryAttribute
{
    public ExplicitTheoryAttribute([CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
        : base(sourceFilePath, sourceLineNumber) => Explicit = true;
}

public sealed class ExplicitFactDiscoverer : FactDiscoverer
{
    public override ValueTask<IReadOnlyCollection<IXunitTestCase>> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions, IXunitTestMethod testMethod, IFactAttribute factAttribute) =>
        DotNetTest.IsHere ? DotNetTest.Nothing : base.Discover(discoveryOptions, testMethod, factAttribute);
}

public sealed class ExplicitTheoryDiscoverer : TheoryDiscoverer
{
    public override ValueTask<IReadOnlyCollection<IXunitTestCase>> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions, IXunitTestMethod testMethod, IFactAttribute factAttribute) =>
        DotNetTest.IsHere ? DotNetTest.Nothing : base.Discover(discoveryOptions, testMethod, factAttribute);
}

/// <summary>It starts test programs as servers; whoever asks for explicit tests calls the programs themselves.</summary>
internal static class DotNetTest
{
    public static bool IsHere { get; } = Array.IndexOf(Environment.GetCommandLineArgs(), "--server") >= 0;

    public static ValueTask<IReadOnlyCollection<IXunitTestCase>> Nothing => new(Array.Empty<IXunitTestCase>());
}
