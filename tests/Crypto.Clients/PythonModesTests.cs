using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.Clients;

/// <summary>What we encrypt, Python's "cryptography" decrypts, and the other way round: a process for each mode and direction.</summary>
public sealed class PythonModesTests : IDisposable
{
    private static readonly string s_program = Path.Combine(Repository.Root, "tests", "Crypto.Clients", "modes.py");

    private readonly DirectoryInfo _folder;

    public PythonModesTests()
    {
        Other.Demand(Other.Python is not null, "Python with its package cryptography");
        _folder = Directory.CreateTempSubdirectory("python");
    }

    public static TheoryData<string> Modes => [.. s_modes.Select(mode => mode.Name)];

    private static readonly Mode[] s_modes =
    [
        new("XTS", [32, 64], [16], [16, 17, 31, 32, 33, 512, 4096, 4111, 100_000],
            c => new AesXts(c.Key).Encrypt(c.Nonce, c.Text), c => new AesXts(c.Key).Decrypt(c.Nonce, c.Text)) { NoticesChanges = false },
        .. Enumerable.Range(2, 7).Select(half => Ccm(2 * half)),
        new("GCM-SIV", [16, 32], [12], [1, 15, 16, 17, 100, 5000],
            c => AesGcmSiv.SealToArray(c.Key, c.Nonce, c.Text, c.AssociatedData),
            c => AesGcmSiv.OpenToArray(c.Key, c.Nonce, c.Text, c.AssociatedData)),
        new("SIV", [32, 48, 64], [0, 12, 16, 40], [1, 15, 16, 17, 100, 5000],
            c => AesSiv.SealToArray(c.Key, c.Nonce, c.Text, c.AssociatedData),
            c => AesSiv.OpenToArray(c.Key, c.Nonce, c.Text, c.AssociatedData)),
        new("ChaCha20-Poly1305", [32], [12], [1, 15, 16, 17, 100, 5000, 100_000],
            c => ChaCha20Poly1305.SealToArray(c.Key, c.Nonce, c.Text, c.AssociatedData),
            c => ChaCha20Poly1305.OpenToArray(c.Key, c.Nonce, c.Text, c.AssociatedData)),
        new("KW", [16, 24, 32], [0], [16, 24, 32, 64, 4096],
            c => WithAes(c, aes => aes.EncryptKeyWrap(c.Text)), c => WithAes(c, aes => aes.DecryptKeyWrap(c.Text))),
        new("KWP", [16, 24, 32], [0], [1, 7, 8, 9, 16, 32, 100, 4096],
            c => WithAes(c, aes => aes.EncryptKeyWrapPadded(c.Text)), c => WithAes(c, aes => aes.DecryptKeyWrapPadded(c.Text))),
    ];

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [MemberData(nameof(Modes))]
    public void Text_of_either_side_is_decrypted_by_the_other(string name)
    {
        var mode = s_modes.Single(candidate => candidate.Name == name);
        var cases = mode.Cases().ToList();
        var ours = cases.Select(c => c with { Text = mode.Encrypt(c) }).ToList();
        Assert.Equal(ours.Select(c => c.Text), Python(mode, "encrypt", cases));
        Assert.Equal(cases.Select(c => c.Text), Python(mode, "decrypt", ours));
        Assert.All(ours.Zip(cases), pair => Assert.Equal(pair.Second.Text, mode.Decrypt(pair.First)));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Changed_text_is_refused_by_both_sides_where_the_mode_can_tell(string name)
    {
        var mode = s_modes.Single(candidate => candidate.Name == name);
        var changed = mode.Cases().Select((c, i) =>
        {
            var text = mode.Encrypt(c);
            text[i * 7 % text.Length] ^= (byte)(1 << (i % 8));
            return c with { Text = text };
        }).ToList();
        var theirs = Python(mode, "decrypt", changed);
        Assert.All(changed.Zip(theirs), pair =>
        {
            if (mode.NoticesChanges)
            {
                Assert.Null(pair.Second);
                Assert.ThrowsAny<CryptographicException>(() => mode.Decrypt(pair.First));
            }
            else
            {
                Assert.Equal(pair.Second, mode.Decrypt(pair.First));
            }
        });
    }

    private static Mode Ccm(int tagBytes) => new(
        $"CCM-{tagBytes}", [16, 24, 32], [7, 11, 12, 13], [0, 1, 15, 16, 17, 100, 5000],
        c =>
        {
            byte[] text = new byte[c.Text.Length], tag = new byte[tagBytes];
            using var ccm = new AesCcm(c.Key);
            ccm.Encrypt(c.Nonce, c.Text, text, tag, c.AssociatedData);
            return [.. text, .. tag];
        },
        c =>
        {
            var text = new byte[c.Text.Length - tagBytes];
            using var ccm = new AesCcm(c.Key);
            ccm.Decrypt(c.Nonce, c.Text[..^tagBytes], c.Text[^tagBytes..], text, c.AssociatedData);
            return text;
        });

    private static byte[] WithAes(Case c, Func<Aes, byte[]> use)
    {
        using var aes = new Aes { Key = c.Key };
        return use(aes);
    }

    /// <returns>The result of each case; null where it was refused.</returns>
    private List<byte[]?> Python(Mode mode, string command, IEnumerable<Case> cases)
    {
        var file = Path.Combine(_folder.FullName, "cases");
        File.WriteAllLines(file, cases.Select(
            c => string.Join(',', new[] { c.Key, c.Nonce, c.AssociatedData, c.Text }.Select(Convert.ToHexString))));
        var (exitCode, output) = Other.TryPython(s_program, mode.Name, command, file);
        Assert.True(exitCode == 0, output);
        return [.. output.Split('\n')[..^1].Select(line => line == "refused" ? null : Convert.FromHexString(line))];
    }

    internal sealed record Case(byte[] Key, byte[] Nonce, byte[] AssociatedData, byte[] Text);

    internal sealed record Mode(
        string Name, int[] KeySizes, int[] NonceSizes, int[] TextSizes, Func<Case, byte[]> Encrypt, Func<Case, byte[]> Decrypt)
    {
        public bool NoticesChanges { get; init; } = true;

        public IEnumerable<Case> Cases()
        {
            var sizes =
                from key in KeySizes
                from nonce in NonceSizes
                from text in TextSizes
                select (key, nonce, text);
            return sizes.Select((size, index) => new Case(
                Samples.Bytes(size.key, (4 * index) + 5),
                Samples.Bytes(size.nonce, (4 * index) + 6),
                Samples.Bytes(((4 * index) + 5) % 50, (4 * index) + 7),
                Samples.Bytes(size.text, (4 * index) + 8)));
        }
    }
}
