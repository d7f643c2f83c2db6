using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES-GCM-SIV (RFC 8452, sections 4 and 5) of any AES and any POLYVAL. Each message has keys of its own, which a key derives from the
/// nonce. Its tag is the encrypted hash of its plaintext, and the text is encrypted from the tag on: so sealing takes two passes.
/// Opening decrypts and hashes a chunk at a time, so that the hash finds the text in the cache.
/// <para>
/// Constant-time if both parts are. Preconditions: none beyond the contract.
/// </para>
/// </summary>
internal unsafe class GcmSivComposed : AeadKernel
{
    private const int Block = 16;

    /// <summary>Chunks of an opened text; short enough for brief calls.</summary>
    private const int ChunkBytes = 4096;

    private readonly AesKernel _aes;
    private readonly PolyvalKernel _polyval;
    private readonly int _polyvalKeyOffset;

    public GcmSivComposed(AesKernel aes, PolyvalKernel polyval)
    {
        _aes = aes;
        _polyval = polyval;
        _polyvalKeyOffset = (aes.EncryptionScheduleBytes + 63) & ~63;
        Id = "gcm-siv" + aes.Id.Remove(0, "aes".Length);
    }

    public override string Id { get; }

    public override KernelTier Tier => _aes.Tier;

    public override bool IsConstantTime => _aes.IsConstantTime && _polyval.IsConstantTime;

    public override CpuFeatures Requires => _aes.Requires | _polyval.Requires;

    public override int KeyBytes => _aes.EncryptionScheduleBytes;

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? _aes.WhyUnavailable() ?? _polyval.WhyUnavailable();

    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage) =>
        _aes.ExpandKey(cipherKey, cipherKeyBytes, key);

    [SkipLocalsInit]
    public override void Seal(AeadArguments* arguments)
    {
        Message message;
        Begin(arguments, &message);
        Hash(&message, arguments->AssociatedData, arguments->AssociatedDataLength);
        Hash(&message, arguments->Source, arguments->Length);
        MakeTag(arguments, &message);
        BeginText(&message, &arguments->Tag);
        Transform(&message, arguments->Source, arguments->Destination, arguments->Length);
        End(&message);
    }

    [SkipLocalsInit]
    public override void Open(AeadArguments* arguments)
    {
        Message message;
        Begin(arguments, &message);
        var given = Unsafe.ReadUnaligned<Block128>(arguments->Given);
        BeginText(&message, &given);
        Hash(&message, arguments->AssociatedData, arguments->AssociatedDataLength);
        for (nint done = 0, bytes; done < arguments->Length; done += bytes)
        {
            bytes = arguments->Length - done < ChunkBytes ? arguments->Length - done : ChunkBytes;
            Transform(&message, arguments->Source + done, arguments->Destination + done, bytes);
            Hash(&message, arguments->Destination + done, bytes);
        }

        MakeTag(arguments, &message);
        End(&message);
    }

    /// <summary>Of a block's last byte, in its second word.</summary>
    private static ulong HighestBit => BigEndian.InMemory(0x80);

    /// <summary>Bytes that are hashed.</summary>
    protected static long HashedBytes(AeadArguments* arguments) =>
        Padded(arguments->AssociatedDataLength) + Padded(arguments->Length) + Block;

    /// <summary>With zeros up to a whole block.</summary>
    protected static long Padded(long length) => (length + Block - 1) & -Block;

    /// <summary>The last block that is hashed: the lengths of associated data and text in bits.</summary>
    protected static void WriteLengths(AeadArguments* arguments, byte* block)
    {
        LittleEndian.Write64(block, (ulong)arguments->AssociatedDataLength << 3);
        LittleEndian.Write64(block + sizeof(ulong), (ulong)arguments->Length << 3);
    }

    /// <summary>12 bytes, and zeros.</summary>
    protected static Block128 NonceOf(AeadArguments* arguments) => new()
    {
        First = Unsafe.ReadUnaligned<ulong>(arguments->Nonce),
        Second = BigEndian.InMemory((ulong)BigEndian.Read32(arguments->Nonce + sizeof(ulong)) << 32),
    };

    private static byte* KeysOf(Message* message) => (byte*)&message->Keys + (-(nint)(&message->Keys) & 63);

    private void Begin(AeadArguments* arguments, Message* message)
    {
        var keys = KeysOf(message);
        message->Nonce = NonceOf(arguments);
        DeriveKeys(arguments, &message->Nonce, keys, keys + _polyvalKeyOffset);
        message->Call.Schedule = keys;
        message->Call.Rounds = (int)arguments->Rounds;
        message->Hash = default;
    }

    /// <summary>
    /// Derives the keys of a message and expands them: each 8 bytes are the first half of an encrypted block of a number and the nonce
    /// (section 4). The nonce is read once from where the caller has it, who may change it meanwhile.
    /// </summary>
    [SkipLocalsInit]
    protected virtual void DeriveKeys(AeadArguments* arguments, Block128* nonce, byte* schedule, byte* polyvalKey)
    {
        var cipherKeyBytes = ((int)arguments->Rounds - 6) * 4;
        var words = (Block + cipherKeyBytes) / sizeof(ulong);
        DerivedMemory memory;
        var derived = (byte*)&memory;
        ulong first = LittleEndian.Read64((byte*)nonce), second = LittleEndian.Read64((byte*)nonce + sizeof(ulong));
        for (var i = 0; i < words; i++)
        {
            LittleEndian.Write64(derived + (i * Block), (first << 32) | (uint)i);
            LittleEndian.Write64(derived + (i * Block) + sizeof(ulong), (second << 32) | (first >> 32));
        }

        AesArguments call;
        call.Schedule = arguments->Key;
        call.Rounds = (int)arguments->Rounds;
        call.Source = derived;
        call.Destination = derived;
        call.Length = words * Block;
        _aes.Run(AesOperation.EncryptEcb, &call);
        for (var i = 1; i < words; i++)
            ((ulong*)derived)[i] = ((ulong*)derived)[2 * i];

        _polyval.ExpandPolyvalKey(derived, polyvalKey, HashedBytes(arguments));
        _aes.ExpandKey(derived + Block, cipherKeyBytes, schedule);
        Secret.Wipe(derived, sizeof(DerivedMemory));
    }

    /// <summary>The text's first counter block is the tag with its highest bit set.</summary>
    private static void BeginText(Message* message, Block128* tag)
    {
        message->Counter.First = tag->First;
        message->Counter.Second = tag->Second | HighestBit;
        message->Call.IV = (byte*)&message->Counter;
    }

    private void Transform(Message* message, byte* source, byte* destination, nint length)
    {
        if (length > 0)
            Run(message, AesOperation.TransformGcmSivCtr, source, destination, length);
    }

    private void Hash(Message* message, byte* source, nint length)
    {
        if (length > 0)
            _polyval.UpdatePolyval(KeysOf(message) + _polyvalKeyOffset, (byte*)&message->Hash, source, length);
    }

    /// <summary>Hashes the lengths. The hash XOR the nonce, but for its highest bit, is encrypted.</summary>
    private void MakeTag(AeadArguments* arguments, Message* message)
    {
        WriteLengths(arguments, (byte*)&message->Lengths);
        Hash(message, (byte*)&message->Lengths, Block);
        message->Hash.First ^= message->Nonce.First;
        message->Hash.Second = (message->Hash.Second ^ message->Nonce.Second) & ~HighestBit;
        Run(message, AesOperation.EncryptEcb, (byte*)&message->Hash, (byte*)&arguments->Tag, Block);
    }

    private void Run(Message* message, AesOperation operation, byte* source, byte* destination, nint length)
    {
        var call = &message->Call;
        call->Source = source;
        call->Destination = destination;
        call->Length = length;
        _aes.Run(operation, call);
    }

    private void End(Message* message)
    {
        message->Hash = default;
        Secret.Wipe(KeysOf(message), _polyvalKeyOffset + _polyval.KeyBytes);
        if (Tier != KernelTier.MachineCode)
            Secret.ForgetRegisters();
    }

    /// <summary>All that a message needs, on the stack of its call.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Message
    {
        public Block128 Hash;

        public Block128 Nonce;

        public Block128 Counter;

        public Block128 Lengths;

        public AesArguments Call;

        public KeyMemory Keys;
    }

    /// <summary>The subkey of the hash and the longest key, and the blocks that they are made of.</summary>
    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = 6 * Block)]
    private struct DerivedMemory
    {
    }

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = AesKernel.LargestEncryptionScheduleBytes + PolyvalKernel.LargestKeyBytes + (2 * 64))]
    private struct KeyMemory
    {
    }
}
