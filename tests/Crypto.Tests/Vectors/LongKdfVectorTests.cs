using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>The vector of RFC 6070 that takes seconds, which Wycheproof has, too. .ci/run alone has it, on the best kernel.</summary>
public class LongKdfVectorTests
{
    [ExplicitFact, Trait("run", "ci")]
    public void Key_of_16_million_iterations_comes_out() =>
        Assert.Equal(1, KdfVectorTests.CheckRfc6070(Algorithms.Sha1.With(Algorithms.Sha1.Kernels.Best), iterations => iterations > 4096));
}
