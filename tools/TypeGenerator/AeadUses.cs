using System.Linq;

namespace ManagedCrypto.TypeGenerator;

/// <summary>What programs outside the library do with every AEAD: they see its public members alone, and some cannot reflect.</summary>
internal static class AeadUses
{
    /// <summary>All members of each, on the example of its standard; AES-GCM, whose head is written by hand, has a file of its own.</summary>
    public static (string Path, string Text) Probe => ("tests/Crypto.Probe/AeadMembers.cs", $$"""
        {{GeneratedFiles.Heading}}

        using System;
        using System.Security.Cryptography;

        namespace ManagedCrypto.Probe;

        /// <summary>The members of AEADs, on an example from the standard of each.</summary>
        internal static class AeadMembers
        {
            private static readonly byte[] s_key = new byte[32], s_nonce = new byte[{{AeadDescription.All.Max(aead => aead.NonceSizes.Most)}}], s_text = new byte[96], s_output = new byte[{{96 + LargestOverhead}}];

            /// <summary>A use of each that needs nothing made before.</summary>
            public static readonly (string Name, Action Use)[] FirstUses =
            [
        {{string.Join("\n", AeadDescription.All.Select(FirstUse))}}
            ];

            public static void Use()
            {
        {{string.Join("\n", Examples.Select(aead => $"        Use{aead.Name}();"))}}
            }

        {{string.Join("\n\n", Examples.Select(Members))}}
        }

        """);

    /// <summary>A round trip by each, in a library for whatever framework.</summary>
    public static (string Path, string Text) RoundTrips => ("tests/Crypto.NetStandardLibrary/AeadRoundTrips.cs", $$"""
        {{GeneratedFiles.Heading}}

        using System;

        namespace ManagedCrypto.NetStandardLibrary;

        /// <summary>Text that each AEAD sealed and opened again.</summary>
        public static class AeadRoundTrips
        {
            private static readonly byte[] s_key = new byte[32];

            /// <summary>Takes a text, and gives what came back.</summary>
            public static Func<byte[], byte[]>[] All { get; } = [{{string.Join(", ", AeadDescription.All.Select(aead => "By" + aead.Name))}}];

        {{string.Join("\n\n", AeadDescription.All.Select(RoundTrip))}}
        }

        """);

    private static AeadDescription[] Examples => [.. AeadDescription.All.Where(aead => aead.Summary is not null)];

    private static int LargestOverhead => AeadDescription.All.Max(Overhead);

    private static int Overhead(AeadDescription aead) => 16 + (aead.DrawsNonce ? aead.NonceSizes.Most : 0);

    /// <summary>As much of an array as it takes: keys of most have 32 bytes, among others.</summary>
    private static string Key(AeadDescription aead, string array) =>
        aead.KeySizes.Contains(32) ? array : $"{array}.AsSpan(0, {aead.KeySizes[^1]})";

    private static string FirstUse(AeadDescription aead) =>
        $"        (\"{aead.Name}\", () => {aead.Name}.Seal({Key(aead, "s_key")}, {(aead.DrawsNonce ? "" : $"s_nonce.AsSpan(0, {aead.NonceSizes.Most}), ")}s_text, s_output.AsSpan(0, {96 + Overhead(aead)}))),";

    private static string Members(AeadDescription aead)
    {
        var example = aead.Example!;
        var (textBytes, tagBytes) = (example.Text.Length / 2, example.Tag.Length / 2);
        var sealedBytes = textBytes + Overhead(aead);
        return $$"""
                /// <summary>{{example.Source}}.</summary>
                private static void Use{{aead.Name}}()
                {
                    byte[] key = Convert.FromHexString({{Hex(example.Key)}});
                    byte[] nonce = Convert.FromHexString({{Hex(example.Nonce)}});
                    byte[] data = Convert.FromHexString({{Hex(example.AssociatedData)}});
                    byte[] text = Convert.FromHexString({{Hex(example.Text)}});
                    byte[] ciphertext = Convert.FromHexString({{Hex(example.Ciphertext)}});
                    byte[] tag = Convert.FromHexString({{Hex(example.Tag)}});
                    byte[] sealedText = [{{(aead.DrawsNonce ? ".. nonce, " : "")}}{{(aead.TagIsFirst ? $".. {WholeTag(example)}, .. ciphertext" : $".. ciphertext, .. {WholeTag(example)}")}}];

                    Check.That(
                        {{aead.Name}}.IsSupported
                            && {{aead.Name}}.NonceByteSizes is { MinSize: {{aead.NonceSizes.Least}}, MaxSize: {{aead.NonceSizes.Most}} }
                            && {{aead.Name}}.TagByteSizes is { MinSize: {{aead.TagSizes.Least}}, MaxSize: {{aead.TagSizes.Most}}, SkipSize: {{aead.TagSizes.Step}} },
                        "sizes of {{aead.Name}}");
                    {{aead.Name}}[] forms = [new {{aead.Name}}(key), new {{aead.Name}}(key.AsSpan())];
                    foreach (var aead in forms)
                    {
                        byte[] sealedNow = new byte[{{textBytes}}], tagNow = new byte[{{tagBytes}}], opened = new byte[{{textBytes}}];{{(
                            aead.HasKeySize ? $"\n            Check.That(aead.KeySizeInBytes == {example.Key.Length / 2}, \"key size\");" : "")}}
                        aead.Encrypt(nonce, text, sealedNow, tagNow, data);
                        aead.Decrypt(nonce, sealedNow, tagNow, opened, data);
                        Check.Equal(ciphertext, sealedNow);
                        Check.Equal(tag, tagNow);
                        Check.Equal(text, opened);
                        aead.Encrypt(nonce.AsSpan(), text.AsSpan(), sealedNow.AsSpan(), tagNow.AsSpan(), data.AsSpan());
                        aead.Decrypt(nonce.AsSpan(), sealedNow.AsSpan(), tagNow.AsSpan(), opened.AsSpan(), data.AsSpan());
                        Check.Equal(ciphertext, sealedNow);
                        Check.Equal(tag, tagNow);
                        Check.Equal(text, opened);
            {{(aead.DrawsNonce ? $$"""
                        Check.Equal(
                            text,
                            aead.OpenToArray(sealedText, data),
                            aead.OpenToArray(aead.SealToArray(text, data), data),
                            aead.OpenToArray(Check.Written({{sealedBytes}}, to => aead.Seal(text, to, data)), data),
                            Check.Written({{textBytes}}, to => aead.Open(sealedText, to, data)));
            """ : $$"""
                        Check.Equal(
                            sealedText, aead.SealToArray(nonce, text, data), Check.Written({{sealedBytes}}, to => aead.Seal(nonce.AsSpan(), text, to, data)));
                        Check.Equal(
                            text, aead.OpenToArray(nonce, sealedText, data), Check.Written({{textBytes}}, to => aead.Open(nonce.AsSpan(), sealedText, to, data)));
            """)}}
                        tagNow[0] ^= 1;
                        Check.Throws<AuthenticationTagMismatchException>(() => aead.Decrypt(nonce, ciphertext, tagNow, opened, data));
                        aead.Dispose();
                    }

            {{(aead.DrawsNonce ? $$"""
                    Check.Equal(
                        text,
                        {{aead.Name}}.OpenToArray(key, sealedText, data),
                        {{aead.Name}}.OpenToArray(key, {{aead.Name}}.SealToArray(key, text, data), data),
                        {{aead.Name}}.OpenToArray(key, Check.Written({{sealedBytes}}, to => {{aead.Name}}.Seal(key.AsSpan(), text, to, data)), data),
                        Check.Written({{textBytes}}, to => {{aead.Name}}.Open(key.AsSpan(), sealedText, to, data)));
            """ : $$"""
                    Check.Equal(
                        sealedText,
                        {{aead.Name}}.SealToArray(key, nonce, text, data),
                        Check.Written({{sealedBytes}}, to => {{aead.Name}}.Seal(key.AsSpan(), nonce, text, to, data)));
                    Check.Equal(
                        text,
                        {{aead.Name}}.OpenToArray(key, nonce, sealedText, data),
                        Check.Written({{textBytes}}, to => {{aead.Name}}.Open(key.AsSpan(), nonce, sealedText, to, data)));
            """)}}
                }
            """;
    }

    private static string WholeTag(AeadExample example) => example.WholeTag is null ? "tag" : $"Convert.FromHexString({Hex(example.WholeTag)})";

    private static string RoundTrip(AeadDescription aead)
    {
        var nonce = aead.DrawsNonce ? "" : $"new byte[{aead.NonceSizes.Most}], ";
        return $$"""
                private static byte[] By{{aead.Name}}(byte[] text)
                {
                    using var aead = new {{aead.Name}}({{Key(aead, "s_key")}}{{(aead.HasTagSize ? ", 16" : "")}});
                    return aead.OpenToArray({{nonce}}aead.SealToArray({{nonce}}text));
                }
            """;
    }

    /// <summary>In lines that are not too long.</summary>
    private static string Hex(string digits) => digits.Length <= 100
        ? $"\"{digits}\""
        : "\n            " + string.Join("\n                + ", digits.Chunk(100).Select(line => $"\"{new string(line)}\""));
}
