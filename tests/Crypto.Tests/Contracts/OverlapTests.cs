using System;
using System.Collections.Generic;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>The refusal of buffers that overlap, against a count of the bytes that they share.</summary>
public class OverlapTests
{
    private const int MemoryBytes = 10;

    [Fact]
    public void Ranges_are_refused_exactly_if_they_share_a_byte()
    {
        var memory = new byte[MemoryBytes];
        var pairs = 0;
        foreach (var (first, firstLength) in Ranges())
        {
            foreach (var (second, secondLength) in Ranges())
            {
                var shared = 0;
                for (var i = 0; i < MemoryBytes; i++)
                    shared += i >= first && i < first + firstLength && i >= second && i < second + secondLength ? 1 : 0;

                Assert.Equal(shared > 0, Refuses("argument", () => Arguments.RefuseOverlap(
                    memory.AsSpan(first, firstLength), memory.AsSpan(second, secondLength), "argument", "output")));
                Assert.Equal(shared > 0 && first != second, Refuses("output", () => Arguments.RefusePartialOverlap(
                    memory.AsSpan(first, firstLength), memory.AsSpan(second, secondLength), "input", "output")));
                pairs++;
            }
        }

        Assert.Equal(66 * 66, pairs);
    }

    [Fact]
    public void Ranges_apart_or_empty_are_not_refused()
    {
        byte[] memory = new byte[MemoryBytes], other = new byte[MemoryBytes];
        Arguments.RefuseOverlap(memory, other, "argument", "output");
        Arguments.RefusePartialOverlap(memory, other, "input", "output");
        Arguments.RefuseOverlap(default, memory, "argument", "output");
        Arguments.RefuseOverlap(memory, default, "argument", "output");
        Arguments.RefusePartialOverlap(default, default, "input", "output");
        Arguments.RefusePartialOverlap(default, memory, "input", "output");
        Arguments.RefusePartialOverlap(memory, default, "input", "output");
    }

    private static IEnumerable<(int First, int Length)> Ranges()
    {
        for (var first = 0; first <= MemoryBytes; first++)
            for (var length = 0; length <= MemoryBytes - first; length++)
                yield return (first, length);
    }

    private static bool Refuses(string parameter, Action check)
    {
        try
        {
            check();
            return false;
        }
        catch (ArgumentException exception)
        {
            Assert.Equal(parameter, exception.ParamName);
            return true;
        }
    }
}
