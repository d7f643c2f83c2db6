namespace Discarded
{
    public static class Envelope
    {
        /// <summary>Its author meant to seal in place, and keeps the plaintext.</summary>
        public static void Seal(byte[] key, byte[] nonce, byte[] text) => ManagedCrypto.AesGcm.SealToArray(key, nonce, text);

        /// <summary>Of .NET's own the package says nothing to a project without the switch.</summary>
        public static System.Security.Cryptography.Aes DotNets() => System.Security.Cryptography.Aes.Create();
    }
}
