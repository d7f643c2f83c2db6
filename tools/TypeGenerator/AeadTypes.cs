using System.Linq;

namespace ManagedCrypto.TypeGenerator;

/// <summary>The types of AEADs.</summary>
internal static class AeadTypes
{
    /// <summary>A whole file: of the type, or else of the members that all have, where its head is written by hand.</summary>
    public static (string Path, string Text) File(AeadDescription aead) =>
        ($"src/Crypto/{aead.Folder}/{aead.Name}{(aead.Summary is null ? ".Messages" : "")}.cs", Text(aead));

    private static string Text(AeadDescription aead) => $$"""
        {{GeneratedFiles.Heading}}

        using System;
        using System.Runtime.CompilerServices;
        using System.Runtime.InteropServices;
        using System.Security.Cryptography;
        using ManagedCrypto.Intrinsics;

        namespace ManagedCrypto;

        {{(aead.Summary is null ? "/// <content>Messages in .NET's form, and in that of RFC 5116.</content>" : Remarks(aead, aead.Summary))}}
        public sealed unsafe {{(aead.Summary is null || aead.HasMembersByHand ? "partial " : "")}}class {{aead.Name}}{{(aead.Summary is null ? "" : " : IDisposable")}}
        {
        {{(aead.Summary is null ? "" : Head(aead) + "\n\n")}}{{AeadMembers.EncryptDecrypt(aead)}}

        {{(aead.DrawsNonce ? DrawnNonceMembers.SealOpen(aead) : AeadMembers.SealOpen(aead))}}
        }

        """;

    private static string Remarks(AeadDescription aead, string summary) => $$"""
        /// <summary>
        {{Comment(summary)}}
        /// </summary>
        /// <remarks>
        /// <para>
        {{Comment(aead.Sizes)}}
        /// </para>
        /// <para>
        /// Immutable after construction: any number of threads may use one object at once. A call that races
        /// <see cref="Dispose"/> either completes under the key or zeroes its output and throws
        /// <see cref="ObjectDisposedException"/>; until then, the output buffer may hold bytes made under a wiped key.
        /// </para>
        /// <para>
        /// Plaintext and ciphertext may be the same memory, byte for byte. Where an output overlaps otherwise what is still to be
        /// read, <c>Encrypt</c> and <c>Decrypt</c> copy that first, and wipe the copy; <c>Seal</c> and <c>Open</c> refuse it before anything
        /// is written.
        /// </para>
        /// </remarks>
        """;

    private static string Head(AeadDescription aead) => $$"""
        {{Constants(aead)}}

            private readonly KeySlot _slot;
            private readonly AeadKey _key;

            /// <summary>Takes a key.</summary>
            /// <param name="key">{{aead.KeyBytes}}; copied.</param>
            /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
            /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
            public {{aead.Name}}(byte[] key)
                : this({{aead.BestKernel}}, Arguments.Required(key, nameof(key)))
            {
            }

            /// <inheritdoc cref="{{aead.Name}}(byte[])"/>
            public {{aead.Name}}(ReadOnlySpan<byte> key)
                : this({{aead.BestKernel}}, key)
            {
            }

            internal {{aead.Name}}({{aead.Kernel}} kernel, ReadOnlySpan<byte> key)
            {
                {{aead.CheckKey}}(key);{{(aead.HasKeySize ? "\n        KeySizeInBytes = key.Length;" : "")}}
                _slot = new KeySlot(kernel.KeyBytes, typeof({{aead.Name}}));
                _key = new AeadKey(kernel, key, long.MaxValue, _slot.Hold());
            }

            /// <summary>True: the portable kernels run anywhere.</summary>
            public static bool IsSupported => true;

            /// <summary>Sizes of a nonce, in bytes: {{aead.NonceRange}}.</summary>
            public static KeySizes NonceByteSizes => field ??= new({{(HasOneNonce(aead) ? "NonceBytes, NonceBytes" : "ShortestNonceBytes, LongestNonceBytes")}}, 1);

            /// <summary>Sizes of a tag, in bytes: {{AeadDescription.Listed(aead.EachTagSize, "and")}}.</summary>
            public static KeySizes TagByteSizes => field ??= new({{(HasOneTag(aead) ? "LargestTagBytes" : "SmallestTagBytes")}}, LargestTagBytes, {{aead.TagSizes.Step}});
        {{(aead.HasKeySize ? $"\n    /// <summary>The size of the key, in bytes: {AeadDescription.Listed(aead.KeySizes, "or")} (a member of .NET 11's class).</summary>\n    public int KeySizeInBytes {{ get; }}\n" : "")}}
            /// <summary>Wipes the key; further calls throw <see cref="ObjectDisposedException"/>.</summary>
            public void Dispose() => _slot.Dispose();
        {{CheckKey(aead)}}
            private static void CheckNonce(ReadOnlySpan<byte> nonce){{Check(
                "nonce", HasOneNonce(aead) ? "NonceBytes" : null, "nonce.Length is < ShortestNonceBytes or > LongestNonceBytes",
                $"It has {{bytes}} bytes: {aead.Title} takes {aead.NonceRange}.")}}

            private static void CheckTag(ReadOnlySpan<byte> tag){{Check(
                "tag", HasOneTag(aead) ? "LargestTagBytes" : null,
                $"tag.Length is < SmallestTagBytes or > LargestTagBytes || tag.Length % {aead.TagSizes.Step} != 0",
                $"A tag of {{bytes}} bytes: {aead.Title} takes {AeadDescription.Listed(aead.EachTagSize, "and")}.")}}{{CheckLength(aead)}}
        """;

    private static string Constants(AeadDescription aead) =>
        (HasOneNonce(aead)
            ? $"    private const int NonceBytes = {aead.NonceSizes.Most};\n"
            : $"    private const int ShortestNonceBytes = {aead.NonceSizes.Least};\n    private const int LongestNonceBytes = {aead.NonceSizes.Most};\n")
        + (HasOneTag(aead) ? "" : $"    private const int SmallestTagBytes = {aead.TagSizes.Least};\n")
        + $"    private const int LargestTagBytes = {aead.TagSizes.Most};"
        + (aead.HasLongTags ? "\n    private const int SealedTagBytes = 16;" : "");

    private static string CheckKey(AeadDescription aead) => aead.HasAesKey ? "" : $$"""

            private static void CheckKey(ReadOnlySpan<byte> key)
            {
                if (key.Length is not {{(aead.KeySizes is [var only] ? only : $"({string.Join(" or ", aead.KeySizes)})")}})
                    Throw(key.Length);

                static void Throw(int bytes) => throw new CryptographicException(
                    $"A key of {bytes} bytes: {{aead.Title}} takes {{AeadDescription.Listed(aead.KeySizes, "and")}}.");
            }

        """;

    private static string CheckLength(AeadDescription aead) => !aead.NonceLimitsLength ? "" : $$"""


            /// <summary>The nonce leaves 15 bytes less its own for the length of the message (SP 800-38C, appendix A.1).</summary>
            private static void CheckLength(int length, ReadOnlySpan<byte> nonce)
            {
                var longest = (1L << (8 * Math.Min(4, 15 - nonce.Length))) - 1;
                if (length > longest)
                    Throw(length, nonce.Length, longest);

                static void Throw(int length, int nonceBytes, long longest) => throw new CryptographicException(
                    $"A message of {length} bytes: with a nonce of {nonceBytes} bytes, {{aead.Title}} takes {longest} at most.");
            }
        """;

    private static string Check(string argument, string? size, string isWrong, string message) => size is not null
        ? $" => Arguments.RequireSize({argument}, {size}, nameof({argument}));"
        : $$"""

            {
                if ({{isWrong}})
                    Throw({{argument}}.Length);

                static void Throw(int bytes) => throw new ArgumentException(
                    $"{{message}}", nameof({{argument}}));
            }
        """;

    private static bool HasOneNonce(AeadDescription aead) => aead.NonceSizes.Least == aead.NonceSizes.Most;

    private static bool HasOneTag(AeadDescription aead) => aead.TagSizes.Least == aead.TagSizes.Most;

    /// <summary>Each line of a text as one of a documentation comment.</summary>
    private static string Comment(string text) => string.Join("\n", text.Split('\n').Select(line => "/// " + line));
}
