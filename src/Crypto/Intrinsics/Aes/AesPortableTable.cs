using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES by tables that join S-box, ShiftRows and MixColumns (Daemen and Rijmen, "AES proposal: Rijndael", section 5.2.1), with
/// the equivalent inverse cipher of FIPS 197, section 5.3.5, for decryption. Any alignment. Variable-time: table addresses depend
/// on key and text. It serves hosts without instructions for AES, so that no .NET API can replace it.
/// </summary>
internal sealed unsafe class AesPortableTable : AesPortable<AesPortableTable.Cipher>
{
    private const int HalfBytes = 4 * MaxWords;

    public AesPortableTable() => AesTables.Require();

    public override string Id => "aes/portable-table";

    public override bool IsConstantTime => false;

    public override int EncryptionScheduleBytes => HalfBytes;

    public override int ScheduleBytes => 2 * HalfBytes;

    public override void ExpandKey(byte* key, int keyBytes, byte* schedule) => ExpandWords(key, keyBytes, (uint*)schedule);

    public override void ExpandDecryptionKey(byte* schedule, int rounds)
    {
        var forwards = (uint*)schedule;
        var backwards = (uint*)(schedule + HalfBytes);
        for (var i = 0; i < 4 * (rounds + 1); i++)
        {
            var word = forwards[(4 * (rounds - (i / 4))) + (-i & 3)];
            backwards[i] = i < 4 || i >= 4 * rounds ? word : InvMixColumn(word);
        }
    }

    private static uint SubWord(uint word) =>
        LastRound((byte*)AesTables.Encryption + AesTables.SBoxOffset, word, word, word, word);

    // The S-box undoes the inverse one that the tables begin with.
    private static uint InvMixColumn(uint column)
    {
        column = SubWord(column);
        return Round(AesTables.Decryption, column, column, column, column);
    }

    /// <summary>One column after SubBytes, ShiftRows and MixColumns, each of its rows from another column.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Round(uint* tables, uint row0, uint row1, uint row2, uint row3) =>
        (tables[768 + (nuint)(byte)row3] ^ tables[row0 >> 24])
        ^ (tables[256 + (nuint)(byte)(row1 >> 16)] ^ tables[512 + (nuint)(byte)(row2 >> 8)]);

    /// <summary>One column after SubBytes and ShiftRows.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint LastRound(byte* sbox, uint row0, uint row1, uint row2, uint row3) =>
        ((uint)sbox[row0 >> 24] << 24)
        | ((uint)sbox[(byte)(row1 >> 16)] << 16)
        | ((uint)sbox[(byte)(row2 >> 8)] << 8)
        | sbox[(byte)row3];

    /// <summary>
    /// Both directions: InvShiftRows is ShiftRows with the columns counted backwards, and so decryption is encryption with other
    /// tables, a schedule in its order, and columns 1 and 3 exchanged.
    /// </summary>
    [MethodImpl(Jit.Optimize)]
    private static void Transform(
        uint* tables, uint* schedule, int rounds, int column1, byte* source, byte* destination, nint blocks)
    {
        var last = schedule + (4 * rounds);
        var column3 = Block - column1;
        var sbox = (byte*)tables + AesTables.SBoxOffset;
        for (; blocks > 0; blocks--)
        {
            var k = schedule;
            var s0 = BigEndian.Read32(source) ^ k[0];
            var s1 = BigEndian.Read32(source + column1) ^ k[1];
            var s2 = BigEndian.Read32(source + 8) ^ k[2];
            var s3 = BigEndian.Read32(source + column3) ^ k[3];
            uint t0, t1, t2, t3;
            while (true)
            {
                t0 = k[4] ^ Round(tables, s0, s1, s2, s3);
                t1 = k[5] ^ Round(tables, s1, s2, s3, s0);
                t2 = k[6] ^ Round(tables, s2, s3, s0, s1);
                t3 = k[7] ^ Round(tables, s3, s0, s1, s2);
                k += 8;
                if (k == last)
                    break;
                s0 = k[0] ^ Round(tables, t0, t1, t2, t3);
                s1 = k[1] ^ Round(tables, t1, t2, t3, t0);
                s2 = k[2] ^ Round(tables, t2, t3, t0, t1);
                s3 = k[3] ^ Round(tables, t3, t0, t1, t2);
            }

            BigEndian.Write32(destination, k[0] ^ LastRound(sbox, t0, t1, t2, t3));
            BigEndian.Write32(destination + column1, k[1] ^ LastRound(sbox, t1, t2, t3, t0));
            BigEndian.Write32(destination + 8, k[2] ^ LastRound(sbox, t2, t3, t0, t1));
            BigEndian.Write32(destination + column3, k[3] ^ LastRound(sbox, t3, t0, t1, t2));
            source += Block;
            destination += Block;
        }
    }

    internal struct Cipher : IAesCipher
    {
        public uint SubWord(uint word) => AesPortableTable.SubWord(word);

        public void Encrypt(AesArguments* arguments, byte* source, byte* destination, nint blocks) =>
            Transform(AesTables.Encryption, (uint*)arguments->Schedule, arguments->Rounds, 4, source, destination, blocks);

        public void Decrypt(AesArguments* arguments, byte* source, byte* destination, nint blocks) => Transform(
            AesTables.Decryption, (uint*)(arguments->Schedule + HalfBytes), arguments->Rounds, 12, source, destination, blocks);
    }
}
