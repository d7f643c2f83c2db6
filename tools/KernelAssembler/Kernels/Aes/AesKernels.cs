using System.Collections.Generic;
using System.Linq;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>AES (FIPS 197): key expansion both ways, and the modes of SP 800-38A, SP 800-38C, SP 800-38E and RFC 8452.</summary>
internal static class AesKernels
{
    public static KernelFamily Family => new(
        "Aes",
        [
            new ExpandKeyProgram(),
            new InvertKeyProgram(),
            new AesEncryptCbcProgram(),
            new AesEncryptCfb128Program(),
            new AesCfb8Program(decrypts: false),
            new AesCfb8Program(decrypts: true),
            new AesCcmProgram(opening: false),
            new AesCcmProgram(opening: true),
            .. AesWidth.All.SelectMany(ParallelModes),
        ],
        new("EncryptionScheduleBytes", AesProgram.InverseOffset, "Bytes of the round keys of the cipher."),
        new("ScheduleBytes", 2 * AesProgram.InverseOffset, "Bytes of these and of the round keys of the inverse cipher."))
    {
        Arm64 = new(
            "AesArm64",
            [
                new ExpandKeyArm64Program(),
                new InvertKeyArm64Program(),
                new AesEcbArm64Program(inverse: false),
                new AesEcbArm64Program(inverse: true),
                new AesEncryptCbcArm64Program(),
                new AesDecryptCbcArm64Program(),
                new AesCfb8Arm64Program(decrypts: false),
                new AesCfb8Arm64Program(decrypts: true),
                new AesEncryptCfb128Arm64Program(),
                new AesDecryptCfb128Arm64Program(),
                new AesCtrArm64Program(),
                new AesGcmSivCtrArm64Program(),
                new AesXtsArm64Program(inverse: false),
                new AesXtsArm64Program(inverse: true),
                new AesCcmArm64Program(opening: false),
                new AesCcmArm64Program(opening: true),
            ]),
    };

    private static IEnumerable<X64Program> ParallelModes(AesWidth width) =>
    [
        new AesEcbProgram(width, inverse: false),
        new AesEcbProgram(width, inverse: true),
        new AesDecryptCbcProgram(width),
        new AesDecryptCfb128Program(width),
        new AesCtrProgram(width),
        new AesGcmSivCtrProgram(width),
        Xts(width, inverse: false),
        Xts(width, inverse: true),
    ];

    private static AesXtsProgram Xts(AesWidth width, bool inverse) =>
        width.Bits == 512 ? new AesXts512Program(inverse) : new AesXtsProgram(width, inverse);

    private sealed class ExpandKeyProgram() : X64Program("ExpandKey", AesWidth.AesNiAvx.Requires, Layouts.AesKey)
    {
        protected override void Body()
        {
            Asm.mov(rdx, Argument("Key"));
            Asm.mov(r8, Argument("Schedule"));
            Asm.mov(eax, Argument("Rounds"));
            new AesKeyExpansion(this).Expand(rdx, r8, eax);
            Return();
        }
    }

    private sealed class InvertKeyProgram() : X64Program("InvertKey", AesWidth.AesNiAvx.Requires, Layouts.AesKey)
    {
        protected override void Body()
        {
            Asm.mov(rdx, Argument("Schedule"));
            Asm.mov(eax, Argument("Rounds"));
            Asm.lea(r8, __[rdx + AesProgram.InverseOffset]);
            new AesKeyExpansion(this).Invert(rdx, rax, r8);
            Return();
        }
    }
}
