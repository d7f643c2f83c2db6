using System;
using System.Security.Cryptography;
using System.Text;

namespace ManagedCrypto.Fuzz;

/// <summary>A case under way: its choices, its buffers, and what it compares.</summary>
internal sealed class Case(Choices choices, Arena arena, System.Security.Cryptography.IncrementalHash digest)
{
    public Choices Choices => choices;

    /// <summary>A buffer that holds anything.</summary>
    public Placed Place(int bytes) => arena.Place(choices, bytes);

    /// <summary>A buffer with a copy.</summary>
    public Placed Place(ReadOnlySpan<byte> bytes)
    {
        var buffer = Place(bytes.Length);
        bytes.CopyTo(buffer.Span);
        return buffer;
    }

    /// <summary>Two buffers, with a copy in the first one: apart, from the same byte on, or across each other.</summary>
    public (Placed Source, Placed Destination) PlaceTwo(ReadOnlySpan<byte> bytes, int room, int reach)
    {
        var way = choices.Draw("overlap", 3);
        if (way == 0)
            return (Place(bytes), Place(room));

        var apart = way == 1 ? 0 : choices.Draw("apart", reach);
        int from = way == 2 ? apart : 0, to = way == 3 ? apart : 0;
        var both = Place(Math.Max(from + bytes.Length, to + room));
        bytes.CopyTo(both.Slice(from, bytes.Length).Span);
        return (both.Slice(from, bytes.Length), both.Slice(to, room));
    }

    /// <summary>Pieces of a message: how many bytes each has, at most a dozen.</summary>
    public int[] Pieces(int length)
    {
        var pieces = new int[choices.Draw("pieces", 11) + 1];
        for (var i = 0; i < pieces.Length; i++)
        {
            pieces[i] = i == pieces.Length - 1 ? length : choices.Piece(length);
            length -= pieces[i];
        }

        return pieces;
    }

    public void Same(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, string what)
    {
        digest.AppendData(actual);
        if (expected.SequenceEqual(actual))
            return;
        if (expected.Length != actual.Length)
            throw new FindingException($"{what}: {actual.Length} bytes, not {expected.Length}");
        var first = expected.CommonPrefixLength(actual);
        throw new FindingException($"{what}: byte {first} of {actual.Length} is {actual[first]:x2}, not {expected[first]:x2}");
    }

    public void SameValue<T>(T expected, T actual, string what)
    {
        digest.AppendData(Encoding.UTF8.GetBytes($"{actual}"));
        if (!Equals(expected, actual))
            throw new FindingException($"{what}: {actual}, not {expected}");
    }

    /// <summary>What both give, or that both throw the same exception, for the same parameter if theirs names one.</summary>
    /// <returns>Whether neither throws.</returns>
    public bool SameOutcome(Func<byte[]> theirs, Func<byte[]> ours, string what)
    {
        var (expected, theirException) = Outcome(theirs);
        var (actual, ourException) = Outcome(ours);
        SameValue(theirException?.GetType().Name, ourException?.GetType().Name, what);
        if (theirException is ArgumentException { ParamName: { } parameter })
            SameValue(parameter, ((ArgumentException)ourException!).ParamName, what);
        Same(expected, actual, what);
        return ourException is null;
    }

    /// <summary>That the call throws such an exception.</summary>
    public void Refused<T>(Func<byte[]> call, string what)
        where T : Exception =>
        SameValue(typeof(T), Outcome(call).Exception?.GetType(), what);

    private static (byte[] Result, Exception? Exception) Outcome(Func<byte[]> call)
    {
        try
        {
            return (call(), null);
        }
        catch (Exception exception) when (exception is ArgumentException or CryptographicException or NotSupportedException)
        {
            return ([], exception);
        }
    }
}
