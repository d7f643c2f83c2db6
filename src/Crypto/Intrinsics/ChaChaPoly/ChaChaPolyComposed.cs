using System.Runtime.CompilerServices;
#if NET
using System.Runtime.Intrinsics;
#endif

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// ChaCha20-Poly1305 of ChaCha20 in any vectors. One pass makes the keystream of block 0, which is the key of Poly1305, and of the end
/// of the text, which is no whole batch: a short message has nothing else. Whole batches are encrypted and hashed together.
/// <para>
/// Constant-time. Preconditions: none beyond the contract.
/// </para>
/// </summary>
internal abstract unsafe class ChaChaPolyComposed : ChaChaPolyKernel
{
    protected const int BlockBytes = ChaChaKeystream.BlockBytes;

    private const int NonceWords = 3;

    protected ChaChaPolyComposed(string id) => Id = "chacha20-poly1305/" + id;

    public override string Id { get; }

    public override bool IsConstantTime => true;

    /// <summary>Of the text that <see cref="SealBatches"/> and <see cref="OpenBatches"/> take, a whole number of blocks.</summary>
    protected abstract int BatchBytes { get; }

    [SkipLocalsInit]
    public override void Seal(AeadArguments* arguments)
    {
        ChaChaPolyMessage message;
        var whole = Begin(arguments, &message);
        var rest = arguments->Length - whole;
        Xor(arguments->Source + whole, TextKeystream(&message), arguments->Destination + whole, rest);
        if (whole > 0)
            SealBatches(&message, arguments->Source, arguments->Destination, whole);
        if (rest > 0)
            Hash(&message, arguments->Destination + whole, rest);
        End(arguments, &message);
    }

    [SkipLocalsInit]
    public override void Open(AeadArguments* arguments)
    {
        ChaChaPolyMessage message;
        var whole = Begin(arguments, &message);
        var rest = arguments->Length - whole;
        if (whole > 0)
            OpenBatches(&message, arguments->Source, arguments->Destination, whole);
        if (rest > 0)
            Hash(&message, arguments->Source + whole, rest);
        Xor(arguments->Source + whole, TextKeystream(&message), arguments->Destination + whole, rest);
        End(arguments, &message);
    }

    /// <summary>
    /// The first and the last row of a block, without the sum at its end. That sum is of words that anybody knows, and is taken back.
    /// </summary>
    [SkipLocalsInit]
    public override void DeriveSubkey(byte* key, byte* nonce, byte* subkey)
    {
        const int RowWords = 4;
        ChaChaPolyMessage message;
        var words = (uint*)&message.Cipher;
        var block = (byte*)&message.Keystream;
        SetKey(words, key);
        for (var i = 1; i < RowWords; i++)
            words[ChaChaState.CounterWord + i] = LittleEndian.Read32(nonce + (i * sizeof(uint)));
        words[ChaChaState.CounterWord] = LittleEndian.Read32(nonce);
        message.KeystreamBytes = BlockBytes * MakeKeystream(words, words[ChaChaState.CounterWord], startsWithKey: false, block, 1);
        words[ChaChaState.CounterWord] = LittleEndian.Read32(nonce);
        for (var i = 0; i < RowWords; i++)
        {
            LittleEndian.Write32(subkey + (i * sizeof(uint)), LittleEndian.Read32(block + (i * sizeof(uint))) - words[i]);
            var last = ChaChaState.CounterWord + i;
            LittleEndian.Write32(
                subkey + ((RowWords + i) * sizeof(uint)), LittleEndian.Read32(block + (last * sizeof(uint))) - words[last]);
        }

        message.Lanes = LanesStage.None;
        Wipe(&message);
    }

    /// <summary>
    /// Writes so many blocks of keystream, 17 at most, and perhaps some more, as far as the memory of a message goes.
    /// </summary>
    /// <returns>How many were written.</returns>
    /// <param name="state">The input of a block; the counter in it is changed.</param>
    /// <param name="counter">Of the first block; they count up.</param>
    /// <param name="startsWithKey">Whether the first block has the counter 0 instead.</param>
    /// <param name="keystream">The memory for it.</param>
    /// <param name="blocks">How many are wanted.</param>
    public abstract int MakeKeystream(uint* state, uint counter, bool startsWithKey, byte* keystream, int blocks);

    /// <summary>Encrypts whole batches from block 1 on, and hashes them.</summary>
    protected abstract void SealBatches(ChaChaPolyMessage* message, byte* source, byte* destination, nint length);

    /// <summary>Hashes whole batches and decrypts them, from block 1 on.</summary>
    protected abstract void OpenBatches(ChaChaPolyMessage* message, byte* source, byte* destination, nint length);

    /// <summary>Zeroes what batches left on the stack, of the text or of the keystream.</summary>
    protected virtual void WipeBatch()
    {
    }

    /// <summary>Hashes some bytes, a last block padded with zeros.</summary>
    protected virtual void Hash(ChaChaPolyMessage* message, byte* source, nint length) =>
        Poly1305.Update(&message->Hash, source, length);

    private static byte* TextKeystream(ChaChaPolyMessage* message) => (byte*)&message->Keystream + BlockBytes;

    private static void SetKey(uint* words, byte* key)
    {
        ChaChaState.SetConstants(words);
        for (var i = 0; i < CipherKeyBytes / sizeof(uint); i++)
            words[ChaChaState.KeyWord + i] = LittleEndian.Read32(key + (i * sizeof(uint)));
    }

    /// <summary>Of the same memory, or of memory apart.</summary>
    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
    private static void Xor(byte* source, byte* keystream, byte* destination, nint length)
    {
        nint i = 0;
#if NET
        for (; i <= length - Vector128<byte>.Count; i += Vector128<byte>.Count)
            (Vector128.Load(source + i) ^ Vector128.Load(keystream + i)).Store(destination + i);
#endif
        for (; i <= length - sizeof(ulong); i += sizeof(ulong))
        {
            var word = Unsafe.ReadUnaligned<ulong>(source + i) ^ Unsafe.ReadUnaligned<ulong>(keystream + i);
            Unsafe.WriteUnaligned(destination + i, word);
        }

        for (; i < length; i++)
            destination[i] = (byte)(source[i] ^ keystream[i]);
    }

    /// <summary>Makes the key of Poly1305 and the keystream of the text's end, and hashes the associated data.</summary>
    /// <returns>Bytes of the text that are whole batches.</returns>
    private nint Begin(AeadArguments* arguments, ChaChaPolyMessage* message)
    {
        var words = (uint*)&message->Cipher;
        SetKey(words, arguments->Key);
        for (var i = 0; i < NonceWords; i++)
            words[ChaChaState.CounterWord + 1 + i] = LittleEndian.Read32(arguments->Nonce + (i * sizeof(uint)));
        var whole = arguments->Length - (nint)((nuint)arguments->Length % (uint)BatchBytes);
        message->Lanes = LanesStage.None;
        message->KeystreamBytes = BlockBytes * MakeKeystream(
            words, (uint)(whole / BlockBytes), startsWithKey: true, (byte*)&message->Keystream, Blocks(arguments->Length - whole));

        // The text begins with block 1.
        words[ChaChaState.CounterWord] = 1;
        Poly1305.Begin(&message->Hash, (byte*)&message->Keystream);
        if (arguments->AssociatedDataLength > 0)
            Hash(message, arguments->AssociatedData, arguments->AssociatedDataLength);
        return whole;
    }

    /// <summary>Of the keystream for so many bytes, and that of the key.</summary>
    private static int Blocks(nint bytes) => 1 + (int)((bytes + BlockBytes - 1) / BlockBytes);

    /// <summary>Hashes the lengths, makes the tag and wipes.</summary>
    private void End(AeadArguments* arguments, ChaChaPolyMessage* message)
    {
        Block128 lengths;
        LittleEndian.Write64((byte*)&lengths, (ulong)arguments->AssociatedDataLength);
        LittleEndian.Write64((byte*)&lengths + sizeof(ulong), (ulong)arguments->Length);
        Hash(message, (byte*)&lengths, sizeof(Block128));
        Poly1305.End(&message->Hash, (byte*)&arguments->Tag);

        // Where keystream and text together are shorter than a batch, none was made.
        if (message->KeystreamBytes + arguments->Length >= BatchBytes)
            WipeBatch();
        Wipe(message);
    }

    private void Wipe(ChaChaPolyMessage* message)
    {
        if (message->Lanes != LanesStage.None)
            Secret.Wipe(&message->LanesMemory, sizeof(Poly1305LanesMemory));
        Secret.Wipe(message, (int)((byte*)&message->Keystream - (byte*)message) + message->KeystreamBytes);

        // Also of a portable kernel: text and keystream are XORed by vectors wherever there are some, and copied by them everywhere.
        Secret.ForgetAllRegisters();
    }
}
