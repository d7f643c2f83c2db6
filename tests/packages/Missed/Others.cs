#pragma warning disable SYSLIB0022 // RijndaelManaged is obsolete.
using System.Security.Cryptography;

namespace Missed
{
    /// <summary>Only what aliases cannot reach is reported.</summary>
    public static class Others
    {
        public static SymmetricAlgorithm Lacking() => TripleDES.Create(); // MCDI104

        public static SymmetricAlgorithm OtherName() => new RijndaelManaged(); // MCDI102

        public static SymmetricAlgorithm Reached() => Aes.Create();
    }
}
