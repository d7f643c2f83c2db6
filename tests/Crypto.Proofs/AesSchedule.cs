namespace ManagedCrypto.Proofs;

/// <summary>An expanded key.</summary>
/// <param name="Keys">The round keys.</param>
/// <param name="InverseKeys">Those of the equivalent inverse cipher, in the order of their use.</param>
/// <param name="Bytes">What a kernel keeps of them.</param>
internal sealed record AesSchedule(int[][] Keys, int[][] InverseKeys, int[] Bytes)
{
    public int Rounds => Keys.Length - 1;
}
