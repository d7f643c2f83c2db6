using System.Linq;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// A whole message of AES-GCM-SIV (RFC 8452, sections 4 and 5) of which POLYVAL hashes eight blocks at most. They end where the memory
/// for them ends, so that each meets its power of H at a fixed distance: associated data, text, and lengths. Block by block, since what
/// takes its time are the waits from the keys to the tag and from there to the text; but the powers do not wait for the round
/// keys. Keys and powers lie in scratch memory, and are wiped. Constant-time: branches and addresses depend on lengths and the number
/// of rounds alone.
/// </summary>
internal sealed class GcmSivShortProgram(bool opening) : GcmSivKeySteps(
    (opening ? "Open" : "Seal") + "ShortGcmSiv", bits: 128, Layouts.GcmSivShort, PowersOffset, tableOffset: 0)
{
    private const int Block = GhashProducts.BlockBytes;
    private const int PowersOffset = GcmSivKernels.AfterSchedule;
    private const int KeysBytes = PowersOffset + (GcmLayout.KeyPowers * Block);

    private static readonly GhashSum s_sum = new(Low: 0, Middle: 1, High: 2, Scratch: 3);

    private GhashProducts Products => new(this, new Vectors(Asm, 128));

    protected override void Body()
    {
        var keys = Claim(KeysBytes);
        Asm.mov(rdx, Argument("Key"));
        Asm.lea(r8, keys);
        DeriveKeys();
        ExpandPowers();
        if (opening)
        {
            LoadHalves(xmm4, "Given");
            TransformText();
            CutText();
        }

        Hash(keys);
        MakeTag();
        if (!opening)
        {
            Asm.vmovdqa(xmm4, xmm2);
            TransformText();
        }

        Asm.vpxor(xmm0, xmm0, xmm0);
        for (var place = 0; place < KeysBytes; place += 32)
            Asm.vmovdqu(keys + place, ymm0);
        Return();
    }

    /// <summary>A block of the gathered ones, r11 bytes before the end.</summary>
    private AssemblerMemoryOperand BeforeEnd(int bytes = 0) =>
        __[rcx + r11 + (Arguments["Gathered"].Offset + Arguments["Gathered"].Bytes - bytes)];

    /// <summary>Every block of text, from the counter after the tag in xmm4.</summary>
    private void TransformText()
    {
        var (loop, done) = (Asm.CreateLabel(), Asm.CreateLabel());
        Asm.vpor(xmm4, xmm4, HighestBit);
        Asm.mov(r11, Argument("TextBytes"));
        Asm.neg(r11);
        Asm.jz(done);
        Asm.Label(ref loop);
        Asm.vpxor(xmm0, xmm4, __[r8]);
        Encrypt(r8, xmm0);
        Asm.vpxor(xmm0, xmm0, BeforeEnd(Block));
        Asm.vmovdqu(BeforeEnd(Block), xmm0);
        Asm.vpaddd(xmm4, xmm4, Number(1));
        Asm.add(r11, Block);
        Asm.jnz(loop);
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>Zeros after the text, in its last block.</summary>
    private void CutText()
    {
        var last = Argument("Gathered", Arguments["Gathered"].Bytes - (2 * Block));
        LoadHalves(xmm0, "LastBytes");
        Asm.vpand(xmm0, xmm0, last);
        Asm.vmovdqu(last, xmm0);
    }

    /// <summary>POLYVAL of all blocks, in xmm2.</summary>
    private void Hash(AssemblerMemoryOperand keys)
    {
        var loop = Asm.CreateLabel();
        Asm.vpxor(xmm0, xmm0, xmm0);
        Asm.vpxor(xmm1, xmm1, xmm1);
        Asm.vpxor(xmm2, xmm2, xmm2);
        Asm.mov(r11, Argument("HashedBytes"));
        Asm.neg(r11);
        Asm.Label(ref loop);
        Asm.vmovdqu(xmm4, BeforeEnd());
        Asm.vmovdqu(xmm5, __[rcx + r11 + (keys.Displacement + KeysBytes)]);
        Products.Multiply(s_sum, 4, 5);
        Asm.add(r11, Block);
        Asm.jnz(loop);
        Products.Reduce(s_sum);
    }

    /// <summary>The hash in xmm2 XOR the nonce, but for its highest bit, encrypted.</summary>
    private void MakeTag()
    {
        LoadHalves(xmm0, "Nonce");
        Asm.vpxor(xmm2, xmm2, xmm0);
        Asm.vpand(xmm2, xmm2, AllButHighestBit);
        Asm.vpxor(xmm2, xmm2, __[r8]);
        Encrypt(r8, xmm2);
        Asm.vmovdqu(Argument("Tag"), xmm2);
    }

    private AssemblerMemoryOperand HighestBit => Constant([.. Enumerable.Repeat<byte>(0, Block - 1), 0x80], Block);

    private AssemblerMemoryOperand AllButHighestBit => Constant([.. Enumerable.Repeat<byte>(0xFF, Block - 1), 0x7F], Block);
}
