using System.Linq;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// CCM (SP 800-38C, section 6), a whole message. CBC-MAC waits for the block before, and beside each of its blocks goes one of CTR: with B0
/// the block that masks the tag, and the text's first; with a block of text the next one's, so that it is there before the chain wants the
/// text, in both directions. No more than 254 blocks, so that one byte counts. A last partial block goes through scratch memory.
/// Constant-time: branches and addresses depend on lengths and number of rounds alone.
/// </summary>
internal sealed class AesCcmProgram(bool opening)
    : AesProgram((opening ? "Open" : "Seal") + "Ccm", AesWidth.AesNiAvx.Requires, Layouts.AesCcm)
{
    /// <summary>The vector registers: key 1 is the base's.</summary>
    private const int Chain = 0, Keystream = 2, Counter = 3, TagMask = 4, Text = 5;

    private Vectors Block => new(Asm, 128);

    protected override void Body()
    {
        var (last, done) = (Asm.CreateLabel(), Asm.CreateLabel());
        LoadArguments();
        Begin();
        Asm.cmp(Left, BlockBytes);
        Asm.jb(last);
        WholeBlocks();
        Asm.Label(ref last);
        Asm.test(Left, Left);
        Asm.jz(done);
        LastPartialBlock();
        Asm.Label(ref done);
        Block.Xor(Chain, Chain, TagMask);
        Block.Store(Argument("Tag"), Chain);
        Return();
    }

    /// <summary>All before the text. The caller has just written counter block and B0 by halves.</summary>
    private void Begin()
    {
        var (loop, done) = (Asm.CreateLabel(), Asm.CreateLabel());
        Asm.mov(r11, Argument("Head"));
        Block.BroadcastHalves(Counter, __qword_ptr[Argument("Counter")], __qword_ptr[Argument("Counter", 8)], Text);
        Block.BroadcastHalves(Chain, __qword_ptr[r11], __qword_ptr[r11 + 8], Text);
        Block.Xor(TagMask, Counter, Rounds.Key(0));
        Block.Xor(Chain, Chain, Rounds.Key(0));
        Count();
        Encrypt(Chain, TagMask, Keystream);
        Asm.mov(r10, Argument("HeadLength"));
        Asm.Label(ref loop);
        Asm.sub(r10, BlockBytes);
        Asm.jz(done);
        Asm.add(r11, BlockBytes);
        Block.Load(Text, __[r11]);
        Absorb(Text);
        Encrypt(Chain);
        Asm.jmp(loop);
        Asm.Label(ref done);
        Asm.mov(Left, Argument("Length"));
    }

    private void WholeBlocks()
    {
        var loop = Asm.CreateLabel();
        Align(32);
        Asm.Label(ref loop);
        Block.Load(Text, __[Source]);
        Block.Xor(Keystream, Keystream, Text);
        Block.Store(__[Destination], Keystream);
        Absorb(opening ? Keystream : Text);
        Count();
        Encrypt(Chain, Keystream);
        Advance(BlockBytes);
        Asm.cmp(Left, BlockBytes);
        Asm.jae(loop);
    }

    /// <summary>Zeros follow the text, where the chain takes it.</summary>
    private void LastPartialBlock()
    {
        var padded = Claim(BlockBytes);
        var piece = __[rcx + r11 + padded.Displacement];
        Block.Clear(Text);
        Block.Store(padded, Text);
        PartialBlock.Copy(Asm, __[Source + r11], piece);
        Block.Load(Text, padded);
        Block.Xor(Keystream, Keystream, Text);
        Block.Store(padded, Keystream);
        PartialBlock.Copy(Asm, piece, __[Destination + r11]);
        if (opening)
        {
            Asm.lea(r11, Constant([.. Enumerable.Repeat(byte.MaxValue, BlockBytes), .. new byte[BlockBytes]]));
            Asm.sub(r11, Left);
            Block.And(Keystream, Keystream, __[r11 + BlockBytes]);
        }

        Block.Clear(Key);
        Block.Store(padded, Key);
        Absorb(opening ? Keystream : Text);
        LoadRounds();
        Encrypt(Chain);
    }

    /// <summary>The next counter block, ready for the rounds.</summary>
    private void Count()
    {
        Block.Add8(Counter, Counter, Constant([.. new byte[BlockBytes - 1], 1], BlockBytes));
        Block.Xor(Keystream, Counter, Rounds.Key(0));
    }

    /// <summary>A block into the chain, ready for the rounds.</summary>
    private void Absorb(int block)
    {
        Block.Xor(Text, block, Rounds.Key(0));
        Block.Xor(Chain, Chain, Text);
    }

    private void Encrypt(params int[] states)
    {
        InnerRounds(Block, states);
        Block.Load(Key, LastKey);
        foreach (var state in states)
            Rounds.Last(Block, state, Key);
    }
}
