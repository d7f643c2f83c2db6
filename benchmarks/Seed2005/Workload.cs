using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace ManagedCrypto.Benchmarks.Seed2005;

/// <summary>
/// What was measured in 2005: 1,000 messages of 32,768 bytes enciphered, and then deciphered, by AES-128-CBC without padding.
/// Every message is a stream of its own: key and IV are given anew.
/// </summary>
internal static class Workload
{
    public const string Title = "1,000 messages of 32,768 bytes, AES-128-CBC, from the best of interleaved rounds";

    private const int Messages = 1000;
    private const int MessageBytes = 32768;

    private static readonly TimeSpan s_budget = TimeSpan.FromSeconds(10);

    // Short, and as long for a slow implementation as for a fast one, so that rounds of all fit between interruptions.
    private static readonly TimeSpan s_round = TimeSpan.FromMilliseconds(1);

    /// <summary>The runtime's name and version, without what Mono adds of its build.</summary>
    public static string Host => RuntimeInformation.FrameworkDescription.Split('(')[0].TrimEnd();

    /// <summary>Does the workload with all that this host has, taking turns in rounds; ManagedCrypto comes first.</summary>
    /// <exception cref="CryptographicException">Results differ.</exception>
    public static IReadOnlyList<SideTimes> Run()
    {
        byte[] key = Bytes(16, seed: 1), iv = Bytes(16, seed: 2), text = Bytes(MessageBytes, seed: 3);
        byte[] expected = new byte[MessageBytes];
        var sides = Sides(key, iv);
        sides[0].Encrypt(text, expected);

        var best = RunRound(sides, text, expected);
        for (var watch = Stopwatch.StartNew(); watch.Elapsed < s_budget;)
            best = [.. best.Zip(RunRound(sides, text, expected), SideTimes.Best)];
        return best;
    }

    private static SideTimes[] RunRound(List<ISide> sides, byte[] text, byte[] ciphertext) =>
    [
        .. sides.Select(side =>
        {
            byte[] enciphered = new byte[MessageBytes], deciphered = new byte[MessageBytes];
            var encrypt = Time(() => side.Encrypt(text, enciphered));
            var decrypt = Time(() => side.Decrypt(ciphertext, deciphered));
            if (!enciphered.AsSpan().SequenceEqual(ciphertext) || !deciphered.AsSpan().SequenceEqual(text))
                throw new CryptographicException($"{side.Name} and {sides[0].Name} differ on {Host}.");
            return new SideTimes(side.Name, encrypt, decrypt);
        }),
    ];

    private static List<ISide> Sides(byte[] key, byte[] iv)
    {
        List<ISide> sides =
        [
            new TransformSide($"ManagedCrypto ({CryptoProvider.Describe()[0].KernelId})", new Aes(), key, iv),
#if NET
            new TransformSide("the BCL's Aes", System.Security.Cryptography.Aes.Create(), key, iv),
#else
            new TransformSide("RijndaelManaged", new RijndaelManaged(), key, iv),
#endif
        ];
        if (OpenSslSide.TryCreate(key, iv) is { } openSsl)
            sides.Add(openSsl);
        return sides;
    }

    private static byte[] Bytes(int count, int seed)
    {
        var bytes = new byte[count];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }

    /// <summary>Does a round, and returns the time that the whole workload would take.</summary>
    private static TimeSpan Time(Action oneMessage)
    {
        var messages = 0;
        var watch = Stopwatch.StartNew();
        for (; watch.Elapsed < s_round; messages++)
            oneMessage();
        return TimeSpan.FromTicks(Messages * watch.Elapsed.Ticks / messages);
    }
}
