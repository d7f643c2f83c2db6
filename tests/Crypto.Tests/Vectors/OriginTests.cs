using System;
using System.Collections.Generic;
using System.IO;
using System.Text.RegularExpressions;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

public class OriginTests
{
    [Fact]
    public void Files_in_the_archives_have_the_digests_on_record()
    {
        var recorded = new SortedDictionary<string, string>(StringComparer.Ordinal);
        using (var reader = new StreamReader(VectorArchive.Resource("ORIGIN.md")))
        {
            foreach (Match row in Regex.Matches(
                reader.ReadToEnd(), @"^\| (\w+\.zip) \| (\S+) \| ([0-9a-f]{64}) \|", RegexOptions.Multiline))
                recorded.Add(row.Groups[1].Value + "/" + row.Groups[2].Value, row.Groups[3].Value);
        }

        var found = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var archive in new[]
        {
            "aes.zip", "xts.zip", "gcm.zip", "ccm.zip", "keywrap.zip", "sha.zip", "sha3.zip", "hmac.zip", "kdf.zip", "wycheproof.zip", "aegis.zip",
        })
        {
            using var zip = VectorArchive.Open(archive);
            foreach (var entry in zip.Entries)
            {
                using var content = entry.Open();
                var digest = System.Security.Cryptography.SHA256.HashData(content);
                found.Add(archive + "/" + entry.Name, Convert.ToHexStringLower(digest));
            }
        }

        Assert.Equal(179, found.Count);
        Assert.Equal(recorded, found);
    }
}
