using System;
using System.IO;
using System.Linq;
using System.Text;

namespace ManagedCrypto.FileClients;

internal static class Program
{
    private const string Usage =
        """
        Crypto.FileClients write CLIENT FOLDER
            writes encrypted files by this library.
        Crypto.FileClients read CLIENT FOLDER
            reads what this program wrote, here or on another host, by any library; wrong passwords and changed bytes must be refused.
        For net472 ManagedCrypto is registered first, and must do for the library just what it is expected to. The program for net10.0
        knows nothing of it.
        """;

    private static int Main(string[] arguments)
    {
        if (arguments.Length != 3 || Client.All.SingleOrDefault(client => client.Name == arguments[1]) is not { } client)
        {
            Console.Error.WriteLine(Usage + "\nCLIENT is " + string.Join(", ", Client.All.Select(client => client.Name)) + ".");
            return 2;
        }

        var checks = new Checks();
        var folder = Directory.CreateDirectory(arguments[2]).FullName;
        if (client.WantsCodePages)
            Encoding.RegisterProvider(CodePagesEncodingProvider.Instance);
#if NET472
        checks.That("ManagedCrypto is registered", CryptoProvider.Register());
#endif
        if (arguments[0] == "write")
            client.WriteTo(folder);
        else
            client.ReadFrom(folder, checks);
#if NET472
        checks.That(
            $"ManagedCrypto does for {client.Name} just this: {string.Join(", ", client.Reached)}",
            Registration.Used().SequenceEqual(client.Reached));
#endif
        return checks.Close();
    }
}
