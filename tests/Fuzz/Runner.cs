using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Fuzz;

/// <summary>Runs cases, one at a time, and makes smaller those that fail.</summary>
internal sealed class Runner : IDisposable
{
    private const int MostTries = 20_000;

    private readonly Arena _arena = new();
    private readonly Choices _choices = new();
    private readonly System.Security.Cryptography.IncrementalHash _nobodys =
        System.Security.Cryptography.IncrementalHash.CreateHash(HashAlgorithmName.SHA256);

    /// <summary>Runs the case of an index and adds its results to a digest.</summary>
    /// <returns>The case if it fails, as it was drawn.</returns>
    public Finding? Run(Target target, ulong seed, ulong index, System.Security.Cryptography.IncrementalHash digest)
    {
        _choices.Begin(target.Name, seed, index);
        return Fault(target, digest) is { } message
            ? new Finding(target.Name, seed, index) { Message = message, Choices = [.. _choices.Made] }
            : null;
    }

    /// <summary>Runs a saved case.</summary>
    /// <returns>The case if it fails.</returns>
    public Finding? Run(Target target, Finding saved)
    {
        if (saved.Choices is null)
            return Run(target, saved.Seed, saved.Index, _nobodys);
        _choices.Begin(saved.Choices);
        return Fault(target, _nobodys) is { } message ? saved with { Message = message, Choices = [.. _choices.Made] } : null;
    }

    /// <summary>The smallest case found that fails, too: each choice is tried nearer to zero, until none can be.</summary>
    public Finding Shrink(Target target, Finding finding)
    {
        var tries = 0;
        for (var i = 0; i < finding.Choices!.Count; i++)
        {
            foreach (var value in Smaller(finding.Choices[i].Value))
            {
                var choices = finding.Choices.ToArray();
                choices[i] = choices[i] with { Value = value };
                if (++tries > MostTries)
                    return finding;
                if (Run(target, finding with { Choices = choices }) is { } found && IsSmaller(found, finding))
                {
                    finding = found;
                    i = -1;
                    break;
                }
            }
        }

        return finding;
    }

    public void Dispose()
    {
        _arena.Dispose();
        _nobodys.Dispose();
    }

    /// <summary>Zero, half as far from it, and so on; also by whole blocks, since faults often lie in what is left.</summary>
    private static IEnumerable<long> Smaller(long value)
    {
        const long Block = 16;
        for (var distance = value; distance > 0; distance /= 2)
        {
            yield return value - distance;
            if (distance > Block && distance % Block != 0)
                yield return value - (distance / Block * Block);
        }
    }

    // By the first choice that differs, so that it has an end.
    private static bool IsSmaller(Finding one, Finding other)
    {
        var first = one.Choices!.Zip(other.Choices!).FirstOrDefault(pair => pair.First != pair.Second);
        return first.First.Value < first.Second.Value || (first == default && one.Choices!.Count < other.Choices!.Count);
    }

    private string? Fault(Target target, System.Security.Cryptography.IncrementalHash digest)
    {
        try
        {
            target.Run(new Case(_choices, _arena, digest));
            _arena.CheckAndClear();
            return null;
        }
        catch (FindingException finding)
        {
            _arena.Clear();
            return finding.Message;
        }
        catch (Exception exception)
        {
            _arena.Clear();
            return "unexpected " + exception.GetType().Name + ": " + exception.Message.Split('\n')[0];
        }
    }
}
