namespace ManagedCrypto.TypeGenerator;

/// <summary>The members that AEADs have in common. Public methods on spans are not inlined, and all that they call here is.</summary>
internal static class AeadMembers
{
    /// <summary>.NET's form: the tag apart from the ciphertext.</summary>
    public static string EncryptDecrypt(AeadDescription aead) => $$"""
            /// <summary>Encrypts a message and computes its tag.</summary>
            /// <param name="nonce">{{aead.NonceBytes}}, {{aead.NonceUse}}.</param>
            /// <param name="plaintext">{{Plaintext(aead)}}</param>
            /// <param name="ciphertext">
            /// Receives as many bytes as the message has. May overlap all but the tag; unless it begins at the same byte as the message, what
            /// it overlaps is copied first, and the copy wiped.
            /// </param>
            /// <param name="tag">Receives the tag: {{aead.TagBytes}}.</param>
            /// <param name="associatedData">Data that the tag covers, too; null for none. The same are needed for decryption.</param>
            /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
            /// <exception cref="ArgumentException">
            /// The nonce or the tag has a wrong size, the texts differ in length, or the tag overlaps the ciphertext; nothing was written.
            /// </exception>{{TooLong(aead)}}
            /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
            public void Encrypt(byte[] nonce, byte[] plaintext, byte[] ciphertext, byte[] tag, byte[]? associatedData = null) =>
                Encrypt(
                    Arguments.RequiredBytes(nonce, nameof(nonce)),
                    Arguments.RequiredBytes(plaintext, nameof(plaintext)),
                    Arguments.Required(ciphertext, nameof(ciphertext)).AsSpan(),
                    Arguments.Required(tag, nameof(tag)).AsSpan(),
                    associatedData);

            /// <inheritdoc cref="Encrypt(byte[], byte[], byte[], byte[], byte[])"/>
            [SkipLocalsInit]
            [MethodImpl(MethodImplOptions.NoInlining)]
            public void Encrypt(
                ReadOnlySpan<byte> nonce,
                ReadOnlySpan<byte> plaintext,
                Span<byte> ciphertext,
                Span<byte> tag,
                ReadOnlySpan<byte> associatedData = default)
            {
                Arguments.RequireOneLength(plaintext.Length, ciphertext.Length);
                {{CheckNonce(aead, "_takesAnyNonce")}}
                CheckTag(tag);{{CheckLength(aead, "plaintext.Length")}}
                Arguments.RefuseOverlap(tag, ciphertext, nameof(tag), nameof(ciphertext));
                if (Arguments.OverlapInPart(plaintext, ciphertext) || Arguments.Overlap(associatedData, ciphertext))
                    EncryptCopies(nonce, plaintext, ciphertext, tag, associatedData);
                else
                    _key.Seal(_slot.Hold(), nonce, plaintext, ciphertext, tag, associatedData);
            }

            /// <summary>Decrypts a message if its tag is right.</summary>
            /// <param name="nonce">The {{aead.NonceBytes}} that the message was encrypted with.</param>
            /// <param name="ciphertext">The encrypted message{{(aead.NonceLimitsLength ? "" : ", of any length")}}.</param>
            /// <param name="tag">The tag: {{aead.TagBytes}}.</param>
            /// <param name="plaintext">
            /// Receives as many bytes as the ciphertext has. May overlap everything; unless it begins at the same byte as the ciphertext,
            /// what it overlaps is copied first. Zeroed if the tag is wrong; during the call, it may hold text that is not yet authenticated.
            /// </param>
            /// <param name="associatedData">The associated data that the message was encrypted with; null for none.</param>
            /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
            /// <exception cref="ArgumentException">
            /// The nonce or the tag has a wrong size, or the texts differ in length; nothing was written.
            /// </exception>{{TooLong(aead)}}
            /// <exception cref="AuthenticationTagMismatchException">
            /// The tag is wrong: nonce, ciphertext, tag, associated data or key are not those of the encryption.
            /// </exception>
            /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
            public void Decrypt(byte[] nonce, byte[] ciphertext, byte[] tag, byte[] plaintext, byte[]? associatedData = null) =>
                Decrypt(
                    Arguments.RequiredBytes(nonce, nameof(nonce)),
                    Arguments.RequiredBytes(ciphertext, nameof(ciphertext)),
                    Arguments.RequiredBytes(tag, nameof(tag)),
                    Arguments.Required(plaintext, nameof(plaintext)).AsSpan(),
                    associatedData);

            /// <inheritdoc cref="Decrypt(byte[], byte[], byte[], byte[], byte[])"/>
            [SkipLocalsInit]
            [MethodImpl(MethodImplOptions.NoInlining)]
            public void Decrypt(
                ReadOnlySpan<byte> nonce,
                ReadOnlySpan<byte> ciphertext,
                ReadOnlySpan<byte> tag,
                Span<byte> plaintext,
                ReadOnlySpan<byte> associatedData = default)
            {
                Arguments.RequireOneLength(plaintext.Length, ciphertext.Length);
                {{CheckNonce(aead, "_takesAnyNonce")}}
                CheckTag(tag);{{CheckLength(aead, "plaintext.Length")}}
                if (Arguments.OverlapInPart(ciphertext, plaintext) || Arguments.Overlap(tag, plaintext)
                    || Arguments.Overlap(associatedData, plaintext))
                {
                    DecryptCopies(nonce, ciphertext, tag, plaintext, associatedData);
                }
                else
                {
                    _key.Open(_slot.Hold(), nonce, ciphertext, tag, plaintext, associatedData);
                }
            }

            /// <summary>For what shares memory with the ciphertext, which would be written over it before it is read.</summary>
            [MethodImpl(MethodImplOptions.NoInlining)]
            private void EncryptCopies(
                ReadOnlySpan<byte> nonce,
                ReadOnlySpan<byte> plaintext,
                Span<byte> ciphertext,
                Span<byte> tag,
                ReadOnlySpan<byte> associatedData)
            {
                using PinnedScratch text = new(plaintext), data = new(associatedData);
                Encrypt(nonce, text.Bytes, ciphertext, tag, data.Bytes);
            }

            /// <summary>For what shares memory with the plaintext, which would be written over it before it is read.</summary>
            [MethodImpl(MethodImplOptions.NoInlining)]
            private void DecryptCopies(
                ReadOnlySpan<byte> nonce,
                ReadOnlySpan<byte> ciphertext,
                ReadOnlySpan<byte> tag,
                Span<byte> plaintext,
                ReadOnlySpan<byte> associatedData)
            {
                using PinnedScratch text = new(ciphertext), code = new(tag), data = new(associatedData);
                Decrypt(nonce, text.Bytes, code.Bytes, plaintext, data.Bytes);
            }
        """;

    /// <summary>The form of RFC 5116: a ciphertext followed by its tag, in one buffer.</summary>
    public static string SealOpen(AeadDescription aead) => $$"""
        {{OfObject(aead)}}

        {{OfKey(aead)}}

        {{UnderKeyOnStack(aead)}}

        {{InOneBuffer(aead)}}
        """;

    private const string ChosenTag = "<see cref=\"TagSizeInBytes\"/>, or 16 if that is null";

    private static string OfObject(AeadDescription aead) => $$"""
            /// <summary>Encrypts a message and {{Puts(aead, $"its tag{OfSize(aead)}")}}.</summary>
            /// <param name="nonce">{{aead.NonceBytes}}, {{aead.NonceUse}}.</param>
            /// <param name="plaintext">{{Plaintext(aead)}}</param>
            /// <param name="destination">
            /// Receives {{Sealed(aead)}}: at least the bytes of the message and of the tag together. May {{(aead.TagIsFirst
                ? "hold the message\n    /// where the ciphertext goes, from its byte 16 on." : "begin at the same byte as\n    /// the message.")}}
            /// </param>
            /// <param name="associatedData">Data that the tag covers, too. The same are needed for opening.</param>
            /// <returns>The bytes written: {{(aead.HasTagSize ? "those of the message and " + ChosenTag : "16 more than the message has")}}.</returns>
            /// <exception cref="ArgumentException">
            /// The nonce has a wrong size, the destination is too short, or buffers overlap; nothing was written.
            /// </exception>{{TooLong(aead)}}
            /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
            [SkipLocalsInit]
            [MethodImpl(MethodImplOptions.NoInlining)]
            public int Seal(
                ReadOnlySpan<byte> nonce,
                ReadOnlySpan<byte> plaintext,
                Span<byte> destination,
                ReadOnlySpan<byte> associatedData = default) =>
                Seal(_key, _slot.Hold(), {{TagBytes(aead)}}, {{TakesAnyNonce(aead, "_takesAnyNonce, ")}}nonce, plaintext, destination, associatedData);

            /// <returns>{{Capitalized(Sealed(aead))}}: {{(aead.HasTagSize ? "the bytes of the message and " + ChosenTag : "16 bytes more than the message has")}}.</returns>
            /// <exception cref="ArgumentNullException"><paramref name="nonce"/> or <paramref name="plaintext"/> is null.</exception>
            /// <exception cref="ArgumentException">The nonce has a wrong size.</exception>
            /// <inheritdoc cref="Seal(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
            public byte[] SealToArray(byte[] nonce, byte[] plaintext, byte[]? associatedData = null)
            {
                Arguments.Required(nonce, nameof(nonce));
                var sealedMessage = new byte[Arguments.Required(plaintext, nameof(plaintext)).Length + {{TagBytes(aead)}}];
                Seal(nonce, plaintext, sealedMessage, associatedData);
                return sealedMessage;
            }

            /// <summary>Decrypts a message if the tag{{OfSize(aead)}} {{(aead.TagIsFirst ? "in front of it" : "that follows it")}} is right.</summary>
            /// <param name="nonce">The {{aead.NonceBytes}} that the message was sealed with.</param>
            /// <param name="ciphertext">{{(aead.TagIsFirst ? "The tag, followed by the ciphertext." : "The ciphertext, followed by its tag.")}}</param>
            /// <param name="destination">
            /// Receives the message: at least the bytes of the ciphertext without its tag. May begin {{(aead.TagIsFirst
                ? "where the ciphertext\n    /// does, at byte 16 of that." : "at the same byte as the\n    /// ciphertext.")}} Zeroed if the tag is wrong; during the call, it may hold text that is not yet authenticated.
            /// </param>
            /// <param name="associatedData">The associated data that the message was sealed with.</param>
            /// <returns>The bytes written: those of the ciphertext without its tag.</returns>
            /// <exception cref="ArgumentException">
            /// The nonce has a wrong size, the destination is too short, or buffers overlap; nothing was written.
            /// </exception>{{TooLong(aead)}}
            /// <exception cref="AuthenticationTagMismatchException">
            /// The tag is wrong or incomplete: nonce, ciphertext, associated data or key are not those of the sealing.
            /// </exception>
            /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
            [SkipLocalsInit]
            [MethodImpl(MethodImplOptions.NoInlining)]
            public int Open(
                ReadOnlySpan<byte> nonce,
                ReadOnlySpan<byte> ciphertext,
                Span<byte> destination,
                ReadOnlySpan<byte> associatedData = default) =>
                Open(_key, _slot.Hold(), {{TagBytes(aead)}}, {{TakesAnyNonce(aead, "_takesAnyNonce, ")}}nonce, ciphertext, destination, associatedData);

            /// <returns>The message: the bytes of the ciphertext without its tag.</returns>
            /// <exception cref="ArgumentNullException"><paramref name="nonce"/> or <paramref name="ciphertext"/> is null.</exception>
            /// <exception cref="ArgumentException">The nonce has a wrong size.</exception>
            /// <inheritdoc cref="Open(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
            public byte[] OpenToArray(byte[] nonce, byte[] ciphertext, byte[]? associatedData = null)
            {
                Arguments.Required(nonce, nameof(nonce));
                var message = new byte[Math.Max(0, Arguments.Required(ciphertext, nameof(ciphertext)).Length - {{TagBytes(aead)}})];
                Open(nonce, ciphertext, message, associatedData);
                return message;
            }
        """;

    private static string OfKey(AeadDescription aead) => $$"""
            /// <summary>Encrypts one message and {{Puts(aead, "its 16-byte tag")}}; the key is expanded on the stack and wiped.</summary>
            /// <param name="key">{{aead.KeyBytes}}.</param>
            /// <param name="nonce">{{aead.NonceBytes}}, {{aead.NonceUse}}.</param>
            /// <param name="plaintext">{{Plaintext(aead)}}</param>
            /// <param name="destination">
            /// Receives {{Sealed(aead)}}: at least 16 bytes more than the message has. May {{(aead.TagIsFirst
                ? "hold the message where the\n    /// ciphertext goes, from its byte 16 on." : "begin at the same byte as the message.")}}
            /// </param>
            /// <param name="associatedData">Data that the tag covers, too. The same are needed for opening.</param>
            /// <returns>The bytes written: 16 more than the message has.</returns>
            /// <exception cref="ArgumentException">
            /// The nonce has a wrong size, the destination is too short, or buffers overlap; nothing was written.
            /// </exception>
            {{BadKeyOrTooLong(aead)}}
            public static int Seal(
                ReadOnlySpan<byte> key,
                ReadOnlySpan<byte> nonce,
                ReadOnlySpan<byte> plaintext,
                Span<byte> destination,
                ReadOnlySpan<byte> associatedData = default) =>
                Seal({{aead.BestKernel}}, key, nonce, plaintext, destination, associatedData);

            /// <returns>{{Capitalized(Sealed(aead))}}: 16 bytes more than the message has.</returns>
            /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
            /// <exception cref="ArgumentException">The nonce has a wrong size.</exception>
            /// <inheritdoc
            /// cref="Seal(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
            public static byte[] SealToArray(byte[] key, byte[] nonce, byte[] plaintext, byte[]? associatedData = null)
            {
                Arguments.Required(key, nameof(key));
                Arguments.Required(nonce, nameof(nonce));
                var sealedMessage = new byte[Arguments.Required(plaintext, nameof(plaintext)).Length + {{Appended(aead)}}];
                Seal(key, nonce, plaintext, sealedMessage, associatedData);
                return sealedMessage;
            }

            /// <summary>
            /// Decrypts one message if the 16-byte tag {{(aead.TagIsFirst ? "in front of it" : "that follows it")}} is right; the key is expanded on the stack and wiped.
            /// </summary>
            /// <param name="key">{{aead.KeyBytes}}.</param>
            /// <param name="nonce">The {{aead.NonceBytes}} that the message was sealed with.</param>
            /// <param name="ciphertext">{{(aead.TagIsFirst ? "The tag, followed by the ciphertext." : "The ciphertext, followed by its tag.")}}</param>
            /// <param name="destination">
            /// Receives the message: at least the bytes of the ciphertext less 16. May begin {{(aead.TagIsFirst
                ? "where the ciphertext does, at byte 16 of that." : "at the same byte as the ciphertext.")}}
            /// Zeroed if the tag is wrong; during the call, it may hold text that is not yet authenticated.
            /// </param>
            /// <param name="associatedData">The associated data that the message was sealed with.</param>
            /// <returns>The bytes written: 16 fewer than the ciphertext has.</returns>
            /// <exception cref="ArgumentException">
            /// The nonce has a wrong size, the destination is too short, or buffers overlap; nothing was written.
            /// </exception>
            {{BadKeyOrTooLong(aead)}}
            /// <exception cref="AuthenticationTagMismatchException">
            /// The tag is wrong or incomplete: nonce, ciphertext, associated data or key are not those of the sealing.
            /// </exception>
            public static int Open(
                ReadOnlySpan<byte> key,
                ReadOnlySpan<byte> nonce,
                ReadOnlySpan<byte> ciphertext,
                Span<byte> destination,
                ReadOnlySpan<byte> associatedData = default) =>
                Open({{aead.BestKernel}}, key, nonce, ciphertext, destination, associatedData);

            /// <returns>The message: 16 bytes fewer than the ciphertext has.</returns>
            /// <exception cref="ArgumentNullException">An array other than <paramref name="associatedData"/> is null.</exception>
            /// <exception cref="ArgumentException">The nonce has a wrong size.</exception>
            /// <inheritdoc
            /// cref="Open(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
            public static byte[] OpenToArray(byte[] key, byte[] nonce, byte[] ciphertext, byte[]? associatedData = null)
            {
                Arguments.Required(key, nameof(key));
                Arguments.Required(nonce, nameof(nonce));
                var message = new byte[Math.Max(0, Arguments.Required(ciphertext, nameof(ciphertext)).Length - {{Appended(aead)}})];
                Open(key, nonce, ciphertext, message, associatedData);
                return message;
            }
        """;

    private static string UnderKeyOnStack(AeadDescription aead) => $$"""
        {{UnderKeyOnStack(aead, "Seal", "plaintext")}}

        {{UnderKeyOnStack(aead, "Open", "ciphertext")}}

            /// <summary>Room for a key on the stack, whatever its kernel.</summary>
            [StackRoom]
            [StructLayout(LayoutKind.Sequential, Size = {{aead.LargestKeyBytes}} + KeyScope.Alignment)]
            private struct KeyMemory
            {
            }
        """;

    private static string UnderKeyOnStack(AeadDescription aead, string verb, string text) => $$"""
            [SkipLocalsInit]
            [MethodImpl(MethodImplOptions.NoInlining)]
            internal static int {{verb}}(
                {{aead.Kernel}} kernel,
                ReadOnlySpan<byte> key,
                ReadOnlySpan<byte> nonce,
                ReadOnlySpan<byte> {{text}},
                Span<byte> destination,
                ReadOnlySpan<byte> associatedData)
            {
                {{aead.CheckKey}}(key);
                KeyMemory memory;
                var expanded = KeyScope.Align(&memory);{{(
                    aead.ExpandsForLength ? $"\n        var longest = (long){text}.Length + associatedData.Length;" : "")}}
                using var secret = new SecretScope(expanded, kernel.KeyBytesFor({{Longest(aead)}}));
                var onStack = new KeyScope(expanded);
                var expandedKey = new AeadKey(kernel, key, {{Longest(aead)}}, onStack);
                return {{verb}}(expandedKey, onStack, {{Appended(aead)}}, {{TakesAnyNonce(aead, "takesAnyNonce: false, ")}}nonce, {{text}}, destination, associatedData);
            }
        """;

    private static string InOneBuffer(AeadDescription aead) => $$"""
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            private static int Seal(
                in AeadKey key,
                KeyScope expanded,
                int tagBytes,{{TakesAnyNonce(aead, "\n        bool takesAnyNonce,")}}
                ReadOnlySpan<byte> nonce,
                ReadOnlySpan<byte> plaintext,
                Span<byte> destination,
                ReadOnlySpan<byte> associatedData)
            {
                {{CheckNonce(aead, "takesAnyNonce")}}{{CheckLength(aead, "plaintext.Length")}}
                Arguments.RequireRoom(destination, (long)plaintext.Length + tagBytes);

                var ciphertext = destination.Slice({{(aead.TagIsFirst ? "tagBytes" : "0")}}, plaintext.Length);
                var tag = destination.Slice({{(aead.TagIsFirst ? "0" : "plaintext.Length")}}, tagBytes);
                Arguments.RefusePartialOverlap(plaintext, ciphertext, nameof(plaintext), nameof(destination));
                Arguments.RefuseOverlap(associatedData, ciphertext, nameof(associatedData), nameof(destination));
                key.Seal(expanded, nonce, plaintext, ciphertext, tag, associatedData);
                return plaintext.Length + tagBytes;
            }

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            private static int Open(
                in AeadKey key,
                KeyScope expanded,
                int tagBytes,{{TakesAnyNonce(aead, "\n        bool takesAnyNonce,")}}
                ReadOnlySpan<byte> nonce,
                ReadOnlySpan<byte> ciphertext,
                Span<byte> destination,
                ReadOnlySpan<byte> associatedData)
            {
                {{CheckNonce(aead, "takesAnyNonce")}}
                var length = ciphertext.Length - tagBytes;
                if (length < 0)
                    ThrowWithoutTag(ciphertext.Length, tagBytes);{{CheckLength(aead, "length")}}
                Arguments.RequireRoom(destination, length);

                var plaintext = destination.Slice(0, length);{{OverlapsOfOpening(aead)}}
                Arguments.RefuseOverlap(associatedData, plaintext, nameof(associatedData), nameof(destination));
                key.Open(expanded, nonce, {{(aead.TagIsFirst ? "text, tag" : "ciphertext.Slice(0, length), ciphertext.Slice(length)")}}, plaintext, associatedData);
                return length;

                static void ThrowWithoutTag(int bytes, int tagBytes) => throw new AuthenticationTagMismatchException(
                    $"A ciphertext of {bytes} bytes: its tag alone would have {tagBytes}.");
            }
        """;

    /// <summary>What sealing does with a tag.</summary>
    private static string Puts(AeadDescription aead, string tag) => aead.TagIsFirst ? $"puts {tag} in front" : $"appends {tag}";

    private static string Sealed(AeadDescription aead) => aead.TagIsFirst ? "tag and ciphertext" : "ciphertext and tag";

    private static string Capitalized(string text) => char.ToUpperInvariant(text[0]) + text[1..];

    /// <summary>A tag in front is compared after the text was written.</summary>
    private static string OverlapsOfOpening(AeadDescription aead) => aead.TagIsFirst
        ? """

                ReadOnlySpan<byte> tag = ciphertext.Slice(0, tagBytes), text = ciphertext.Slice(tagBytes);
                Arguments.RefusePartialOverlap(text, plaintext, nameof(ciphertext), nameof(destination));
                Arguments.RefuseOverlap(tag, plaintext, nameof(destination), nameof(ciphertext));
        """
        : """

                Arguments.RefusePartialOverlap(ciphertext, plaintext, nameof(ciphertext), nameof(destination));
        """;

    private static string Plaintext(AeadDescription aead) =>
        aead.NonceLimitsLength ? "The message; its length is limited by that of the nonce." : "The message, of any length.";

    private static string OfSize(AeadDescription aead) => aead.HasTagSize ? "" : " of 16 bytes";

    /// <summary>Of the one message under a key on the stack.</summary>
    private static string Longest(AeadDescription aead) => aead.ExpandsForLength ? "longest" : "long.MaxValue";

    /// <summary>The bytes of the tags of one-shot calls, which have no object to ask.</summary>
    private static string Appended(AeadDescription aead) => aead.HasLongTags ? "SealedTagBytes" : "LargestTagBytes";

    private static string TagBytes(AeadDescription aead) => aead.HasTagSize ? "TagBytes" : Appended(aead);

    private static string CheckNonce(AeadDescription aead, string takesAny) => aead.TakesAnyNonce ? $"CheckNonce(nonce, {takesAny});" : "CheckNonce(nonce);";

    private static string TakesAnyNonce(AeadDescription aead, string value) => aead.TakesAnyNonce ? value : "";

    private static string CheckLength(AeadDescription aead, string length) =>
        aead.NonceLimitsLength ? $"\n        CheckLength({length}, nonce);" : "";

    private static string TooLong(AeadDescription aead) => !aead.NonceLimitsLength ? "" : "\n" + """
            /// <exception cref="CryptographicException">The message is too long for the nonce; nothing was written.</exception>
        """;

    private static string BadKeyOrTooLong(AeadDescription aead) => !aead.NonceLimitsLength
        ? """/// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>"""
        : """
        /// <exception cref="CryptographicException">
            /// <paramref name="key"/> has another length, or the message is too long for the nonce; nothing was written.
            /// </exception>
        """;
}
