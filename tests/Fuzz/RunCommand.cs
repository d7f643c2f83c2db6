using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

namespace ManagedCrypto.Fuzz;

/// <summary>Runs the cases of many targets in turns, until there are enough or the time is up.</summary>
internal sealed class RunCommand(IReadOnlyList<Target> targets, ulong seed, string? folder) : IDisposable
{
    private const int Turn = 64;

    private readonly Runner _runner = new();
    private readonly System.Security.Cryptography.IncrementalHash[] _digests =
        [.. targets.Select(_ => System.Security.Cryptography.IncrementalHash.CreateHash(HashAlgorithmName.SHA256))];

    private readonly Finding?[] _findings = new Finding?[targets.Count];

    /// <summary>A target ends with its first finding; the others go on.</summary>
    /// <returns>1 if anything was found.</returns>
    public int Run(ulong cases, TimeSpan time)
    {
        Console.WriteLine($"seed {seed}, {targets.Count} targets");
        var clock = Stopwatch.StartNew();
        var done = 0UL;
        using (var current = CurrentCase.In(folder))
        {
            for (; done < cases && clock.Elapsed < time && _findings.Contains(null); done += Math.Min(Turn, cases - done))
            {
                for (var i = 0; i < targets.Count; i++)
                    RunTurn(i, done, Math.Min(done + Turn, cases), current);
            }
        }

        var failed = _findings.Count(finding => finding is not null);
        var all = done * (ulong)targets.Count;
        Console.WriteLine($"{done:N0} cases of each target, {all:N0} in all, in {clock.Elapsed.TotalSeconds:F0} s");
        Console.WriteLine("digest " + Digest());
        Console.WriteLine($"{targets.Count - failed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }

    public void Dispose()
    {
        _runner.Dispose();
        foreach (var digest in _digests)
            digest.Dispose();
    }

    private void RunTurn(int number, ulong from, ulong to, CurrentCase? current)
    {
        var target = targets[number];
        for (var index = from; index < to && _findings[number] is null; index++)
        {
            current?.Write(target, seed, index);
            if (_runner.Run(target, seed, index, _digests[number]) is { } finding)
                Report(number, _runner.Shrink(target, finding));
        }
    }

    private void Report(int number, Finding finding)
    {
        _findings[number] = finding;
        Console.WriteLine($"FOUND in {finding.Target}: {finding.Message}");
        Console.WriteLine(finding.ToJson());
        if (folder is null)
            return;
        var path = Path.Combine(folder, $"{finding.Target.Replace('/', '-')}-{finding.Seed}-{finding.Index}.json");
        File.WriteAllText(path, finding.ToJson());
        Console.WriteLine("saved as " + path);
    }

    /// <summary>Of what all kernels made in all cases.</summary>
    private string Digest()
    {
        using var all = System.Security.Cryptography.IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        for (var i = 0; i < targets.Count; i++)
        {
            all.AppendData(Encoding.UTF8.GetBytes(targets[i].Name));
            all.AppendData(_digests[i].GetCurrentHash());
        }

        return Convert.ToHexStringLower(all.GetHashAndReset())[..32];
    }
}
