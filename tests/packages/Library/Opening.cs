using System.Security.Cryptography;

namespace Consumers
{
    /// <summary>Compiled against the package's own exception, which is .NET's where the program runs on .NET 8 or later.</summary>
    public static class Opening
    {
        /// <returns>Whether a message that was changed is refused.</returns>
        public static bool RefusesChanges()
        {
            using (var gcm = new ManagedCrypto.AesGcm(new byte[32], 16))
            {
                var message = gcm.SealToArray(new byte[12], new byte[16]);
                message[0] ^= 1;
                try
                {
                    _ = gcm.OpenToArray(new byte[12], message);
                    return false;
                }
                catch (AuthenticationTagMismatchException)
                {
                    return true;
                }
            }
        }
    }
}
