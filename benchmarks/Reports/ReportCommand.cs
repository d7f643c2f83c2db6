using System;
using System.IO;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks.Reports;

/// <summary>Makes a page to look at from a file of results.</summary>
internal static class ReportCommand
{
    /// <param name="input">The file of results.</param>
    /// <param name="output">The page.</param>
    /// <param name="plot">Where to put the first plot as a picture, too; null for nowhere.</param>
    /// <exception cref="UsageException">A file is missing, is something else, or cannot be written.</exception>
    public static int Run(string input, string output, string? plot)
    {
        var file = ResultFile.Read(input);
        Write(output, ReportPage.Write(file));
        if (plot is not null)
        {
            var picture = ReportPage.FirstPlot(file);
            Write(plot, picture ?? throw new UsageException($"--plot {plot}: {input} has nothing to draw lines of"));
        }

        return 0;
    }

    private static void Write(string path, string text)
    {
        try
        {
            File.WriteAllText(path, text);
            Console.WriteLine($"{path}: {text.Length:N0} characters");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UsageException($"{path}: {exception.Message}");
        }
    }
}
