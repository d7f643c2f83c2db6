using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>AEADs on kernels, as the rows of theories: their names and those of the kernels.</summary>
internal static class AeadRows
{
    /// <summary>An environment variable may name the types, such as <c>AesCcm</c>, where all take too long.</summary>
    public static IEnumerable<TheoryDataRow<string, string>> All
    {
        get
        {
            var chosen = Environment.GetEnvironmentVariable("CRYPTO_TESTS_AEADS")?.Split(',');
            return AeadSubject.All.Where(subject => chosen?.Contains(subject.Name) ?? true)
                .Select(subject => new TheoryDataRow<string, string>(subject.Name, subject.KernelId));
        }
    }

    /// <summary>Those that seal under a nonce which they are given.</summary>
    public static IEnumerable<TheoryDataRow<string, string>> Sealing =>
        All.Where(row => AeadSubject.Find(row.Data.Item1, row.Data.Item2).SealsUnderGivenNonce);
}
