using System.CommandLine;
using ManagedCrypto.AesFile.Keys;

namespace ManagedCrypto.AesFile.Commands;

/// <summary>Writes a random key to a new file.</summary>
internal static class KeygenCommand
{
    public static Command Create()
    {
        var file = new Argument<string>("FILE") { Description = "The new file. One that is there is never overwritten" };
        var bits = SealedFiles.Number("--bits", 256, number => number is 128 or 256, "A key has 128 or 256 bits.");
        (bits.Description, bits.HelpName) = ("Bits of the key", "128|256");
        bits.CompletionSources.Add("128", "256");
        var command = new TaughtCommand("keygen", "Writes a random key to a new file that only its owner may read", """
            Whoever has the file can open all that was sealed with it, and without it nobody can: keep a copy in a safe place.

            Example:
              aesfile keygen my.key
            """)
        {
            file,
            bits,
        };
        command.SetAction((arguments, cancellationToken) => ExitCode.OfAsync(arguments.GetValue(file)!, () =>
            KeyFile.CreateAsync(arguments.GetValue(file)!, arguments.GetValue(bits) / 8, cancellationToken)));
        return command;
    }
}
