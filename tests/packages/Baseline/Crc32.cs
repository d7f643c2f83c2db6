namespace ManagedCrypto
{
    public sealed class Crc32
    {
        public const int HashSizeInBytes = 4;

#if WITH_ANOTHER
        public const int AnotherSize = 4;
#endif
    }
}
