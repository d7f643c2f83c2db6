using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>A method as the JIT lists it, cut into blocks at its labels, with the jumps and falls between them.</summary>
internal sealed class JitListing
{
    private readonly List<List<string>> _blocks = [[]];
    private readonly bool[,] _follows;

    public JitListing(IEnumerable<string> lines)
    {
        var labels = new Dictionary<string, int>();
        foreach (var line in lines)
        {
            var label = Regex.Match(line, @"^(G_M\w+):");
            if (label.Success)
            {
                labels[label.Groups[1].Value] = _blocks.Count;
                _blocks.Add([]);
            }

            _blocks[^1].Add(line);
        }

        _follows = new bool[_blocks.Count, _blocks.Count];
        for (var i = 0; i < _blocks.Count; i++)
        {
            foreach (var line in _blocks[i])
            {
                var jump = Regex.Match(line, @"^\s+(?:j|b|cb|tb)\w*\s+(?:SHORT |\w+, (?:#\d+, )?)?(G_M\w+)");
                if (jump.Success)
                    _follows[i, labels[jump.Groups[1].Value]] = true;
            }

            var last = _blocks[i].LastOrDefault(line => line.StartsWith(' ') && line.Trim().Length > 0) ?? "";
            if (i + 1 < _blocks.Count && !Regex.IsMatch(last, @"^\s+(jmp|b|br|ret)\b"))
                _follows[i, i + 1] = true;
        }
    }

    public string Head => _blocks[0][0];

    public IEnumerable<string> Lines => _blocks.SelectMany(block => block);

    /// <summary>The lines of each loop that lies in no other, or of each that holds no other.</summary>
    public IEnumerable<List<string>> Loops(bool innermost)
    {
        var outer = Cycles(Enumerable.Range(0, _blocks.Count).ToList());
        return (innermost ? outer.SelectMany(Innermost) : outer)
            .Select(loop => loop.SelectMany(block => _blocks[block]).ToList());
    }

    /// <summary>The loops that remain of a loop without its entry block; the loop itself, if none remains.</summary>
    private List<List<int>> Innermost(List<int> loop)
    {
        var others = Enumerable.Range(0, _blocks.Count).Except(loop).ToList();
        var entered = loop.First(block => others.Any(other => _follows[other, block]));
        var inner = Cycles(loop.Where(block => block != entered).ToList());
        return inner.Count == 0 ? [loop] : inner.SelectMany(Innermost).ToList();
    }

    /// <summary>The largest sets of these blocks in which each block leads to each.</summary>
    private List<List<int>> Cycles(List<int> blocks)
    {
        var leads = new bool[_blocks.Count, _blocks.Count];
        foreach (var from in blocks)
            foreach (var to in blocks)
                leads[from, to] = _follows[from, to];
        foreach (var by in blocks)
            foreach (var from in blocks)
                foreach (var to in blocks)
                    leads[from, to] |= leads[from, by] && leads[by, to];
        return blocks.Where(block => leads[block, block])
            .GroupBy(block => blocks.First(other => leads[block, other] && leads[other, block]))
            .Select(cycle => cycle.ToList()).ToList();
    }
}
