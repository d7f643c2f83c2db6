using System;

namespace ManagedCrypto.Machine;

/// <summary>Prepares a program for <see cref="Emulator"/>.</summary>
internal static class Program
{
    private const string Usage =
        """
        Crypto.Machine LIBRARY FOLDER
            puts into FOLDER, a copy of a program's, a ManagedCrypto.dll whose machine code runs in the machine where this CPU cannot
            run it, and the machine beside it. LIBRARY is that assembly with IL alone. With CRYPTO_MACHINE=all all of it does.
        """;

    private static int Main(string[] arguments)
    {
        if (arguments is not [var library, var folder])
        {
            Console.Error.WriteLine(Usage);
            return 2;
        }

        Redirection.Put(library, folder, typeof(Emulator).GetMethod(nameof(Emulator.TryRun))!, typeof(Program).Assembly, typeof(Iced.Intel.Decoder).Assembly);
        return 0;
    }
}
