using System.Linq;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// CCM (SP 800-38C, section 6) on Arm64, a whole message. CBC-MAC waits for the block before, and beside each of its blocks goes one of CTR:
/// with B0 the block that masks the tag, and the text's first; with a block of text the next one's, so that it is there before the chain
/// wants the text, in both directions. Chain and keystream are without the last key. The chain takes it with the next block in the first key
/// of its rounds; where that block is the keystream XOR ciphertext, the two last keys cancel out. A last partial block goes through scratch
/// memory. Constant-time: branches and addresses depend on lengths and number of rounds alone.
/// </summary>
internal sealed class AesCcmArm64Program(bool opening) : AesArm64Program((opening ? "Open" : "Seal") + "Ccm", Layouts.AesCcm)
{
    private static readonly V s_chain = v[0], s_keystream = v[1], s_tagMask = v[2], s_text = v[3];

    /// <summary>As in <see cref="AesSerialArm64Program"/>: the key that the chain's rounds begin with, and the XOR of the last key and the first.</summary>
    private static readonly V s_begun = v[4], s_between = v[5];

    /// <summary>The counter block after this one, made ahead: it is a long way from a general register to a vector.</summary>
    private static readonly V s_nextBlock = v[6];

    private static readonly V s_kept = v[7];

    /// <summary>The counter block: its first half as it is, and the second as a number, which never is more than the nonce leaves room for.</summary>
    private static readonly X s_first = x[7], s_number = x[8], s_numberOfBlock = x[9];

    private static readonly X s_head = x[10], s_headLeft = x[11], s_place = x[10];

    /// <summary>Where <see cref="CopyPartialBlock"/> is.</summary>
    private static readonly X s_from = x[11], s_to = x[12], s_bytes = x[13], s_piece = x[14];

    protected override void Body()
    {
        var (last, done) = (new A64Label(), new A64Label());
        LoadArguments();
        Begin();
        Asm.Cmp(Left, BlockBytes);
        Asm.B(A64Condition.Lo, last);
        WholeBlocks();
        Asm.Bind(last);
        Asm.Cbz(Left, done);
        LastPartialBlock();
        Asm.Bind(done);
        Asm.Eor(s_chain, s_chain, LastKey);
        Asm.Eor(s_chain, s_chain, s_tagMask);
        Asm.Add(s_place, x[0], Argument("Tag").Offset);
        Asm.StrQ(s_chain, new(s_place, 0));
        Clear(s_first, s_number, s_numberOfBlock);
        Return();
    }

    /// <summary>All before the text.</summary>
    private void Begin()
    {
        var (loop, done) = (new A64Label(), new A64Label());
        Asm.Ldr(s_head, Argument("Head"));
        Asm.Ldr(s_headLeft, Argument("HeadLength"));
        Asm.Ldp(s_first, s_number, Argument("Counter"));
        Join(s_tagMask, s_first, s_number);
        Asm.FmovToD(s_nextBlock, s_first);
        Asm.Rev(s_number, s_number);
        PrepareBlock();
        Count();
        Asm.LdrQ(s_chain, new(s_head, BlockBytes, IsPost: true));
        Rounds([s_chain, s_tagMask, s_keystream], FirstKey);
        Asm.Eor(s_tagMask, s_tagMask, LastKey);
        Asm.Eor(s_between, LastKey, FirstKey);
        Asm.Bind(loop);
        Asm.Subs(s_headLeft, s_headLeft, BlockBytes);
        Asm.B(A64Condition.Eq, done);
        Asm.LdrQ(s_text, new(s_head, BlockBytes, IsPost: true));
        Asm.Eor(s_begun, s_text, s_between);
        Rounds([s_chain], s_begun);
        Asm.B(loop);
        Asm.Bind(done);
    }

    private void WholeBlocks()
    {
        var loop = new A64Label();
        Align(16);
        Asm.Bind(loop);
        Asm.LdrQ(s_text, new(Source, 0));
        Asm.Eor(s_begun, s_text, opening ? FirstKey : s_between);
        if (opening)
            Asm.Eor(s_begun, s_begun, s_keystream);
        Asm.Eor(s_text, s_text, LastKey);
        Asm.Eor(s_text, s_text, s_keystream);
        Asm.StrQ(s_text, new(Destination, 0));
        Count();
        Rounds([s_chain, s_keystream], s_begun, FirstKey);
        Advance(BlockBytes);
        Asm.Cmp(Left, BlockBytes);
        Asm.B(A64Condition.Hs, loop);
    }

    /// <summary>Zeros follow the plaintext, where the chain takes it: from the beginning, or instead of what follows it.</summary>
    private void LastPartialBlock()
    {
        var padded = Claim(BlockBytes);
        Asm.Add(s_place, padded.Base, padded.Offset);
        if (!opening)
        {
            Asm.Clear(s_text);
            Asm.StrQ(s_text, new(s_place, 0));
        }

        CopyPartialBlock(Source, s_place);
        Asm.LdrQ(s_text, new(s_place, 0));
        Asm.Eor(s_keystream, s_keystream, LastKey);
        Asm.Eor(s_keystream, s_keystream, s_text);
        Asm.StrQ(s_keystream, new(s_place, 0));
        CopyPartialBlock(s_place, Destination);
        Asm.Clear(s_kept);
        Asm.StrQ(s_kept, new(s_place, 0));
        if (opening)
        {
            Asm.Adr(s_from, Constant([.. Enumerable.Repeat(byte.MaxValue, BlockBytes), .. new byte[BlockBytes]]));
            Asm.Sub(s_from, s_from, Left);
            Asm.LdrQ(s_kept, new(s_from, BlockBytes));
            Asm.And(s_keystream, s_keystream, s_kept);
        }

        Asm.Eor(s_begun, opening ? s_keystream : s_text, s_between);
        Rounds([s_chain], s_begun);
    }

    /// <summary>Copies less than a block, eight bytes and then by single ones.</summary>
    private void CopyPartialBlock(X from, X to)
    {
        var (bytes, next, done) = (new A64Label(), new A64Label(), new A64Label());
        Asm.Mov(s_from, from);
        Asm.Mov(s_to, to);
        Asm.Tbz(Left, 3, bytes);
        Asm.Ldr(s_piece, new A64Address(s_from, 8, IsPost: true));
        Asm.Str(s_piece, new(s_to, 8, IsPost: true));
        Asm.Bind(bytes);
        Asm.And(s_bytes, Left, 7);
        Asm.Cbz(s_bytes, done);
        Asm.Bind(next);
        Asm.Ldrb(w[s_piece.Number], new(s_from, 0));
        Asm.Strb(w[s_piece.Number], new(s_to, 0));
        Asm.Add(s_from, s_from, 1);
        Asm.Add(s_to, s_to, 1);
        Asm.Subs(s_bytes, s_bytes, 1);
        Asm.B(A64Condition.Ne, next);
        Asm.Bind(done);
        Clear(s_piece);
    }

    /// <summary>The next counter block.</summary>
    private void Count()
    {
        Asm.Mov(s_keystream, s_nextBlock);
        PrepareBlock();
    }

    private void PrepareBlock()
    {
        Asm.Add(s_number, s_number, 1);
        Asm.Rev(s_numberOfBlock, s_number);
        Asm.InsD(s_nextBlock, 1, s_numberOfBlock);
    }
}
