using System;
using ManagedCrypto.Intrinsics;

#pragma warning disable CS0109 // Members that hide one of the base class do so on newer frameworks only.

namespace ManagedCrypto;

public sealed unsafe partial class RandomNumberGenerator
{
    /// <summary>Random bytes that are asked for at a time.</summary>
    private const int BufferBytes = 256;

    private const string UpperDigits = "0123456789ABCDEF", LowerDigits = "0123456789abcdef";

    /// <summary>Fills a span with random bytes, fit for keys.</summary>
    /// <param name="data">Receives random bytes.</param>
    public static new void Fill(Span<byte> data) => RandomBytes.Fill(data);

    /// <summary>Returns random bytes, fit for keys.</summary>
    /// <param name="count">How many.</param>
    /// <returns>The bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    public static new byte[] GetBytes(int count)
    {
        if (count < 0)
            throw new ArgumentOutOfRangeException(nameof(count), count, "It is negative.");
        var bytes = new byte[count];
        RandomBytes.Fill(bytes);
        return bytes;
    }

    /// <summary>Draws a random number from zero on, each as likely as another.</summary>
    /// <param name="toExclusive">One more than the largest.</param>
    /// <returns>The number.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="toExclusive"/> is not positive.</exception>
    public static new int GetInt32(int toExclusive) => toExclusive > 0
        ? GetInt32(0, toExclusive)
        : throw new ArgumentOutOfRangeException(nameof(toExclusive), toExclusive, "It is not positive.");

    /// <summary>Draws a random number from a range, each as likely as another.</summary>
    /// <param name="fromInclusive">The smallest.</param>
    /// <param name="toExclusive">One more than the largest.</param>
    /// <returns>The number.</returns>
    /// <exception cref="ArgumentException">There is no number from the one to below the other.</exception>
    public static new int GetInt32(int fromInclusive, int toExclusive)
    {
        if (fromInclusive >= toExclusive)
            throw new ArgumentException($"There is no number from {fromInclusive} to below {toExclusive}.");
        uint bytes;
        var buffer = new Span<byte>(&bytes, sizeof(uint));
        using var secret = new SecretScope(&bytes, sizeof(uint));
        var number = new RandomIndices(RandomBytes.Fill, buffer).UpTo((uint)toExclusive - (uint)fromInclusive - 1);
        return (int)((uint)fromInclusive + number);
    }

    /// <summary>Fills a span with random choices; one may come many times.</summary>
    /// <typeparam name="T">What is chosen.</typeparam>
    /// <param name="choices">What to choose from.</param>
    /// <param name="destination">Receives the choices.</param>
    /// <exception cref="ArgumentException"><paramref name="choices"/> is empty.</exception>
    public static new void GetItems<T>(ReadOnlySpan<T> choices, Span<T> destination)
    {
        RequireChoices(choices);
        Choose(RandomBytes.Fill, choices, destination);
    }

    /// <summary>Returns random choices, each as likely as another; one may come many times.</summary>
    /// <typeparam name="T">What is chosen.</typeparam>
    /// <param name="choices">What to choose from.</param>
    /// <param name="length">How many to choose.</param>
    /// <returns>The choices.</returns>
    /// <exception cref="ArgumentException"><paramref name="choices"/> is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative.</exception>
    public static new T[] GetItems<T>(ReadOnlySpan<T> choices, int length)
    {
        RequireChoices(choices);
        var items = new T[RequireLength(length)];
        Choose(RandomBytes.Fill, choices, items);
        return items;
    }

    /// <summary>Returns a string of random characters; one may come many times.</summary>
    /// <param name="choices">What to choose from.</param>
    /// <param name="length">Characters of the string.</param>
    /// <returns>The string.</returns>
    /// <exception cref="ArgumentException"><paramref name="choices"/> is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative.</exception>
    public static new string GetString(ReadOnlySpan<char> choices, int length)
    {
        RequireChoices(choices);
        if (RequireLength(length) == 0)
            return "";

        // Nobody else has it yet, so it may be written once: a secret is nowhere but in it.
        var text = new string('\0', length);
        fixed (char* characters = text)
            Choose(RandomBytes.Fill, choices, new Span<char>(characters, length));
        return text;
    }

    /// <summary>Fills a span with random hexadecimal digits.</summary>
    /// <param name="destination">Receives the digits.</param>
    /// <param name="lowercase">Whether letters are small.</param>
    public static new void GetHexString(Span<char> destination, bool lowercase = false) =>
        Choose(RandomBytes.Fill, (lowercase ? LowerDigits : UpperDigits).AsSpan(), destination);

    /// <summary>Returns a string of random hexadecimal digits.</summary>
    /// <param name="stringLength">Its digits: two for a byte.</param>
    /// <param name="lowercase">Whether letters are small.</param>
    /// <returns>The string.</returns>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="stringLength"/> is negative; the parameter's name is <c>length</c>, as the BCL's.
    /// </exception>
    public static new string GetHexString(int stringLength, bool lowercase = false) =>
        GetString((lowercase ? LowerDigits : UpperDigits).AsSpan(), stringLength);

    /// <summary>Brings values into a random order.</summary>
    /// <typeparam name="T">What they are.</typeparam>
    /// <param name="values">The values.</param>
    public static new void Shuffle<T>(Span<T> values) => Shuffle(RandomBytes.Fill, values);

    internal static void Choose<T>(RandomSource source, ReadOnlySpan<T> choices, Span<T> destination)
    {
        var room = stackalloc byte[BufferBytes];
        var buffer = Buffer(room, choices.Length, destination.Length);
        using var secret = new SecretScope(room, buffer.Length);
        var indices = new RandomIndices(source, buffer);
        for (var i = 0; i < destination.Length; i++)
            destination[i] = choices[(int)indices.UpTo((uint)choices.Length - 1)];
    }

    /// <summary>Fisher and Yates: each place is given one of the values that have none yet.</summary>
    internal static void Shuffle<T>(RandomSource source, Span<T> values)
    {
        var room = stackalloc byte[BufferBytes];
        var buffer = Buffer(room, values.Length, values.Length);
        using var secret = new SecretScope(room, buffer.Length);
        var indices = new RandomIndices(source, buffer);
        for (var i = 0; i < values.Length - 1; i++)
        {
            var chosen = i + (int)indices.UpTo((uint)(values.Length - i - 1));
            (values[i], values[chosen]) = (values[chosen], values[i]);
        }

    }

    /// <summary>As much of the room as so many indices are likely to take.</summary>
    private static Span<byte> Buffer(byte* room, int choices, int indices) =>
        new(room, (int)Math.Min(BufferBytes, ((indices * (choices <= 256 ? 1L : 4)) + 3) & ~3L));

    private static void RequireChoices<T>(ReadOnlySpan<T> choices)
    {
        if (choices.IsEmpty)
            throw new ArgumentException("There is nothing to choose from.", nameof(choices));
    }

    private static int RequireLength(int length) => length >= 0
        ? length
        : throw new ArgumentOutOfRangeException(nameof(length), length, "It is negative.");
}
