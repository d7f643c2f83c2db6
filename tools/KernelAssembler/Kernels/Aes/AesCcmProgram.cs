using System.Linq;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// CCM (SP 800-38C, section 6), a whole message. CBC-MAC waits for the block before, and beside each of its blocks goes one of CTR: with B0
/// the block that masks the tag, and the text's first; with a block of text the next one's, so that it is there before the chain wants the
/// text, in both directions. Of the chain, ten rounds of four cycles are all that a block waits for: its last round adds the next block and
/// the first key, too, which were XORed to the last key beforehand. A last partial block goes through scratch memory.
/// Constant-time: branches and addresses depend on lengths and number of rounds alone.
/// </summary>
internal sealed class AesCcmProgram(bool opening)
    : AesProgram((opening ? "Open" : "Seal") + "Ccm", AesWidth.AesNiAvx.Requires, Layouts.AesCcm)
{
    /// <summary>The vector registers: key 1 is the base's. The counter has its lowest byte first; the chain waits for its last round.</summary>
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
        Rounds.Last(Block, Chain, LastKey);
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
        Block.ShuffleBytes(Counter, Counter, Reversal);
        Count();
        InnerRounds(Block, [Chain, TagMask, Keystream]);
        Rounds.Last(Block, TagMask, LastKey);
        Rounds.Last(Block, Keystream, LastKey);
        Asm.mov(r10, Argument("HeadLength"));
        Asm.Label(ref loop);
        Asm.sub(r10, BlockBytes);
        Asm.jz(done);
        Asm.add(r11, BlockBytes);
        Block.Load(Text, __[r11]);
        Absorb(Text);
        InnerRounds(Block, [Chain]);
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
        InnerRounds(Block, [Chain, Keystream]);
        Rounds.Last(Block, Keystream, LastKey);
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
        LoadRounds();
        Absorb(opening ? Keystream : Text);
        InnerRounds(Block, [Chain]);
    }

    private AssemblerMemoryOperand Reversal => Constant([.. Enumerable.Range(0, BlockBytes).Reverse().Select(i => (byte)i)], BlockBytes);

    /// <summary>
    /// The next counter block, ready for the rounds. The number of a block has 64 bits at most, and is never more than the nonce leaves
    /// room for.
    /// </summary>
    private void Count()
    {
        Block.Add64(Counter, Counter, Constant([1, .. new byte[BlockBytes - 1]], BlockBytes));
        Block.ShuffleBytes(Keystream, Counter, Reversal);
        Block.Xor(Keystream, Keystream, Rounds.Key(0));
    }

    /// <summary>The chain's last round with a block before, and the first key of the next rounds.</summary>
    private void Absorb(int block)
    {
        Block.Xor(Text, block, Rounds.Key(0));
        Block.Xor(Text, Text, LastKey);
        Rounds.Last(Block, Chain, Text);
    }
}
