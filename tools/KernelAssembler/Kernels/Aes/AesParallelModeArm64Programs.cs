using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>ECB (SP 800-38A, section 6.1) on Arm64, either way.</summary>
internal sealed class AesEcbArm64Program(bool inverse) : AesParallelArm64Program(inverse ? "DecryptEcb" : "EncryptEcb", inverse)
{
    protected override void LoadMode()
    {
    }

    protected override void Input(V[] states) => Load(states, Source);

    protected override void Output(V[] states)
    {
    }

    protected override void Finish()
    {
    }
}

/// <summary>CBC decryption (SP 800-38A, section 6.2) on Arm64: <c>P_i = C_(i-1) xor inverse cipher(C_i)</c>; C_0 is the IV.</summary>
internal sealed class AesDecryptCbcArm64Program() : AesChainedDecryptionArm64Program("DecryptCbc", inverse: true)
{
    protected override void Input(V[] states) => Load(states, Source);

    protected override void Output(V[] states)
    {
        var ciphertext = Beside(states);
        Load(ciphertext, Source);
        XorEach(states, [Previous, .. ciphertext[..^1]]);
        Asm.Mov(Previous, ciphertext[^1]);
    }
}

/// <summary>CFB decryption in segments of a block (SP 800-38A, section 6.3) on Arm64: <c>P_i = C_i xor cipher(C_(i-1))</c>.</summary>
internal sealed class AesDecryptCfb128Arm64Program() : AesChainedDecryptionArm64Program("DecryptCfb128", inverse: false)
{
    protected override void Input(V[] states)
    {
        Asm.Mov(states[0], Previous);
        Load(states[1..], Source);
    }

    protected override void Output(V[] states)
    {
        var ciphertext = Beside(states);
        Load(ciphertext, Source);
        XorEach(states, ciphertext);
        Asm.Mov(Previous, ciphertext[^1]);
    }
}

/// <summary>A mode that decrypts each block with the ciphertext block before it; the IV stands before the first.</summary>
internal abstract class AesChainedDecryptionArm64Program(string name, bool inverse) : AesParallelArm64Program(name, inverse)
{
    /// <summary>The last ciphertext block so far.</summary>
    protected static readonly V Previous = v[24];

    protected override void LoadMode() => Asm.LdrQ(Previous, new(IV, 0));

    protected override void Finish() => Asm.StrQ(Previous, new(IV, 0));
}
