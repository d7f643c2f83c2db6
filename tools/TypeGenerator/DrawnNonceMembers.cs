namespace ManagedCrypto.TypeGenerator;

/// <summary>The members of AEADs whose nonces are long enough to be drawn at random: sealing draws one and puts it in front.</summary>
internal static class DrawnNonceMembers
{
    public static string SealOpen(AeadDescription aead) => $$"""
            private const int OverheadBytes = NonceBytes + LargestTagBytes;

            /// <summary>Encrypts a message under a nonce drawn at random.</summary>
            /// <param name="plaintext">The message, of any length.</param>
            /// <param name="destination">
            /// Receives the nonce, the ciphertext and its tag: at least 40 bytes more than the message has. May hold the message where the
            /// ciphertext goes, from its byte 24 on.
            /// </param>
            /// <param name="associatedData">Data that the tag covers, too. The same are needed for opening.</param>
            /// <returns>The bytes written: 40 more than the message has.</returns>
            /// <exception cref="ArgumentException">The destination is too short, or buffers overlap; nothing was written.</exception>
            /// <exception cref="CryptographicException">The operating system gave no random bytes.</exception>
            /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
            public int Seal(ReadOnlySpan<byte> plaintext, Span<byte> destination, ReadOnlySpan<byte> associatedData = default) =>
                Seal(_key, _slot.Hold(), plaintext, destination, associatedData);

            /// <returns>The nonce, the ciphertext and its tag: 40 bytes more than the message has.</returns>
            /// <exception cref="ArgumentNullException"><paramref name="plaintext"/> is null.</exception>
            /// <inheritdoc cref="Seal(ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
            public byte[] SealToArray(byte[] plaintext, byte[]? associatedData = null)
            {
                var sealedMessage = new byte[Arguments.Required(plaintext, nameof(plaintext)).Length + OverheadBytes];
                Seal(plaintext, sealedMessage, associatedData);
                return sealedMessage;
            }

            /// <summary>Decrypts a message if its tag is right.</summary>
            /// <param name="ciphertext">What sealing gave: the nonce, the ciphertext and its tag.</param>
            /// <param name="destination">
            /// Receives the message: at least 40 bytes fewer than it was sealed to. May begin at byte 24 of that, where the ciphertext
            /// does. Zeroed if the tag is wrong; during the call, it may hold text that is not yet authenticated.
            /// </param>
            /// <param name="associatedData">The associated data that the message was sealed with.</param>
            /// <returns>The bytes written: 40 fewer than the message was sealed to.</returns>
            /// <exception cref="ArgumentException">The destination is too short, or buffers overlap; nothing was written.</exception>
            /// <exception cref="AuthenticationTagMismatchException">
            /// The tag is wrong, or the message incomplete: nonce, ciphertext, associated data or key are not those of the sealing.
            /// </exception>
            /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
            public int Open(ReadOnlySpan<byte> ciphertext, Span<byte> destination, ReadOnlySpan<byte> associatedData = default) =>
                Open(_key, _slot.Hold(), ciphertext, destination, associatedData);

            /// <returns>The message: 40 bytes fewer than it was sealed to.</returns>
            /// <exception cref="ArgumentNullException"><paramref name="ciphertext"/> is null.</exception>
            /// <inheritdoc cref="Open(ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
            public byte[] OpenToArray(byte[] ciphertext, byte[]? associatedData = null)
            {
                var message = new byte[Math.Max(0, Arguments.Required(ciphertext, nameof(ciphertext)).Length - OverheadBytes)];
                Open(ciphertext, message, associatedData);
                return message;
            }

            /// <summary>Encrypts one message under a nonce drawn at random; the key is expanded on the stack and wiped.</summary>
            /// <param name="key">32 bytes.</param>
            /// <param name="plaintext">The message, of any length.</param>
            /// <param name="destination">
            /// Receives the nonce, the ciphertext and its tag: at least 40 bytes more than the message has. May hold the message where the
            /// ciphertext goes, from its byte 24 on.
            /// </param>
            /// <param name="associatedData">Data that the tag covers, too. The same are needed for opening.</param>
            /// <returns>The bytes written: 40 more than the message has.</returns>
            /// <exception cref="ArgumentException">The destination is too short, or buffers overlap; nothing was written.</exception>
            /// <exception cref="CryptographicException">
            /// <paramref name="key"/> has another length, or the operating system gave no random bytes.
            /// </exception>
            public static int Seal(
                ReadOnlySpan<byte> key, ReadOnlySpan<byte> plaintext, Span<byte> destination, ReadOnlySpan<byte> associatedData = default) =>
                Seal({{aead.BestKernel}}, key, plaintext, destination, associatedData);

            /// <returns>The nonce, the ciphertext and its tag: 40 bytes more than the message has.</returns>
            /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="plaintext"/> is null.</exception>
            /// <inheritdoc cref="Seal(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
            public static byte[] SealToArray(byte[] key, byte[] plaintext, byte[]? associatedData = null)
            {
                Arguments.Required(key, nameof(key));
                var sealedMessage = new byte[Arguments.Required(plaintext, nameof(plaintext)).Length + OverheadBytes];
                Seal(key, plaintext, sealedMessage, associatedData);
                return sealedMessage;
            }

            /// <summary>Decrypts one message if its tag is right; the key is expanded on the stack and wiped.</summary>
            /// <param name="key">32 bytes.</param>
            /// <param name="ciphertext">What sealing gave: the nonce, the ciphertext and its tag.</param>
            /// <param name="destination">
            /// Receives the message: at least 40 bytes fewer than it was sealed to. May begin at byte 24 of that, where the ciphertext
            /// does. Zeroed if the tag is wrong; during the call, it may hold text that is not yet authenticated.
            /// </param>
            /// <param name="associatedData">The associated data that the message was sealed with.</param>
            /// <returns>The bytes written: 40 fewer than the message was sealed to.</returns>
            /// <exception cref="ArgumentException">The destination is too short, or buffers overlap; nothing was written.</exception>
            /// <exception cref="AuthenticationTagMismatchException">
            /// The tag is wrong, or the message incomplete: nonce, ciphertext, associated data or key are not those of the sealing.
            /// </exception>
            /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
            public static int Open(
                ReadOnlySpan<byte> key, ReadOnlySpan<byte> ciphertext, Span<byte> destination, ReadOnlySpan<byte> associatedData = default) =>
                Open({{aead.BestKernel}}, key, ciphertext, destination, associatedData);

            /// <returns>The message: 40 bytes fewer than it was sealed to.</returns>
            /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="ciphertext"/> is null.</exception>
            /// <inheritdoc cref="Open(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
            public static byte[] OpenToArray(byte[] key, byte[] ciphertext, byte[]? associatedData = null)
            {
                Arguments.Required(key, nameof(key));
                var message = new byte[Math.Max(0, Arguments.Required(ciphertext, nameof(ciphertext)).Length - OverheadBytes)];
                Open(key, ciphertext, message, associatedData);
                return message;
            }

            [SkipLocalsInit]
            internal static int Seal(
                {{aead.Kernel}} kernel,
                ReadOnlySpan<byte> key,
                ReadOnlySpan<byte> plaintext,
                Span<byte> destination,
                ReadOnlySpan<byte> associatedData)
            {
                CheckKey(key);
                KeyMemory memory;
                var expanded = KeyScope.Align(&memory);
                using var secret = new SecretScope(expanded, kernel.KeyBytes);
                var onStack = new KeyScope(expanded);
                return Seal(new AeadKey(kernel, key, long.MaxValue, onStack), onStack, plaintext, destination, associatedData);
            }

            [SkipLocalsInit]
            internal static int Open(
                {{aead.Kernel}} kernel,
                ReadOnlySpan<byte> key,
                ReadOnlySpan<byte> ciphertext,
                Span<byte> destination,
                ReadOnlySpan<byte> associatedData)
            {
                CheckKey(key);
                KeyMemory memory;
                var expanded = KeyScope.Align(&memory);
                using var secret = new SecretScope(expanded, kernel.KeyBytes);
                var onStack = new KeyScope(expanded);
                return Open(new AeadKey(kernel, key, long.MaxValue, onStack), onStack, ciphertext, destination, associatedData);
            }

            private static int Seal(
                in AeadKey key, KeyScope expanded, ReadOnlySpan<byte> plaintext, Span<byte> destination, ReadOnlySpan<byte> associatedData)
            {
                Arguments.RequireRoom(destination, (long)plaintext.Length + OverheadBytes);

                var ciphertext = destination.Slice(NonceBytes, plaintext.Length);
                var tag = destination.Slice(NonceBytes + plaintext.Length, LargestTagBytes);
                Arguments.RefusePartialOverlap(plaintext, ciphertext, nameof(plaintext), nameof(destination));
                Arguments.RefuseOverlap(associatedData, ciphertext, nameof(associatedData), nameof(destination));
                DrawnNonce memory;
                var nonce = new Span<byte>(&memory, NonceBytes);
                RandomBytes.Fill(nonce);
                key.Seal(expanded, nonce, plaintext, ciphertext, tag, associatedData);

                // Last, as its place may hold the end of the text or of the associated data.
                nonce.CopyTo(destination);
                return plaintext.Length + OverheadBytes;
            }

            private static int Open(
                in AeadKey key, KeyScope expanded, ReadOnlySpan<byte> ciphertext, Span<byte> destination, ReadOnlySpan<byte> associatedData)
            {
                var length = ciphertext.Length - OverheadBytes;
                if (length < 0)
                    ThrowIncomplete(ciphertext.Length);
                Arguments.RequireRoom(destination, length);

                // The nonce has been used up before the text is written.
                var nonce = ciphertext.Slice(0, NonceBytes);
                var textAndTag = ciphertext.Slice(NonceBytes);
                var plaintext = destination.Slice(0, length);
                Arguments.RefusePartialOverlap(textAndTag, plaintext, nameof(ciphertext), nameof(destination));
                Arguments.RefuseOverlap(associatedData, plaintext, nameof(associatedData), nameof(destination));
                key.Open(expanded, nonce, textAndTag.Slice(0, length), textAndTag.Slice(length), plaintext, associatedData);
                return length;

                static void ThrowIncomplete(int bytes) => throw new AuthenticationTagMismatchException(
                    $"A message of {bytes} bytes: its nonce and tag alone would have {OverheadBytes}.");
            }

            /// <summary>Room for a key on the stack, whatever its kernel.</summary>
            [StackRoom]
            [StructLayout(LayoutKind.Sequential, Size = {{aead.LargestKeyBytes}} + KeyScope.Alignment)]
            private struct KeyMemory
            {
            }

            [StackRoom]
            [StructLayout(LayoutKind.Sequential, Size = NonceBytes)]
            private struct DrawnNonce
            {
            }
        """;
}
