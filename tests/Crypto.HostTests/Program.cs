using System;
using System.Linq;
using System.Threading.Tasks;

namespace ManagedCrypto.HostTests;

/// <summary>
/// Runs the tests of Crypto.Tests that are compiled in, without a runner of xunit's, and what a host must show.
/// </summary>
internal static class Program
{
    private const string Usage =
        """
        Crypto.HostTests [-class PATTERN]... [-class- PATTERN]... [-method- PATTERN]...
            runs the test classes whose full name matches one of the first patterns (all, if none is given) and none of the
            second, without those methods that match one of the third. A * stands for any text.
        Crypto.HostTests message FILE
            seals, opens and hashes a file, and prints what must be the same on every host.
        Crypto.HostTests time
            prints how long 1 MiB takes in AES-GCM, AES-CBC and SHA-256, here and by the host's own classes.
        Crypto.HostTests register
            checks what the framework's own factories return after CryptoProvider.Register().
        """;

    private static async Task<int> Main(string[] arguments)
    {
        switch (arguments)
        {
            case ["message", var file]:
                return Message.Print(file);
            case ["time"]:
                return Message.Time();
            case ["register"]:
                return Registration.Check();
            case var filters when IsFilter(filters):
                Console.Write(CryptoProvider.Describe());
                return await new TestRunner(Patterns(filters, "-class"), [.. Patterns(filters, "-class-"), .. Patterns(filters, "-method-")]).Run();
            default:
                Console.Error.WriteLine(Usage);
                return 2;
        }
    }

    private static bool IsFilter(string[] arguments) =>
        arguments.Length % 2 == 0 && arguments.Where((_, i) => i % 2 == 0).All(option => option is "-class" or "-class-" or "-method-");

    private static string[] Patterns(string[] arguments, string option) =>
        arguments.Where((_, i) => i % 2 == 1 && arguments[i - 1] == option).ToArray();
}
