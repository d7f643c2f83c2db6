namespace Shop.Hashing;

internal static class SHA256
{
    public static string HashData(byte[] data) => $"the shop's of {data.Length}";
}

internal static class RandomNumberGenerator
{
    public static int Next() => 4;
}

internal sealed class ChaCha20Poly1305(int rounds)
{
    public int Rounds => rounds;
}
