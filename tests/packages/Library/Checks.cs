using System;
using System.Text;
using ManagedCrypto;

namespace Consumers
{
    /// <summary>What each consumer of the package does: known answers, a message that is opened again, and what it ran on.</summary>
    public static class Checks
    {
        /// <summary>Prints the kernels in use, and what is wrong.</summary>
        /// <returns>The exit code of a program: zero if nothing is wrong.</returns>
        public static int Run()
        {
            foreach (var row in CryptoProvider.Describe())
                Console.WriteLine(row.Algorithm + ": " + row.KernelId);

            var failed = 0;
            // FIPS 180-4's example, and test case 14 of the GCM specification.
            Compare("SHA-256", SHA256.HashData(Encoding.ASCII.GetBytes("abc")),
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
            using (var gcm = new AesGcm(new byte[32], 16))
            {
                var message = gcm.SealToArray(new byte[12], new byte[16]);
                Compare("AES-256-GCM", message, "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919");
                Compare("opened", gcm.OpenToArray(new byte[12], message), new string('0', 32));
            }

            return failed;

            void Compare(string what, byte[] actual, string expected)
            {
                if (BitConverter.ToString(actual).Replace("-", "").ToLowerInvariant() == expected)
                    return;
                Console.WriteLine("WRONG: " + what);
                failed = 1;
            }
        }
    }
}
