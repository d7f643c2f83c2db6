using System;
using System.Collections.Generic;
using System.IO;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>
/// A search path of empty files of OpenSSL's names, which comes before the system's folders: the dynamic linker gives up at the
/// first one that it cannot read. That needs no privilege.
/// </summary>
internal sealed class HiddenOpenSsl : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("no-openssl-").FullName;

    public HiddenOpenSsl()
    {
        foreach (var version in new[] { "", ".3", ".1.1", ".1.0.2", ".1.0.0", ".10" })
        {
            File.WriteAllBytes(Path.Combine(_folder, "libssl.so" + version), []);
            File.WriteAllBytes(Path.Combine(_folder, "libcrypto.so" + version), []);
        }
    }

    /// <summary>What a process needs so as to find none.</summary>
    public IReadOnlyDictionary<string, string> Environment => new Dictionary<string, string> { ["LD_LIBRARY_PATH"] = _folder };

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
