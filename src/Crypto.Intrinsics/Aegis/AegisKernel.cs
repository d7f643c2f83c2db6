using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AEGIS (draft-irtf-cfrg-aegis-aead), but for the updates of its state. A lane is eight blocks of state (AEGIS-128L) or six (AEGIS-256).
/// AEGIS-128X2 and X4 are two and four lanes of AEGIS-128L, which take turns by 16 bytes of the text and know nothing of each other until
/// their tags are added up: so each goes through the whole text by itself.
/// <para>
/// Any alignment; constant-time, if the updates are.
/// </para>
/// </summary>
internal abstract unsafe class AegisKernel(string name, AegisVariant variant) : AeadKernel
{
    /// <summary>No variant has a longer key.</summary>
    public const int LargestKeyBytes = 32;

    protected const int BlockBytes = 16;

    /// <summary>Updates with nonce and key, before there is a text, of AEGIS-128.</summary>
    protected const int InitialUpdates = 10;

    private const int FinalUpdates = 7;

    public override string Id { get; } = variant.Id + "/" + name;

    public override bool IsConstantTime => true;

    public override int KeyBytes => variant.KeyBytes;

    protected AegisVariant Variant => variant;

    /// <summary>From a lane's first block of text to its second, which follows those of the other lanes.</summary>
    protected int SecondOffset => variant.Lanes * BlockBytes;

    private int StateBytes => variant.StateBlocks * BlockBytes;

    /// <summary>The key as it is: a state is made of it and of the nonce.</summary>
    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage) =>
        Secret.Copy(new(cipherKey, cipherKeyBytes), new(key, cipherKeyBytes));

    [SkipLocalsInit]
    public override void Seal(AeadArguments* arguments)
    {
        AegisMessage message;
        using var secret = new SecretScope(&message, sizeof(AegisMessage));
        Begin(arguments, &message);
        byte* buffer = (byte*)&message.Buffer, source = arguments->Source, destination = arguments->Destination;
        var rest = (int)((nuint)arguments->Length % (uint)variant.RateBytes);
        var whole = arguments->Length - rest;
        EncryptLanes(&message, source, destination, whole);
        if (rest > 0)
        {
            Pad(source + whole, rest, buffer);
            EncryptLanes(&message, buffer, buffer, variant.RateBytes);
            Copy(buffer, destination + whole, rest);
        }

        End(arguments, &message);
    }

    [SkipLocalsInit]
    public override void Open(AeadArguments* arguments)
    {
        AegisMessage message;
        using var secret = new SecretScope(&message, sizeof(AegisMessage));
        Begin(arguments, &message);
        byte* buffer = (byte*)&message.Buffer, source = arguments->Source, destination = arguments->Destination;
        var rest = (int)((nuint)arguments->Length % (uint)variant.RateBytes);
        var whole = arguments->Length - rest;
        if (whole > 0)
            for (var lane = 0; lane < variant.Lanes; lane++)
                Decrypt(StateOf(&message, lane), source + (lane * BlockBytes), destination + (lane * BlockBytes), whole / variant.RateBytes);
        if (rest > 0)
        {
            for (var lane = 0; lane < variant.Lanes; lane++)
                MakeKeystream(StateOf(&message, lane), buffer + (lane * BlockBytes));
            for (var i = 0; i < rest; i++)
                buffer[i] = destination[whole + i] = (byte)(source[whole + i] ^ buffer[i]);
            Unsafe.InitBlockUnaligned(buffer + rest, 0, (uint)(variant.RateBytes - rest));
            AbsorbLanes(&message, buffer, variant.RateBytes);
        }

        End(arguments, &message);
    }

    /// <summary>Makes the state of key and nonce, and absorbs the associated data, a last block padded with zeros.</summary>
    public void Begin(AeadArguments* arguments, AegisMessage* message)
    {
        for (var lane = 0; lane < variant.Lanes; lane++)
            if (variant.TakesTwo)
                Begin128(arguments->Key, arguments->Nonce, lane, message);
            else
                Begin256(arguments->Key, arguments->Nonce, message);

        var rest = (int)((nuint)arguments->AssociatedDataLength % (uint)variant.RateBytes);
        var whole = arguments->AssociatedDataLength - rest;
        if (whole > 0)
            AbsorbLanes(message, arguments->AssociatedData, whole);
        if (rest > 0)
        {
            Pad(arguments->AssociatedData + whole, rest, (byte*)&message->Buffer);
            AbsorbLanes(message, (byte*)&message->Buffer, variant.RateBytes);
        }
    }

    /// <summary>Updates a lane's state with some text, so many times.</summary>
    /// <param name="state">The blocks of the lane's state.</param>
    /// <param name="source">A block of the text, or the first of two.</param>
    /// <param name="count">How many updates.</param>
    /// <param name="stride">From one block of the lane to the next; zero for the same text each time.</param>
    protected abstract void Absorb(byte* state, byte* source, nint count, nint stride);

    /// <summary>The first updates of one of several lanes: before each, its number is XORed into two blocks of the state.</summary>
    /// <param name="state">The blocks of the lane's state.</param>
    /// <param name="source">The nonce and, where the second block of a text would be, the key.</param>
    /// <param name="number">The number of the lane, and of all lanes less one.</param>
    protected virtual void MixLane(Block128* state, Block128* source, Block128 number)
    {
        for (var i = 0; i < InitialUpdates; i++)
        {
            Xor(state + 3, &number, state + 3);
            Xor(state + 7, &number, state + 7);
            Absorb((byte*)state, (byte*)source, 1, 0);
        }
    }

    /// <summary>Encrypts a lane's blocks of a text, and updates its state with them.</summary>
    protected abstract void Encrypt(byte* state, byte* source, byte* destination, nint count);

    /// <summary>Decrypts a lane's blocks of a text, and updates its state with what they become.</summary>
    protected abstract void Decrypt(byte* state, byte* source, byte* destination, nint count);

    /// <summary>Writes what a lane's next blocks of text are XORed with.</summary>
    protected abstract void MakeKeystream(byte* state, byte* destination);

    private static void Pad(byte* source, int length, byte* buffer)
    {
        Unsafe.InitBlockUnaligned(buffer, 0, (uint)sizeof(AegisBuffer));
        Copy(source, buffer, length);
    }

    private static void Copy(byte* source, byte* destination, int length)
    {
        for (var i = 0; i < length; i++)
            destination[i] = source[i];
    }

    private byte* StateOf(AegisMessage* message, int lane) => (byte*)&message->State + (lane * StateBytes);

    private void AbsorbLanes(AegisMessage* message, byte* source, nint length)
    {
        for (var lane = 0; lane < variant.Lanes; lane++)
            Absorb(StateOf(message, lane), source + (lane * BlockBytes), length / variant.RateBytes, variant.RateBytes);
    }

    private void EncryptLanes(AegisMessage* message, byte* source, byte* destination, nint length)
    {
        if (length == 0)
            return;
        for (var lane = 0; lane < variant.Lanes; lane++)
            Encrypt(StateOf(message, lane), source + (lane * BlockBytes), destination + (lane * BlockBytes), length / variant.RateBytes);
    }

    /// <summary>Sections 4.3 and 6.3 of the draft: lanes differ by their number and by how many there are, XORed into two blocks.</summary>
    private void Begin128(byte* key, byte* nonce, int lane, AegisMessage* message)
    {
        // Key and nonce lie in the message alone: variables of their own would stay in this method's frame. The two blocks of an update are as far
        // from each other as in the text.
        Block128* state = (Block128*)StateOf(message, lane), n = (Block128*)&message->Buffer, k = n + variant.Lanes;
        *n = Unsafe.ReadUnaligned<Block128>(nonce);
        *k = Unsafe.ReadUnaligned<Block128>(key);
        state[1] = state[3] = state[6] = Second;
        state[2] = state[5] = state[7] = First;
        Xor(n, k, state);
        Xor(n, k, state + 4);
        Xor(state + 5, k, state + 5);
        Xor(state + 6, k, state + 6);
        Xor(state + 7, k, state + 7);
        if (variant.Lanes == 1)
        {
            Absorb((byte*)state, (byte*)n, InitialUpdates, 0);
            return;
        }

        Block128 number = default;
        ((byte*)&number)[0] = (byte)lane;
        ((byte*)&number)[1] = (byte)(variant.Lanes - 1);
        MixLane(state, n, number);
    }

    /// <summary>Section 5.3 of the draft.</summary>
    private void Begin256(byte* key, byte* nonce, AegisMessage* message)
    {
        const int Repetitions = 4;
        Block128* state = (Block128*)StateOf(message, 0), input = (Block128*)&message->Buffer;
        input[0] = Unsafe.ReadUnaligned<Block128>(key);
        input[1] = Unsafe.ReadUnaligned<Block128>(key + BlockBytes);
        input[2] = Unsafe.ReadUnaligned<Block128>(nonce);
        input[3] = Unsafe.ReadUnaligned<Block128>(nonce + BlockBytes);
        state[2] = state[5] = Second;
        state[3] = state[4] = First;
        Xor(input, input + 2, input + 2);
        Xor(input + 1, input + 3, input + 3);
        Xor(input, state + 4, state + 4);
        Xor(input + 1, state + 5, state + 5);
        state[0] = input[2];
        state[1] = input[3];
        for (var i = 0; i < Repetitions; i++)
            Absorb((byte*)state, (byte*)input, 4, BlockBytes);
    }

    /// <summary>Mixes the lengths in, and adds the state up to the tag.</summary>
    private void End(AeadArguments* arguments, AegisMessage* message)
    {
        Block128* input = (Block128*)&message->Buffer, tag = &arguments->Tag;
        *tag = default;
        for (var lane = 0; lane < variant.Lanes; lane++)
        {
            var state = (Block128*)StateOf(message, lane);
            LittleEndian.Write64((byte*)input, 8 * (ulong)arguments->AssociatedDataLength);
            LittleEndian.Write64((byte*)input + sizeof(ulong), 8 * (ulong)arguments->Length);
            Xor(input, state + (variant.TakesTwo ? 2 : 3), input);
            input[variant.Lanes] = input[0];
            Absorb((byte*)state, (byte*)input, FinalUpdates, 0);
            for (var i = 0; i < (variant.TakesTwo ? 7 : 6); i++)
                Xor(tag, state + i, tag);
        }

        if (Tier == KernelTier.Portable)
            Secret.WipeFrame();
        Secret.ForgetRegisters();
        Secret.ForgetGeneralRegisters();
    }

    /// <summary>The Fibonacci sequence modulo 256: the first 16 numbers, and the next.</summary>
    private static Block128 First => new() { First = BigEndian.InMemory(0x000101020305080d), Second = BigEndian.InMemory(0x1522375990e97962) };

    private static Block128 Second => new() { First = BigEndian.InMemory(0xdb3d18556dc22ff1), Second = BigEndian.InMemory(0x2011314273b528dd) };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Xor(Block128* left, Block128* right, Block128* destination)
    {
        destination->First = left->First ^ right->First;
        destination->Second = left->Second ^ right->Second;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static Block128 Sum(Block128 left, Block128 right) =>
        new() { First = left.First ^ right.First, Second = left.Second ^ right.Second };
}

/// <summary>What a kernel works on between the beginning and the end of a message, on the stack of its call.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct AegisMessage
{
    public AegisState State;

    public AegisBuffer Buffer;
}

/// <summary>The blocks of all lanes.</summary>
[StructLayout(LayoutKind.Sequential, Size = AegisVariant.MostLanes * 8 * 16)]
internal struct AegisState
{
}

/// <summary>What all lanes take at once.</summary>
[StructLayout(LayoutKind.Sequential, Size = AegisVariant.MostLanes * 32)]
internal struct AegisBuffer
{
}
