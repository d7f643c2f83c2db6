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

public sealed class ExplicitFactDiscoverer : IXunitTestCaseDiscoverer
{
    private static readonly IReadOnlyCollection<IXunitTestCase> s_none = [];

    /// <summary>It starts test programs as servers; whoever asks for explicit tests calls them themselves.</summary>
    internal static bool IsDotNetTest { get; } = Array.IndexOf(Environment.GetCommandLineArgs(), "--server") >= 0;

    public ValueTask<IReadOnlyCollection<IXunitTestCase>> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions, IXunitTestMethod testMethod, IFactAttribute factAttribute) =>
        IsDotNetTest ? new(s_none) : new FactDiscoverer().Discover(discoveryOptions, testMethod, factAttribute);
}

public sealed class ExplicitTheoryDiscoverer : IXunitTestCaseDiscoverer
{
    public ValueTask<IReadOnlyCollection<IXunitTestCase>> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions, IXunitTestMethod testMethod, IFactAttribute factAttribute) =>
        ExplicitFactDiscoverer.IsDotNetTest
            ? new ExplicitFactDiscoverer().Discover(discoveryOptions, testMethod, factAttribute)
            : new TheoryDiscoverer().Discover(discoveryOptions, testMethod, factAttribute);
}
