using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading.Tasks;

namespace ManagedCrypto.AesFile;

/// <summary>How the program ends; README.md has them, too.</summary>
internal static class ExitCode
{
    public const int Fine = 0;
    public const int Failed = 1;
    public const int NotGenuine = 2;
    public const int Exists = 3;
    public const int Cancelled = 130;

    /// <summary>Does something, and says in one line on the standard error why it failed.</summary>
    /// <param name="subject">What it is done with, which the line begins with.</param>
    /// <param name="work">What is done.</param>
    public static async Task<int> OfAsync(string subject, Func<Task> work)
    {
        try
        {
            await work();
            return Fine;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            Tell($"{Shown.Name(subject)}: {(exception is OperationCanceledException ? "Cancelled." : exception.Message)}");
            return Of(exception);
        }
    }

    /// <summary>Says something in one line on the standard error, if that is still there: a terminal may have gone away.</summary>
    public static void Tell(string message)
    {
        try
        {
            Console.Error.WriteLine($"aesfile: {Shown.Line(message)}");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Nobody is left to be told.
        }
    }

    private static int Of(Exception exception) => exception switch
    {
        AesFileException ours => ours.ExitCode,
        AuthenticationTagMismatchException => NotGenuine,
        OperationCanceledException => Cancelled,
        _ => Failed,
    };
}
