namespace ManagedCrypto.TypeGenerator;

/// <summary>The C# text of a public type whose output has any length: SHAKE, and KMAC of either end.</summary>
internal static class XofTypes
{
    public static string Shake(XofFunction function)
    {
        var name = function.ShakeType.Type.Name;
        return $$"""
            {{HashTypes.Top(name, isAsyncEverywhere: false)}}/// <summary>
            /// {{function.Name}} (FIPS 202): an extendable-output function, whose output has any length; a digest of
            /// {{function.SecurityBits / 4}} bytes has its full security, {{function.SecurityBits}} bits. A drop-in for <c>System.Security.Cryptography.{{name}}</c> that needs
            /// no native library.
            /// </summary>
            /// <remarks>
            /// Of one message, a short output is the beginning of a longer one. Messages may have any length, and lie at any address;
            /// a destination may overlap its source. Static members may be called from many threads at once. An instance serves one
            /// call at a time: it throws <see cref="CryptographicException"/> to a second caller, and
            /// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, which wipes its state.
            /// </remarks>
            public sealed class {{name}} : IDisposable
            {
                private readonly RunningMessage<XofEngine> _hash;

                /// <summary>Begins a message.</summary>
                public {{name}}()
                    : this(Best)
                {
                }

                internal {{name}}(MessageHash hash) => _hash = XofEngine.Begin(hash, this);

                private {{name}}({{name}} original) => _hash = original._hash.Clone(this);

            {{Support}}
                private static MessageHash Best => field ?? Algorithms.Shake{{function.SecurityBits}}.KeepBest(ref field);

                /// <summary>Hashes a whole message.</summary>
                /// <param name="source">The message.</param>
                /// <param name="outputLength">Bytes of the output.</param>
                /// <returns>The output, <paramref name="outputLength"/> bytes.</returns>
                /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
                /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>
                public static byte[] HashData(byte[] source, int outputLength) =>
                    HashData(new ReadOnlySpan<byte>(Arguments.Required(source, nameof(source))), outputLength);

                /// <inheritdoc cref="HashData(byte[], int)"/>
                public static byte[] HashData(ReadOnlySpan<byte> source, int outputLength)
                {
                    var output = new byte[XofOutput.RequireLength(outputLength)];
                    XofOutput.Hash(Best, source, output);
                    return output;
                }

                /// <summary>Hashes a whole message.</summary>
                /// <param name="source">The message.</param>
                /// <param name="destination">Is filled with output.</param>
                public static void HashData(ReadOnlySpan<byte> source, Span<byte> destination) =>
                    XofOutput.Hash(Best, source, destination);

                /// <summary>Hashes a stream from where it stands to its end.</summary>
                /// <param name="source">The stream, which is left open.</param>
                /// <param name="outputLength">Bytes of the output.</param>
                /// <returns>The output, <paramref name="outputLength"/> bytes.</returns>
                /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
                /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>
                /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
                public static byte[] HashData(Stream source, int outputLength) =>
                    HashStreams.Hash(Begin(Arguments.Required(source, nameof(source)), outputLength), source);

                /// <summary>Hashes a stream from where it stands to its end.</summary>
                /// <param name="source">The stream, which is left open.</param>
                /// <param name="destination">Is filled with output.</param>
                /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
                /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
                public static void HashData(Stream source, Span<byte> destination) =>
                    HashStreams.Hash(Begin(Arguments.Required(source, nameof(source)), destination.Length), source, destination);

            #if NET
                /// <inheritdoc cref="HashData(Stream, int)"/>
                /// <param name="cancellationToken">Ends the reading early.</param>
                /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
                public static ValueTask<byte[]> HashDataAsync(
                    Stream source, int outputLength, CancellationToken cancellationToken = default) =>
                    HashStreams.HashAsync(Begin(Arguments.Required(source, nameof(source)), outputLength), source, cancellationToken);

                /// <inheritdoc cref="HashData(Stream, Span{byte})"/>
                /// <param name="cancellationToken">Ends the reading early.</param>
                /// <returns>A task that ends when the destination is filled.</returns>
                /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
                public static ValueTask HashDataAsync(
                    Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
                    new(HashStreams.HashAsync(
                        Begin(Arguments.Required(source, nameof(source)), destination.Length),
                        source, destination, cancellationToken).AsTask());
            #endif

            {{Instance(name, ", which must not have been read")}}    /// <summary>Ends the message, if it has not ended, and gives what follows of its output.</summary>
                /// <param name="outputLength">Bytes of the next part of the output.</param>
                /// <returns>The part, <paramref name="outputLength"/> bytes.</returns>
                /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>
                /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
                public byte[] Read(int outputLength)
                {
                    var output = new byte[XofOutput.RequireLength(outputLength)];
                    XofEngine.Read(_hash, output);
                    return output;
                }

                /// <summary>Ends the message, if it has not ended, and gives what follows of its output.</summary>
                /// <param name="destination">Is filled with the next part of the output.</param>
                /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
                public void Read(Span<byte> destination) => XofEngine.Read(_hash, destination);

                /// <summary>Forgets the message so far, and begins another.</summary>
                /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
                public void Reset() => _hash.Reset();

                private static RunningMessage<XofEngine> Begin(Stream source, int outputLength) =>
                    XofEngine.Begin(Best, typeof({{name}}), XofOutput.RequireLength(outputLength));
            }

            """;
    }

    public static string Kmac(XofFunction function, PublicType type, bool isXof)
    {
        var name = type.Type.Name;
        return $$"""
            {{HashTypes.Top(name, isAsyncEverywhere: false)}}/// <summary>
            /// KMAC{{(isXof ? "XOF" : "")}}{{function.SecurityBits}} (SP 800-185): a code of any length under a key, {{function.SecurityBits}} bits of security. A drop-in for
            /// <c>System.Security.Cryptography.{{name}}</c> that needs no native library.
            /// </summary>
            /// <remarks>
            /// {{(isXof
                ? "Of one message, a short code is the beginning of a longer one."
                : "The length of the code is part of what is hashed: of one message, codes of two lengths have nothing in common.")}}
            /// Keys and messages may have any length and lie at any address; a key of less than {{function.SecurityBits / 8}} bytes has less security. A
            /// destination may overlap its source. Compare codes by <c>Verify</c>, in constant time. Static members may be called from
            /// many threads at once. An instance serves one call at a time: it throws <see cref="CryptographicException"/> to a
            /// second caller, and <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, which wipes its key and state.
            /// </remarks>
            public sealed class {{name}} : IDisposable
            {
                private const KmacEnd End = KmacEnd.{{(isXof ? "AnyLength" : "Length")}};

                private readonly RunningMessage<KmacEngine> _hash;

                /// <summary>Begins a message.</summary>
                /// <param name="key">The key, of any length. It is copied.</param>
                /// <param name="customizationString">
                /// What the codes are for, so that two uses of one key have nothing in common; may be null, or empty.
                /// </param>
                /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
                public {{name}}(byte[] key, byte[]? customizationString = null)
                    : this(Best, Arguments.Required(key, nameof(key)), customizationString)
                {
                }

                /// <inheritdoc cref="{{name}}(byte[], byte[])"/>
                public {{name}}(ReadOnlySpan<byte> key, ReadOnlySpan<byte> customizationString = default)
                    : this(Best, key, customizationString)
                {
                }

                internal {{name}}(MessageHash hash, ReadOnlySpan<byte> key, ReadOnlySpan<byte> customizationString) =>
                    _hash = KmacEngine.Begin(hash, this, key, customizationString, End);

                private {{name}}({{name}} original) => _hash = original._hash.Clone(this);

            {{Support}}
                private static MessageHash Best => field ?? Algorithms.Shake{{function.SecurityBits}}.KeepBestOfKmac(ref field);

                /// <summary>Computes the code of a whole message.</summary>
                /// <param name="key">The key, of any length.</param>
                /// <param name="source">The message.</param>
                /// <param name="outputLength">Bytes of the code.</param>
                /// <param name="customizationString">
                /// What the codes are for, so that two uses of one key have nothing in common; may be null, or empty.
                /// </param>
                /// <returns>The code, <paramref name="outputLength"/> bytes.</returns>
                /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
                /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>
                public static byte[] HashData(byte[] key, byte[] source, int outputLength, byte[]? customizationString = null)
                {
                    Arguments.Required(key, nameof(key));
                    Arguments.Required(source, nameof(source));
                    return HashData(
                        new ReadOnlySpan<byte>(key),
                        new ReadOnlySpan<byte>(source),
                        outputLength,
                        new ReadOnlySpan<byte>(customizationString));
                }

                /// <inheritdoc cref="HashData(byte[], byte[], int, byte[])"/>
                public static byte[] HashData(
                    ReadOnlySpan<byte> key,
                    ReadOnlySpan<byte> source,
                    int outputLength,
                    ReadOnlySpan<byte> customizationString = default)
                {
                    var code = new byte[XofOutput.RequireLength(outputLength)];
                    Kmac.Hash(Best, key, customizationString, source, code, End);
                    return code;
                }

                /// <inheritdoc cref="HashData(byte[], byte[], int, byte[])"/>
                /// <param name="destination">Is filled with the code.</param>
                public static void HashData(
                    ReadOnlySpan<byte> key,
                    ReadOnlySpan<byte> source,
                    Span<byte> destination,
                    ReadOnlySpan<byte> customizationString = default) =>
                    Kmac.Hash(Best, key, customizationString, source, destination, End);

            {{KmacStreams(name)}}

            {{KmacVerification.OneShots}}

            {{Instance(name, "")}}{{KmacVerification.Instance}}

                private static RunningMessage<KmacEngine> Begin(
                    ReadOnlySpan<byte> key, Stream source, int outputLength, ReadOnlySpan<byte> customizationString)
                {
                    Arguments.Required(source, nameof(source));
                    XofOutput.RequireLength(outputLength);
                    return KmacEngine.Begin(Best, typeof({{name}}), key, customizationString, End, outputLength);
                }
            }

            """;
    }

    private static string Support => """
            /// <summary>True: it is supported everywhere.</summary>
            public static bool IsSupported => true;

        """;

    private static string KmacStreams(string name) => $$"""
            /// <summary>Computes the code of a stream from where it stands to its end.</summary>
            /// <param name="key">The key, of any length.</param>
            /// <param name="source">The stream, which is left open.</param>
            /// <param name="outputLength">Bytes of the code.</param>
            /// <param name="customizationString">
            /// What the codes are for, so that two uses of one key have nothing in common; may be null, or empty.
            /// </param>
            /// <returns>The code, <paramref name="outputLength"/> bytes.</returns>
            /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
            /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>
            /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
            public static byte[] HashData(byte[] key, Stream source, int outputLength, byte[]? customizationString = null) =>
                HashData(
                    new ReadOnlySpan<byte>(Arguments.Required(key, nameof(key))),
                    source, outputLength, new ReadOnlySpan<byte>(customizationString));

            /// <inheritdoc cref="HashData(byte[], Stream, int, byte[])"/>
            public static byte[] HashData(
                ReadOnlySpan<byte> key, Stream source, int outputLength, ReadOnlySpan<byte> customizationString = default) =>
                HashStreams.Hash(Begin(key, source, outputLength, customizationString), source);

            /// <inheritdoc cref="HashData(byte[], Stream, int, byte[])"/>
            /// <param name="destination">Is filled with the code.</param>
            public static void HashData(
                ReadOnlySpan<byte> key, Stream source, Span<byte> destination, ReadOnlySpan<byte> customizationString = default) =>
                HashStreams.Hash(Begin(key, source, destination.Length, customizationString), source, destination);

        #if NET
            /// <inheritdoc cref="HashData(byte[], Stream, int, byte[])"/>
            /// <param name="cancellationToken">Ends the reading early.</param>
            /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
            public static ValueTask<byte[]> HashDataAsync(
                byte[] key,
                Stream source,
                int outputLength,
                byte[]? customizationString = null,
                CancellationToken cancellationToken = default) =>
                HashDataAsync(
                    new ReadOnlyMemory<byte>(Arguments.Required(key, nameof(key))),
                    source, outputLength, new ReadOnlyMemory<byte>(customizationString), cancellationToken);

            /// <inheritdoc cref="HashDataAsync(byte[], Stream, int, byte[], CancellationToken)"/>
            public static ValueTask<byte[]> HashDataAsync(
                ReadOnlyMemory<byte> key,
                Stream source,
                int outputLength,
                ReadOnlyMemory<byte> customizationString = default,
                CancellationToken cancellationToken = default) =>
                HashStreams.HashAsync(
                    Begin(key.Span, source, outputLength, customizationString.Span), source, cancellationToken);

            /// <inheritdoc cref="HashDataAsync(byte[], Stream, int, byte[], CancellationToken)"/>
            /// <param name="destination">Is filled with the code.</param>
            /// <returns>A task that ends when the destination is filled.</returns>
            public static ValueTask HashDataAsync(
                ReadOnlyMemory<byte> key,
                Stream source,
                Memory<byte> destination,
                ReadOnlyMemory<byte> customizationString = default,
                CancellationToken cancellationToken = default) =>
                new(HashStreams.HashAsync(
                    Begin(key.Span, source, destination.Length, customizationString.Span),
                    source, destination, cancellationToken).AsTask());
        #endif
        """;

    /// <param name="name">The type.</param>
    /// <param name="refusal">When a message is refused.</param>
    private static string Instance(string name, string refusal)
    {
        var whenRead = refusal.Length == 0 ? "" : """

                /// <exception cref="InvalidOperationException">Output has been read.</exception>
            """;
        return $$"""
                /// <summary>Appends to the message{{refusal}}.</summary>
                /// <param name="data">Its next part.</param>
                /// <exception cref="ArgumentNullException"><paramref name="data"/> is null.</exception>{{whenRead}}
                /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
                public void AppendData(byte[] data) => _hash.Append(Arguments.Required(data, nameof(data)));

                /// <inheritdoc cref="AppendData(byte[])"/>
                public void AppendData(ReadOnlySpan<byte> data) => _hash.Append(data);

                /// <summary>Ends the message, gives its output, and begins another.</summary>
                /// <param name="outputLength">Bytes of the output.</param>
                /// <returns>The output, <paramref name="outputLength"/> bytes.</returns>
                /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>{{whenRead}}
                /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
                public byte[] GetHashAndReset(int outputLength)
                {
                    var output = new byte[XofOutput.RequireLength(outputLength)];
                    _hash.FinishAndReset(output);
                    return output;
                }

                /// <summary>Ends the message, gives its output, and begins another.</summary>
                /// <param name="destination">Is filled with output.</param>{{whenRead}}
                /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
                public void GetHashAndReset(Span<byte> destination) => _hash.FinishAndReset(destination);

                /// <summary>The output of the message so far, which goes on.</summary>
                /// <param name="outputLength">Bytes of the output.</param>
                /// <returns>The output, <paramref name="outputLength"/> bytes.</returns>
                /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is negative.</exception>{{whenRead}}
                /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
                public byte[] GetCurrentHash(int outputLength)
                {
                    var output = new byte[XofOutput.RequireLength(outputLength)];
                    _hash.Current(output);
                    return output;
                }

                /// <summary>The output of the message so far, which goes on.</summary>
                /// <param name="destination">Is filled with output.</param>{{whenRead}}
                /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
                public void GetCurrentHash(Span<byte> destination) => _hash.Current(destination);

                /// <summary>Copies the object: both go on independently from the same place.</summary>
                /// <returns>A new object, for the caller to dispose.</returns>
                /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
                public {{name}} Clone() => new(this);

                /// <summary>Wipes the state; further calls have no effect.</summary>
                public void Dispose() => _hash.Dispose();


            """;
    }
}
