namespace ManagedCrypto.TypeGenerator;

/// <summary>The members of KMAC's types that compare codes, as .NET 11 has them.</summary>
internal static class KmacVerification
{
    private const string Customization = """
        /// <param name="customizationString">What the codes are for; may be null, or empty.</param>
        """;

    public static string OneShots => $$"""
            /// <summary>Tells whether a code is that of a message, in the same time wherever it differs.</summary>
            /// <param name="key">The key, of any length.</param>
            /// <param name="source">The message.</param>
            /// <param name="hash">The code to verify. A shorter one is guessed more easily.</param>
            {{Customization}}
            /// <returns>Whether it is right.</returns>
            /// <exception cref="ArgumentException"><paramref name="hash"/> is empty.</exception>
            public static bool Verify(
                ReadOnlySpan<byte> key,
                ReadOnlySpan<byte> source,
                ReadOnlySpan<byte> hash,
                ReadOnlySpan<byte> customizationString = default)
            {
                Kmac.RequireCode(hash);
                return Kmac.Verify(Best, key, customizationString, source, hash, End);
            }

            /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
            /// <exception cref="ArgumentNullException">
            /// An argument other than <paramref name="customizationString"/> is null.
            /// </exception>
            public static bool Verify(byte[] key, byte[] source, byte[] hash, byte[]? customizationString = null) => Verify(
                Arguments.RequiredBytes(key, nameof(key)),
                Arguments.RequiredBytes(source, nameof(source)),
                Arguments.RequiredBytes(hash, nameof(hash)),
                new ReadOnlySpan<byte>(customizationString));

            /// <summary>Whether a code is that of a stream from where it stands to its end.</summary>
            /// <param name="key">The key, of any length.</param>
            /// <param name="source">The stream, which is left open.</param>
            /// <param name="hash">The code to verify. A shorter one is guessed more easily.</param>
            {{Customization}}
            /// <returns>Whether it is right.</returns>
            /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
            /// <exception cref="ArgumentException">
            /// <paramref name="source"/> cannot be read, or <paramref name="hash"/> is empty.
            /// </exception>
            public static bool Verify(
                ReadOnlySpan<byte> key,
                Stream source,
                ReadOnlySpan<byte> hash,
                ReadOnlySpan<byte> customizationString = default)
            {
                Arguments.Required(source, nameof(source));
                Kmac.RequireCode(hash);
                return HashStreams.Verify(Begin(key, source, hash.Length, customizationString), source, hash);
            }

            /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
            /// <exception cref="ArgumentNullException">
            /// An argument other than <paramref name="customizationString"/> is null.
            /// </exception>
            public static bool Verify(byte[] key, Stream source, byte[] hash, byte[]? customizationString = null) => Verify(
                Arguments.RequiredBytes(key, nameof(key)),
                source,
                Arguments.RequiredBytes(hash, nameof(hash)),
                new ReadOnlySpan<byte>(customizationString));

        #if NET
            /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
            /// <param name="cancellationToken">Ends the reading early.</param>
            /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
            public static ValueTask<bool> VerifyAsync(
                ReadOnlyMemory<byte> key,
                Stream source,
                ReadOnlyMemory<byte> hash,
                ReadOnlyMemory<byte> customizationString = default,
                CancellationToken cancellationToken = default)
            {
                Arguments.Required(source, nameof(source));
                Kmac.RequireCode(hash.Span);
                return HashStreams.VerifyAsync(
                    Begin(key.Span, source, hash.Length, customizationString.Span), source, hash, cancellationToken);
            }

            /// <inheritdoc
            /// cref="VerifyAsync(ReadOnlyMemory{byte}, Stream, ReadOnlyMemory{byte}, ReadOnlyMemory{byte}, CancellationToken)"/>
            /// <exception cref="ArgumentNullException">
            /// An argument other than <paramref name="customizationString"/> is null.
            /// </exception>
            public static ValueTask<bool> VerifyAsync(
                byte[] key,
                Stream source,
                byte[] hash,
                byte[]? customizationString = null,
                CancellationToken cancellationToken = default) =>
                VerifyAsync(
                    new ReadOnlyMemory<byte>(Arguments.Required(key, nameof(key))),
                    source,
                    new ReadOnlyMemory<byte>(Arguments.Required(hash, nameof(hash))),
                    new ReadOnlyMemory<byte>(customizationString),
                    cancellationToken);
        #endif
        """;

    public static string Instance => """
            /// <summary>Ends the message, tells whether a code is its own, and begins another.</summary>
            /// <param name="hash">The code to verify. A shorter one is guessed more easily.</param>
            /// <returns>Whether it is right. The comparison takes the same time wherever they differ.</returns>
            /// <exception cref="ArgumentException"><paramref name="hash"/> is empty; the message goes on.</exception>
            /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
            public bool VerifyHashAndReset(ReadOnlySpan<byte> hash)
            {
                Kmac.RequireCode(hash);
                return _hash.VerifyAndReset(hash);
            }

            /// <inheritdoc cref="VerifyHashAndReset(ReadOnlySpan{byte})"/>
            /// <exception cref="ArgumentNullException"><paramref name="hash"/> is null.</exception>
            public bool VerifyHashAndReset(byte[] hash) => VerifyHashAndReset(Arguments.RequiredBytes(hash, nameof(hash)));

            /// <summary>Whether a code is that of the message so far, which goes on.</summary>
            /// <param name="hash">The code to verify. A shorter one is guessed more easily.</param>
            /// <returns>Whether it is right. The comparison takes the same time wherever they differ.</returns>
            /// <exception cref="ArgumentException"><paramref name="hash"/> is empty.</exception>
            /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
            public bool VerifyCurrentHash(ReadOnlySpan<byte> hash)
            {
                Kmac.RequireCode(hash);
                return _hash.VerifyCurrent(hash);
            }

            /// <inheritdoc cref="VerifyCurrentHash(ReadOnlySpan{byte})"/>
            /// <exception cref="ArgumentNullException"><paramref name="hash"/> is null.</exception>
            public bool VerifyCurrentHash(byte[] hash) => VerifyCurrentHash(Arguments.RequiredBytes(hash, nameof(hash)));
        """;
}
