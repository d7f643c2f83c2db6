using System;
using System.IO;

namespace ManagedCrypto.ZipClient;

internal static class Program
{
    private const string Usage =
        """
        Crypto.ZipClient write FOLDER
            writes AES-encrypted archives.
        Crypto.ZipClient read FOLDER
            reads what this program wrote, here or on another host; wrong passwords and changed bytes must be refused.
        For net472 ManagedCrypto is registered first, and must be what encrypts. The program for net10.0 knows nothing of it.
        """;

    private static int Main(string[] arguments)
    {
        var checks = new Checks();
#if NET472
        checks.That("SharpZipLib encrypts with ManagedCrypto once that is registered", Registration.ReachesAes());
#endif
        switch (arguments.Length == 2 ? arguments[0] : "")
        {
            case "write":
                Directory.CreateDirectory(arguments[1]);
                Archives.Write(arguments[1]);
                break;
            case "read":
                Archives.Read(arguments[1], checks);
                break;
            default:
                Console.Error.WriteLine(Usage);
                return 2;
        }

        return checks.Close();
    }
}
