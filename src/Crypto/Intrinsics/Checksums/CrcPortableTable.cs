namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A CRC in plain C#, eight bytes at a time (Kounavis and Berry, "A systematic approach to building high performance
/// software-based CRC generators", 2005). What a byte contributes to the value depends on the number of bytes after it alone,
/// so that eight tables, one for each of 0 to 7, give the share of each of eight bytes. The value so far is XORed into the first
/// four.
/// <para>
/// Any alignment. Not constant-time: the addresses of the look-ups are the data. The tables have 8 KiB.
/// </para>
/// </summary>
internal sealed unsafe class CrcPortableTable : ChecksumKernel
{
    private const int Entries = 256;
    private const int Slices = 8;

    private readonly string _id;
    private readonly uint* _tables;

    public CrcPortableTable(CrcPolynomial polynomial)
    {
        _id = polynomial.Id + "/portable-table";
        _tables = (uint*)LastingMemory.Allocate(Slices * Entries * sizeof(uint));
        for (var i = 0u; i < Entries; i++)
        {
            var share = i;
            for (var bit = 0; bit < 8; bit++)
                share = polynomial.TimesX(share);
            _tables[i] = share;
        }

        for (var i = Entries; i < Slices * Entries; i++)
            _tables[i] = Step(_tables[i - Entries], 0);
    }

    public override string Id => _id;

    public override KernelTier Tier => KernelTier.Portable;

    public override bool IsConstantTime => false;

    public override uint Update(uint value, byte* source, nint length)
    {
        var t = _tables;
        for (; length >= Slices; length -= Slices, source += Slices)
        {
            var first = LittleEndian.Read32(source) ^ value;
            var second = LittleEndian.Read32(source + 4);
            value = t[(7 * Entries) + (byte)first] ^ t[(6 * Entries) + (byte)(first >> 8)]
                ^ t[(5 * Entries) + (byte)(first >> 16)] ^ t[(4 * Entries) + (first >> 24)]
                ^ t[(3 * Entries) + (byte)second] ^ t[(2 * Entries) + (byte)(second >> 8)]
                ^ t[Entries + (byte)(second >> 16)] ^ t[second >> 24];
        }

        for (; length > 0; length--, source++)
            value = Step(value, *source);
        return value;
    }

    private uint Step(uint value, byte next) => (value >> 8) ^ _tables[(byte)value ^ next];
}
