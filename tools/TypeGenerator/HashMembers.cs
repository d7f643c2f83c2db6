namespace ManagedCrypto.TypeGenerator;

/// <summary>The members that hashes, HMACs and checksums have in common: calls of shared code, and documentation.</summary>
/// <param name="Name">The type.</param>
/// <param name="Result">What its result is called.</param>
/// <param name="Verb">What it does with a message.</param>
/// <param name="Bytes">Bytes of the result.</param>
/// <param name="Engine">What computes.</param>
/// <param name="Algorithm">Where the catalogue has it.</param>
/// <param name="PublicType">The property of the algorithm that has the type's names.</param>
internal sealed record HashMembers(
    string Name, string Result, string Verb, int Bytes, string Engine, string Algorithm, string PublicType)
{
    /// <summary>The modifier of members that the base class has, too.</summary>
    public string New { get; init; } = "";

    /// <summary>What is said of the key, if there is one.</summary>
    public string? Key { get; init; }

    /// <summary>Whether .NET's type tells if the platform supports it.</summary>
    public bool HasSupport { get; init; }

    /// <summary>With an empty line after it, if there is any.</summary>
    public string Support => !HasSupport ? "" : $$"""
            /// <summary>True: it is supported everywhere.</summary>
            public static {{New}}bool IsSupported => true;


        """;

    public string Constants => $$"""
            /// <summary>Bits of a {{Result}}.</summary>
            public {{New}}const int HashSizeInBits = {{Bytes}} * 8;

            /// <summary>Bytes of a {{Result}}.</summary>
            public {{New}}const int HashSizeInBytes = {{Bytes}};
        """;

    public string Best =>
        $"    private static {Engine} Best => field{(Engine == nameof(MessageChecksum) ? " is { IsFaulty: false } best ? best :" : " ??")} {Algorithm}.KeepBest(ref field);";

    public string OneShots => $$"""
            /// <summary>{{Verb}} a whole message.</summary>{{KeyDoc}}
            /// <param name="source">The message.</param>
            /// <returns>The {{Result}}, {{Bytes}} bytes.</returns>
            public static {{New}}byte[] HashData({{KeySpan}}ReadOnlySpan<byte> source)
            {
                var {{Result}} = new byte[HashSizeInBytes];
                {{Compute(Result)}};
                return {{Result}};
            }

            /// <inheritdoc cref="HashData({{Cref(KeySpan)}}ReadOnlySpan{byte})"/>
            /// <exception cref="ArgumentNullException">{{NullArguments}} is null.</exception>
            public static {{New}}byte[] HashData({{KeyArray}}byte[] source){{OfArrays}}

            /// <inheritdoc cref="HashData({{Cref(KeySpan)}}ReadOnlySpan{byte})"/>
            /// <param name="destination">Receives the {{Result}} in its first {{Bytes}} bytes.</param>
            /// <returns>{{Bytes}}, the number of bytes written.</returns>
            /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than {{Bytes}} bytes.</exception>
            public static {{New}}int HashData({{KeySpan}}ReadOnlySpan<byte> source, Span<byte> destination)
            {
                Arguments.RequireRoom(destination, HashSizeInBytes);
                {{Compute("destination")}};
                return HashSizeInBytes;
            }

            /// <summary>{{Verb}} a whole message, if the destination has room for the {{Result}}.</summary>{{KeyDoc}}
            /// <param name="source">The message.</param>
            /// <param name="destination">Receives the {{Result}} in its first {{Bytes}} bytes.</param>
            /// <param name="bytesWritten">{{Bytes}}, or 0 if the destination is shorter than that.</param>
            /// <returns>Whether the destination has {{Bytes}} bytes or more.</returns>
            public static {{New}}bool TryHashData(
                {{KeySpan}}ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
            {
                bytesWritten = destination.Length < HashSizeInBytes ? 0 : HashData({{KeyArgument}}source, destination);
                return bytesWritten != 0;
            }

        {{Streams}}
        """;

    private string Streams => $$"""
            /// <summary>{{Verb}} a stream from where it stands to its end.</summary>{{KeyDoc}}
            /// <param name="source">The stream, which is left open.</param>
            /// <returns>The {{Result}}, {{Bytes}} bytes.</returns>
            /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
            /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
            public static {{New}}byte[] HashData({{KeySpan}}Stream source) =>
                HashStreams.Hash({{Begin("key")}}, source);
        {{StreamOfKeyArray}}
            /// <inheritdoc cref="HashData({{Cref(KeySpan)}}Stream)"/>
            /// <param name="destination">Receives the {{Result}} in its first {{Bytes}} bytes.</param>
            /// <returns>{{Bytes}}, the number of bytes written.</returns>
            /// <exception cref="ArgumentException">
            /// <paramref name="source"/> cannot be read, or <paramref name="destination"/> is shorter than {{Bytes}} bytes.
            /// </exception>
            public static {{New}}int HashData({{KeySpan}}Stream source, Span<byte> destination) =>
                HashStreams.Hash({{Begin("key")}}, source, destination);

        #if NET
            /// <inheritdoc cref="HashData({{Cref(KeySpan)}}Stream)"/>
            /// <param name="cancellationToken">Ends the reading early.</param>
            /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
            public static {{New}}ValueTask<byte[]> HashDataAsync(
                {{KeyMemory}}Stream source, CancellationToken cancellationToken = default) =>
                HashStreams.HashAsync({{Begin("key.Span")}}, source, cancellationToken);
        {{AsyncOfKeyArray}}
            /// <inheritdoc cref="HashData({{Cref(KeySpan)}}Stream, Span{byte})"/>
            /// <param name="cancellationToken">Ends the reading early.</param>
            /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
            public static {{New}}ValueTask<int> HashDataAsync(
                {{KeyMemory}}Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
                HashStreams.HashAsync({{Begin("key.Span")}}, source, destination, cancellationToken);
        #endif
        """;

    /// <summary>Of an HMAC alone.</summary>
    public string Verifications => $$"""
            /// <summary>Tells whether a {{Result}} is that of a message, in the same time wherever it differs.</summary>{{KeyDoc}}
            /// <param name="source">The message.</param>
            /// <param name="hash">The {{Result}} to verify, {{Bytes}} bytes.</param>
            /// <returns>Whether it is right.</returns>
            /// <exception cref="ArgumentException"><paramref name="hash"/> has another length.</exception>
            public static bool Verify(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash)
            {
                Arguments.RequireSize(hash, HashSizeInBytes, nameof(hash));
                return HmacState.Verify(Best, key, source, hash);
            }

            /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
            /// <exception cref="ArgumentNullException">An argument is null.</exception>
            public static bool Verify(byte[] key, byte[] source, byte[] hash) => Verify(
                Arguments.RequiredBytes(key, nameof(key)),
                Arguments.RequiredBytes(source, nameof(source)),
                Arguments.RequiredBytes(hash, nameof(hash)));

            /// <summary>Whether a {{Result}} is that of a stream from where it stands to its end.</summary>{{KeyDoc}}
            /// <param name="source">The stream, which is left open.</param>
            /// <param name="hash">The {{Result}} to verify, {{Bytes}} bytes.</param>
            /// <returns>Whether it is right.</returns>
            /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
            /// <exception cref="ArgumentException">
            /// <paramref name="source"/> cannot be read, or <paramref name="hash"/> has not {{Bytes}} bytes.
            /// </exception>
            public static bool Verify(ReadOnlySpan<byte> key, Stream source, ReadOnlySpan<byte> hash)
            {
                Arguments.Required(source, nameof(source));
                Arguments.RequireSize(hash, HashSizeInBytes, nameof(hash));
                return HashStreams.Verify({{Begin("key")}}, source, hash);
            }

            /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte})"/>
            /// <exception cref="ArgumentNullException">An argument is null.</exception>
            public static bool Verify(byte[] key, Stream source, byte[] hash) =>
                Verify(Arguments.RequiredBytes(key, nameof(key)), source, Arguments.RequiredBytes(hash, nameof(hash)));

        #if NET
            /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, ReadOnlySpan{byte})"/>
            /// <param name="cancellationToken">Ends the reading early.</param>
            /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
            public static ValueTask<bool> VerifyAsync(
                ReadOnlyMemory<byte> key, Stream source, ReadOnlyMemory<byte> hash, CancellationToken cancellationToken = default)
            {
                Arguments.Required(source, nameof(source));
                Arguments.RequireSize(hash.Span, HashSizeInBytes, nameof(hash));
                return HashStreams.VerifyAsync({{Begin("key.Span")}}, source, hash, cancellationToken);
            }

            /// <inheritdoc cref="VerifyAsync(ReadOnlyMemory{byte}, Stream, ReadOnlyMemory{byte}, CancellationToken)"/>
            /// <exception cref="ArgumentNullException">An argument is null.</exception>
            public static ValueTask<bool> VerifyAsync(
                byte[] key, Stream source, byte[] hash, CancellationToken cancellationToken = default) =>
                VerifyAsync(
                    new ReadOnlyMemory<byte>(Arguments.Required(key, nameof(key))),
                    source,
                    new ReadOnlyMemory<byte>(Arguments.Required(hash, nameof(hash))),
                    cancellationToken);
        #endif
        """;

    private bool IsKeyed => Key is not null;

    private string KeyDoc => IsKeyed ? $"\n    /// <param name=\"key\">{Key}</param>" : "";

    private string KeySpan => IsKeyed ? "ReadOnlySpan<byte> key, " : "";

    private string KeyMemory => IsKeyed ? "ReadOnlyMemory<byte> key, " : "";

    private string KeyArray => IsKeyed ? "byte[] key, " : "";

    private string KeyArgument => IsKeyed ? "key, " : "";

    private string NullArguments => (IsKeyed ? "<paramref name=\"key\"/> or " : "") + "<paramref name=\"source\"/>";

    private string OfArrays => IsKeyed
        ? """

              {
                  Arguments.Required(key, nameof(key));
                  Arguments.Required(source, nameof(source));
                  return HashData(new ReadOnlySpan<byte>(key), new ReadOnlySpan<byte>(source));
              }
          """
        : """
           =>
                  HashData(new ReadOnlySpan<byte>(Arguments.Required(source, nameof(source))));
          """;

    private string StreamOfKeyArray => !IsKeyed ? "" : """

            /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream)"/>
            /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
            public static byte[] HashData(byte[] key, Stream source) =>
                HashData(new ReadOnlySpan<byte>(Arguments.Required(key, nameof(key))), source);

        """;

    private string AsyncOfKeyArray => !IsKeyed ? "" : """

            /// <inheritdoc cref="HashDataAsync(ReadOnlyMemory{byte}, Stream, CancellationToken)"/>
            /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
            public static ValueTask<byte[]> HashDataAsync(
                byte[] key, Stream source, CancellationToken cancellationToken = default) =>
                HashDataAsync(new ReadOnlyMemory<byte>(Arguments.Required(key, nameof(key))), source, cancellationToken);

        """;

    public string Create(string parameter, string summary, string names) => $$"""
            /// <summary>Begins a message{{(IsKeyed ? " under a random key" : "")}}.</summary>
            /// <returns>A new object, for the caller to dispose.</returns>
            public static new {{Name}} Create() => new();

            /// <summary>
            /// {{summary}}
            /// </summary>
            /// <param name="{{parameter}}">
            /// {{names}}
            /// </param>
            /// <returns>A new object, for the caller to dispose, or null if this type does not go by the name.</returns>
            /// <exception cref="ArgumentNullException">
            /// <paramref name="{{parameter}}"/> is null; the exception says <c>name</c>, as the BCL's does.
            /// </exception>
            public static new {{Name}}? Create(string {{parameter}}) =>
                {{Algorithm}}.{{PublicType}}.GoesBy({{parameter}}) ? new() : null;
        """;

    /// <param name="parameters">Of <c>HashCore</c>, with the names of the base class.</param>
    /// <param name="arguments">Their names.</param>
    public string Instance(string parameters, string arguments) => $$"""
            /// <summary>Forgets the message so far and begins another.</summary>
            /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
            public override void Initialize() => _hash.Reset();

            /// <inheritdoc/>
            protected override void HashCore({{parameters}}) =>
                _hash.Append({{arguments}});

            /// <inheritdoc/>
            protected override byte[] HashFinal() => _hash.FinishAndReset();

            /// <inheritdoc/>
            protected override void Dispose(bool disposing)
            {
                if (disposing)
                    _hash.Dispose();
                base.Dispose(disposing);
            }

            /// <summary>Ends the message with the source, if the destination has room, and begins another.</summary>
            /// <param name="source">The end of the message, or the whole of it.</param>
            /// <param name="destination">Receives the {{Result}} in its first {{Bytes}} bytes.</param>
            /// <param name="bytesWritten">{{Bytes}}, or 0 if the destination is shorter than that.</param>
            /// <returns>Whether the destination has {{Bytes}} bytes or more.</returns>
            /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
            public new bool TryComputeHash(ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
            {
                if (!_hash.TryFinishAndReset(source, destination, out bytesWritten))
                    return false;
                Keep(null);
                return true;
            }

            /// <summary>Hashes a stream from where it stands to its end, in fewer and longer reads than the base class.</summary>
            /// <param name="inputStream">The stream, which is left open.</param>
            /// <returns>The {{Result}}, {{Bytes}} bytes.</returns>
            /// <exception cref="ArgumentNullException"><paramref name="inputStream"/> is null.</exception>
            /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
            public new byte[] ComputeHash(Stream inputStream) => HashStreams.Compute(_hash, inputStream, Keep);

        #if NET
            /// <inheritdoc/>
            protected override void HashCore(ReadOnlySpan<byte> source) => _hash.Append(source);

            /// <inheritdoc/>
            protected override bool TryHashFinal(Span<byte> destination, out int bytesWritten) =>
                _hash.TryFinishAndReset(default, destination, out bytesWritten);
        #else
            /// <summary>Hashes a stream from where it stands to its end.</summary>
            /// <param name="inputStream">The stream, which is left open.</param>
            /// <param name="cancellationToken">Ends the reading early.</param>
            /// <returns>The {{Result}}, {{Bytes}} bytes.</returns>
            /// <exception cref="ArgumentNullException"><paramref name="inputStream"/> is null.</exception>
            /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
            /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
            public Task<byte[]> ComputeHashAsync(Stream inputStream, CancellationToken cancellationToken = default) =>
                HashStreams.ComputeAsync(_hash, inputStream, Keep, cancellationToken);
        #endif

            private void Keep(byte[]? {{Result}})
            {
                HashValue = {{Result}};
                State = 0;
            }
        """;

    private static string Cref(string parameters) => parameters.Replace("<byte> key", "{byte}");

    private string Compute(string into) => IsKeyed ? $"HmacState.Hash(Best, key, source, {into})" : $"Best.Hash(source, {into})";

    private string Begin(string key) =>
        IsKeyed ? $"HmacEngine.Begin(Best, typeof({Name}), {key})"
        : Engine == nameof(MessageHash) ? $"HashEngine.Begin(Best, typeof({Name}))"
        : $"new RunningChecksum(Best, typeof({Name}))";
}
