using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AEGIS (draft-irtf-cfrg-aegis-aead), but for the updates of its state. A lane is eight blocks of state (AEGIS-128L) or six (AEGIS-256).
/// AEGIS-128X2 and X4 are two and four lanes of AEGIS-128L, which take turns by 16 bytes of the text and know nothing of each other until
/// their tags are added up: a kernel takes one after another through the whole text, or several at once.
/// <para>
/// Any alignment; constant-time, if the updates are.
/// </para>
/// </summary>
internal abstract unsafe class AegisKernel(string name, AegisVariant variant, int lanesAtOnce = 1) : AeadKernel
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

    /// <summary>How many lanes an update takes: their blocks lie side by side in the state.</summary>
    protected int LanesAtOnce => lanesAtOnce;

    /// <summary>From a lane's first block of text to its second, which follows those of the other lanes.</summary>
    protected int SecondOffset => variant.Lanes * BlockBytes;

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
            for (var lane = 0; lane < variant.Lanes; lane += lanesAtOnce)
                Decrypt(StateOf(&message, lane), source + (lane * BlockBytes), destination + (lane * BlockBytes), whole / variant.RateBytes);
        if (rest > 0)
        {
            for (var lane = 0; lane < variant.Lanes; lane++)
                MakeKeystream((Block128*)StateOf(&message, lane), (Block128*)buffer + lane);
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
        if (variant.TakesTwo)
            Begin128(arguments->Key, arguments->Nonce, message);
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

    /// <summary>Updates lanes with some text, so many times.</summary>
    /// <param name="state">The first block of each lane that the kernel takes at once, then the second of each, and so on.</param>
    /// <param name="source">A block of the text for each lane, or the first of two.</param>
    /// <param name="count">How many updates.</param>
    /// <param name="stride">From the blocks of one update to those of the next; zero for the same text each time.</param>
    protected abstract void Absorb(byte* state, byte* source, nint count, nint stride);

    /// <summary>The first updates of one of several lanes: before each, its number is XORed into two blocks of the state.</summary>
    /// <param name="state">Blocks as <see cref="Absorb"/> takes them.</param>
    /// <param name="source">The nonce for each lane and, where the second blocks of a text would be, the key.</param>
    /// <param name="lane">The first of the lanes.</param>
    protected virtual void Mix(byte* state, byte* source, int lane)
    {
        var blocks = (Block128*)state;
        var number = NumberOf(lane);
        for (var i = 0; i < InitialUpdates; i++)
        {
            Xor(blocks + 3, &number, blocks + 3);
            Xor(blocks + 7, &number, blocks + 7);
            Absorb(state, source, 1, 0);
        }
    }

    /// <summary>What is XORed in: the number of a lane, and that of all lanes less one.</summary>
    protected Block128 NumberOf(int lane) => new() { First = BigEndian.InMemory(((ulong)lane << 56) | ((ulong)(variant.Lanes - 1) << 48)) };

    /// <summary>Encrypts the lanes' blocks of a text, and updates them with it.</summary>
    protected abstract void Encrypt(byte* state, byte* source, byte* destination, nint count);

    /// <summary>Decrypts the lanes' blocks of a text, and updates them with what they become.</summary>
    protected abstract void Decrypt(byte* state, byte* source, byte* destination, nint count);

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

    /// <summary>The first block of a lane; the next one lies after that of all lanes that the kernel takes at once.</summary>
    private byte* StateOf(AegisMessage* message, int lane)
    {
        var before = lane % lanesAtOnce;
        return (byte*)&message->State + ((((lane - before) * variant.StateBlocks) + before) * BlockBytes);
    }

    private void AbsorbLanes(AegisMessage* message, byte* source, nint length)
    {
        for (var lane = 0; lane < variant.Lanes; lane += lanesAtOnce)
            Absorb(StateOf(message, lane), source + (lane * BlockBytes), length / variant.RateBytes, variant.RateBytes);
    }

    private void EncryptLanes(AegisMessage* message, byte* source, byte* destination, nint length)
    {
        if (length == 0)
            return;
        for (var lane = 0; lane < variant.Lanes; lane += lanesAtOnce)
            Encrypt(StateOf(message, lane), source + (lane * BlockBytes), destination + (lane * BlockBytes), length / variant.RateBytes);
    }

    /// <summary>
    /// What a lane's next blocks of text are XORed with (sections 4.5 and 5.5 of the draft): a block, and as far on as in the text another.
    /// </summary>
    protected void MakeKeystream(Block128* state, Block128* destination)
    {
        if (variant.TakesTwo)
        {
            And(BlockOf(state, 2), BlockOf(state, 3), destination);
            Xor(destination, BlockOf(state, 1), destination);
            Xor(destination, BlockOf(state, 6), destination);
            destination += variant.Lanes;
            And(BlockOf(state, 6), BlockOf(state, 7), destination);
            Xor(destination, BlockOf(state, 2), destination);
        }
        else
        {
            And(BlockOf(state, 2), BlockOf(state, 3), destination);
            Xor(destination, BlockOf(state, 1), destination);
            Xor(destination, BlockOf(state, 4), destination);
        }

        Xor(destination, BlockOf(state, 5), destination);
    }

    private Block128* BlockOf(Block128* state, int block) => state + (block * lanesAtOnce);

    /// <summary>Sections 4.3 and 6.3 of the draft: lanes differ by their number and by how many there are, XORed into two blocks.</summary>
    private void Begin128(byte* key, byte* nonce, AegisMessage* message)
    {
        for (var lane = 0; lane < variant.Lanes; lane++)
        {
            // Key and nonce lie in the message alone: variables of their own would stay in this method's frame. The two blocks of an update are
            // as far from each other as in the text.
            Block128* state = (Block128*)StateOf(message, lane), n = (Block128*)&message->Buffer + lane, k = n + variant.Lanes;
            *n = Unsafe.ReadUnaligned<Block128>(nonce);
            *k = Unsafe.ReadUnaligned<Block128>(key);
            *BlockOf(state, 1) = *BlockOf(state, 3) = *BlockOf(state, 6) = Second;
            *BlockOf(state, 2) = *BlockOf(state, 5) = *BlockOf(state, 7) = First;
            Xor(n, k, state);
            Xor(n, k, BlockOf(state, 4));
            for (var i = 5; i < 8; i++)
                Xor(BlockOf(state, i), k, BlockOf(state, i));
        }

        if (variant.Lanes == 1)
        {
            Absorb((byte*)&message->State, (byte*)&message->Buffer, InitialUpdates, 0);
            return;
        }

        for (var lane = 0; lane < variant.Lanes; lane += lanesAtOnce)
            Mix(StateOf(message, lane), (byte*)&message->Buffer + (lane * BlockBytes), lane);
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
        var inputs = (Block128*)&message->Buffer;
        for (var lane = 0; lane < variant.Lanes; lane++)
        {
            Block128* state = (Block128*)StateOf(message, lane), input = inputs + lane;
            LittleEndian.Write64((byte*)input, 8 * (ulong)arguments->AssociatedDataLength);
            LittleEndian.Write64((byte*)input + sizeof(ulong), 8 * (ulong)arguments->Length);
            Xor(input, BlockOf(state, variant.TakesTwo ? 2 : 3), input);
            if (variant.TakesTwo)
                input[variant.Lanes] = *input;
        }

        for (var lane = 0; lane < variant.Lanes; lane += lanesAtOnce)
            Absorb(StateOf(message, lane), (byte*)(inputs + lane), FinalUpdates, 0);
        var half = variant.StateBlocks / 2;
        if (arguments->TagLength > BlockBytes)
        {
            Add(message, 0, half, &arguments->Tag);
            Add(message, half, 2 * half, &arguments->TagEnd);
        }
        else
        {
            Add(message, 0, variant.TakesTwo ? 7 : 6, &arguments->Tag);
        }

        if (Tier == KernelTier.Portable)
            Secret.WipeFrame();
        Secret.ForgetAllRegisters();
    }

    /// <summary>Adds blocks of all lanes up, from one to another that is not among them.</summary>
    private void Add(AegisMessage* message, int from, int to, Block128* sum)
    {
        *sum = default;
        for (var lane = 0; lane < variant.Lanes; lane++)
            for (var i = from; i < to; i++)
                Xor(sum, BlockOf((Block128*)StateOf(message, lane), i), sum);
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
    private static void And(Block128* left, Block128* right, Block128* destination)
    {
        destination->First = left->First & right->First;
        destination->Second = left->Second & right->Second;
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
