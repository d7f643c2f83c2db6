using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>All that a process allocates is counted: what other tests did meanwhile would be, too.</summary>
public class FlatMemoryTests
{
    [ExplicitFact, Trait("run", "nightly")]
    public void Process_of_its_own_keeps_memory_flat_over_64_GiB() => TestRun.Check(
        ["-explicit", "only", "-method", $"{typeof(CobblestoneTests).FullName}.{nameof(CobblestoneTests.Memory_stays_flat_over_64_GiB)}"], fewestTests: 2);
}
