using System;
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
            var message = exception is OperationCanceledException ? "Cancelled." : exception.Message.ReplaceLineEndings(" ");
            await Console.Error.WriteLineAsync($"aesfile: {subject}: {message}");
            return Of(exception);
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
