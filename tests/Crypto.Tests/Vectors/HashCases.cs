using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>The hashes that an archive has vectors of, each with each of its kernels.</summary>
internal static class HashCases
{
    /// <param name="archive">The archive.</param>
    /// <param name="isOf">Whether a file is that of a type.</param>
    public static IEnumerable<TheoryDataRow<string, string>> In(string archive, Func<string, HashSubject, bool> isOf)
    {
        using var zip = VectorArchive.Open(archive);
        var files = zip.Entries.Select(entry => entry.FullName).ToList();
        return
        [
            .. from subject in HashSubject.All
               where files.Exists(file => isOf(file, subject))
               select new TheoryDataRow<string, string>(subject.Name, subject.Kernel.Id),
        ];
    }
}
