using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>Headers that aesfile did not write.</summary>
public sealed class HeaderTests : IDisposable
{
    private const int Cases = 200;

    private readonly ToolFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Random_headers_are_refused_in_a_line_each() => AreRefused(["-k", "key"], random =>
    {
        var file = new byte[random.Next(200)];
        random.NextBytes(file);
        if (random.Next(2) == 0)
            "AESFILE"u8[..Math.Min(7, file.Length)].CopyTo(file);
        if (file.Length > 7 && random.Next(2) == 0)
            file[7] = (byte)random.Next(1, 3);
        return file;
    });

    [Fact]
    public void Changed_headers_are_refused_in_a_line_each()
    {
        _folder.WriteRandom("text", 50);
        _folder.Run("seal", "-k", "key", "text").IsFine();
        var file = _folder.Read("text.aesfile");

        AreRefused(["-k", "key"], random => Changed(file, ToolFolder.HeaderBytes, random));
    }

    /// <summary>Small numbers of iterations: others take their time, or are refused below.</summary>
    [Fact]
    public void Changed_headers_with_a_passphrase_are_refused_in_a_line_each()
    {
        _folder.WriteSecret("words", "correct horse"u8);
        byte[] file = [.. "AESFILE"u8, 1, 1, 0, 0, 0, 0, 0, 0, 1, .. new byte[16 + 56 + 50 + 16]];

        AreRefused(["--passphrase-file", "words"], random =>
        {
            var changed = Changed(file, 32, random);
            changed.AsSpan(12, 2).Clear();
            return changed;
        });
    }

    [Fact]
    public void Changed_slots_with_a_passphrase_are_refused_in_a_line_each()
    {
        _folder.WriteSecret("words", "correct horse"u8);
        byte[] file = [.. "AESFILE"u8, 2, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, .. new byte[16 + 104 + 64 + 56 + 50 + 16]];

        AreRefused(["--passphrase-file", "words"], random =>
        {
            var changed = Changed(file, ToolFolder.HeaderBytes, random);
            changed.AsSpan(14, 2).Clear();
            return changed;
        });
    }

    [Theory]
    [InlineData(0)]
    [InlineData(10_000_001)]
    [InlineData(int.MaxValue)]
    [InlineData(int.MinValue)]
    [InlineData(-1)]
    public void Iterations_that_would_take_for_ever_are_refused_at_once(int iterations)
    {
        _folder.WriteSecret("words", "correct horse"u8);
        var number = BitConverter.GetBytes(System.Net.IPAddress.HostToNetworkOrder(iterations));
        _folder.Write("file", [.. "AESFILE"u8, 1, 1, 0, 0, 0, .. number, .. new byte[16 + 56 + 16]]);

        _folder.Run("verify", "--passphrase-file", "words", "file").Failed(2, "no such file begins like this");
        _folder.Write("file", [.. "AESFILE"u8, 2, 0, 1, 1, 0, 0, 0, .. number, .. new byte[1000]]);
        _folder.Run("verify", "--passphrase-file", "words", "file").Failed(2, "no such file begins like this");
    }

    /// <summary>All slots together may have as many as one.</summary>
    [Theory]
    [InlineData(2, 5_000_001)]
    [InlineData(16, 625_001)]
    [InlineData(16, 10_000_000)]
    public void Iterations_of_all_slots_are_refused_at_once(int slots, int iterations)
    {
        _folder.WriteSecret("words", "correct horse"u8);
        var number = BitConverter.GetBytes(System.Net.IPAddress.HostToNetworkOrder(iterations));
        byte[] slot = [1, 0, 0, 0, .. number, .. new byte[120]];
        _folder.Write("file", [.. "AESFILE"u8, 2, 0, (byte)slots, .. Enumerable.Repeat(slot, slots).SelectMany(one => one), .. new byte[1000]]);

        _folder.Run("verify", "--passphrase-file", "words", "file").Failed(2, "no such file begins like this");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(17)]
    [InlineData(255)]
    public void Other_numbers_of_slots_are_refused(byte slots)
    {
        _folder.Write("file", [.. "AESFILE"u8, 2, 0, slots, .. new byte[255 * 128 + 1000]]);

        _folder.Run("verify", "-k", "key", "file").Failed(2, "no such file begins like this");
    }

    [Fact]
    public void Later_version_is_named()
    {
        _folder.Write("file", [.. "AESFILE"u8, 3, .. new byte[1000]]);

        _folder.Run("verify", "-k", "key", "file").Failed(2, "version 3");
    }

    private static byte[] Changed(byte[] file, int headerBytes, Random random)
    {
        byte[] changed = [.. file];
        for (var changes = random.Next(1, 4); changes > 0; changes--)
            changed[random.Next(headerBytes)] ^= (byte)random.Next(1, 256);
        return changed.AsSpan().SequenceEqual(file) ? Changed(file, headerBytes, random) : changed;
    }

    private void AreRefused(string[] key, Func<Random, byte[]> create)
    {
        var seed = (int)RandomCases.Seed;
        var random = new Random(seed);
        var names = Enumerable.Range(0, Cases).Select(i => $"case{i}").ToList();
        names.ForEach(name => _folder.Write(name, create(random)));

        var result = _folder.Run(["verify", .. key, .. names]);

        Assert.True(result.ExitCode == 2 && result.Output.Length == 0, $"seed {seed}: {result.ExitCode} {result.Text} {result.Error}");
        var lines = result.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.True(IsALineEach(names, lines), $"seed {seed}: {result.Error}");
    }

    private static bool IsALineEach(List<string> names, string[] lines) =>
        names.Count == lines.Length
        && names.Zip(lines).All(pair => pair.Second.StartsWith($"aesfile: {pair.First}: ", StringComparison.Ordinal));
}
