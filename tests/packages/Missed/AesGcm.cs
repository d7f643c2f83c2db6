namespace Missed
{
    /// <summary>Of the name of .NET's class, which it calls by its full name: the shape of jose-jwt.</summary>
    public static class AesGcm
    {
        public static byte[] Encrypt(byte[] key, byte[] nonce, byte[] text)
        {
            var message = new byte[text.Length];
            using (var gcm = new System.Security.Cryptography.AesGcm(key, 16)) // MCDI101
                gcm.Encrypt(nonce, text, message, new byte[16]);
            return message;
        }
    }
}
