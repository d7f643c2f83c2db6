using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace ManagedCrypto.Benchmarks.Seed2005;

/// <summary>
/// What was measured in 2005: 1,000 messages of 32,768 bytes encrypted, and then decrypted, by AES-128-CBC without padding.
/// Every message is a stream of its own: key and IV are given anew.
/// </summary>
internal sealed class Workload
{
    public const string Title = "1,000 messages of 32,768 bytes, AES-128-CBC, from the best of interleaved rounds";

    private const int Messages = 1000;
    private const int MessageBytes = 32768;

    // Short, and as long for a slow implementation as for a fast one, so that rounds of all fit between interruptions.
    private static readonly TimeSpan s_round = TimeSpan.FromMilliseconds(1);

    private readonly TimeSpan _budget;

    private readonly List<(ISide Side, SideTimes Times)> _sides = Sides(key: Bytes(16, seed: 1), iv: Bytes(16, seed: 2));

    /// <param name="isQuick">Whether a quarter of the time must do.</param>
    public Workload(bool isQuick) => _budget = TimeSpan.FromSeconds(isQuick ? 2.5 : 10);

    /// <summary>The runtime's name and version, without what Mono adds of its build.</summary>
    public static string Host => RuntimeInformation.FrameworkDescription.Split('(')[0].TrimEnd();

    /// <summary>The times so far of all that this host has; ManagedCrypto comes first.</summary>
    public IReadOnlyList<SideTimes> Times => [.. _sides.Select(side => side.Times)];

    /// <summary>Takes turns in rounds.</summary>
    /// <exception cref="CryptographicException">Results differ.</exception>
    public void Run(Action betweenRounds)
    {
        byte[] text = Bytes(MessageBytes, seed: 3), expected = new byte[MessageBytes];
        _sides[0].Side.Encrypt(text, expected);
        for (var watch = Stopwatch.StartNew(); watch.Elapsed < _budget; betweenRounds())
            foreach (var (side, times) in _sides)
                RunRound(side, times, text, expected);
    }

    private static void RunRound(ISide side, SideTimes times, byte[] text, byte[] ciphertext)
    {
        byte[] encrypted = new byte[MessageBytes], decrypted = new byte[MessageBytes];
        times.Encrypt.Add(Milliseconds(() => side.Encrypt(text, encrypted)));
        times.Decrypt.Add(Milliseconds(() => side.Decrypt(ciphertext, decrypted)));
        if (!encrypted.AsSpan().SequenceEqual(ciphertext) || !decrypted.AsSpan().SequenceEqual(text))
            throw new CryptographicException($"{times.Name} and ManagedCrypto differ on {Host}.");
    }

    private static List<(ISide Side, SideTimes Times)> Sides(byte[] key, byte[] iv)
    {
        List<(ISide, SideTimes)> sides =
        [
            (new TransformSide(new Aes(), key, iv), new("managed", "ManagedCrypto", CryptoProvider.Describe()[0].KernelId)),
#if NET
            (new TransformSide(System.Security.Cryptography.Aes.Create(), key, iv), new("bcl", ".NET's Aes", "")),
#else
            (new TransformSide(new RijndaelManaged(), key, iv), new("rijndael", "RijndaelManaged", "")),
#endif
        ];
        if (OpenSslSide.TryCreate(key, iv) is { } openSsl)
            sides.Add((openSsl, new("openssl", OpenSslSide.Version, "")));
        return sides;
    }

    private static byte[] Bytes(int count, int seed)
    {
        var bytes = new byte[count];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }

    /// <summary>Does a round, and returns the time that the whole workload would take.</summary>
    /// <remarks>Of one message at least: a busy machine may be away for longer than a round before the first.</remarks>
    private static double Milliseconds(Action oneMessage)
    {
        var messages = 0;
        var watch = Stopwatch.StartNew();
        do
        {
            oneMessage();
            messages++;
        }
        while (watch.Elapsed < s_round);
        return Messages * watch.Elapsed.TotalMilliseconds / messages;
    }
}
