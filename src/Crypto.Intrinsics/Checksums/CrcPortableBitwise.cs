namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A CRC by its definition, bit by bit. Any alignment. Constant-time: a mask stands for the choice that each bit makes, and
/// branches depend on the length alone.
/// </summary>
internal sealed unsafe class CrcPortableBitwise(CrcPolynomial polynomial) : ChecksumKernel
{
    public override string Id { get; } = polynomial.Id + "/portable-bitwise";

    public override KernelTier Tier => KernelTier.Portable;

    public override bool IsConstantTime => true;

    public override uint Update(uint value, byte* source, nint length)
    {
        for (; length > 0; length--, source++)
        {
            value ^= *source;
            for (var bit = 0; bit < 8; bit++)
                value = polynomial.TimesX(value);
        }

        return value;
    }
}
