using System;
using System.CommandLine;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Nodes;
using ManagedCrypto.AesFile;

namespace ManagedCrypto.Acvp;

/// <summary>The command line. <see cref="ExitCode"/> tells how it ends.</summary>
internal static class Program
{
    private static readonly Argument<string> s_vectors = new("VECTORS")
    {
        Description = "A file of vector sets: JSON as NIST's server sends it, or that compressed by gzip. check takes a folder of such files, too",
    };

    private static readonly Argument<string> s_expected = new("EXPECTED")
    {
        Description = "The file of expected results; a folder, if VECTORS is one, with files of the same names",
    };

    private static readonly Option<string?> s_output = new("--output", "-o")
    {
        Description = "The file that gets the answers, once all are there; otherwise they are printed",
    };

    public static int Main(string[] arguments) => Run(arguments, Console.Out, Console.Error);

    public static int Run(string[] arguments, TextWriter output, TextWriter errors)
    {
        try
        {
            var parsed = Commands(output, errors).Parse(arguments, new ParserConfiguration { ResponseFileTokenReplacer = null });
            if (parsed.Errors.Count > 0)
                throw new AcvpException(parsed.Errors[0].Message + " --help lists the commands.");
            return parsed.Invoke(new InvocationConfiguration { EnableDefaultExceptionHandler = false, Output = output });
        }
        catch (Exception exception) when (exception is AcvpException or IOException or UnauthorizedAccessException or InvalidOperationException)
        {
            return Tell(errors, exception);
        }
    }

    private static RootCommand Commands(TextWriter output, TextWriter errors)
    {
        var answer = new Command("answer", "Answers vector sets: the JSON that a laboratory sends back.") { s_vectors, s_output };
        answer.SetAction(parsed => Answer(parsed.GetValue(s_vectors)!, parsed.GetValue(s_output), output));
        var check = new Command("check", "Answers vector sets, and compares the answers with expected results.") { s_vectors, s_expected };
        check.SetAction(parsed => Check(parsed.GetValue(s_vectors)!, parsed.GetValue(s_expected)!, output, errors));
        var algorithms = new Command("algorithms", "Lists what can be answered: the JSON that registers a test session.");
        algorithms.SetAction(_ => List(output));
        return new RootCommand("Answers NIST's ACVP vector sets with ManagedCrypto. This is no validation.") { answer, check, algorithms };
    }

    private static int Answer(string vectors, string? path, TextWriter output)
    {
        var answers = VectorFile.Read(vectors).Answers();
        if (path is null)
            output.Write(answers);
        else
            WriteWhole(path, answers);
        return ExitCode.Fine;
    }

    /// <summary>Under another name first, so that a file is there whole or not at all.</summary>
    private static void WriteWhole(string path, string text)
    {
        var part = $"{path}.{Path.GetRandomFileName()}.part";
        try
        {
            File.WriteAllText(part, text);
            File.Move(part, path, overwrite: true);
        }
        catch
        {
            File.Delete(part);
            throw;
        }
    }

    private static int Check(string vectors, string expected, TextWriter output, TextWriter errors)
    {
        var isFolder = Directory.Exists(vectors);
        var comparison = new Comparison(output, isFolder);
        var failure = ExitCode.Fine;
        foreach (var name in isFolder ? Names(vectors).Union(Names(expected)).Order(StringComparer.Ordinal) : Enumerable.Repeat("", 1))
        {
            string ours = isFolder ? Path.Combine(vectors, name) : vectors, theirs = isFolder ? Path.Combine(expected, name) : expected;
            try
            {
                if (isFolder && !(File.Exists(ours) && File.Exists(theirs)))
                    comparison.Skip($"{Shown.Name(name)}: there are no {(File.Exists(ours) ? "expected results" : "vectors")}.");
                else
                    comparison.Compare(VectorFile.Read(ours), VectorFile.Read(theirs));
            }
            catch (AcvpException exception)
            {
                failure = Tell(errors, exception);
            }
        }

        output.WriteLine(comparison);
        return failure == ExitCode.Fine ? comparison.ExitCode : failure;
    }

    private static string[] Names(string folder) => Array.ConvertAll(Directory.GetFiles(folder), path => Path.GetFileName(path));

    private static int List(TextWriter output)
    {
        var registrations = new JsonArray([.. AlgorithmTable.All.Select(algorithm => algorithm.Registration())]);
        var registration = new JsonArray(new JsonObject { ["acvVersion"] = "1.0" }, new JsonObject { ["algorithms"] = registrations });
        output.WriteLine(registration.ToJsonString(new JsonSerializerOptions { WriteIndented = true }));
        return ExitCode.Fine;
    }

    private static int Tell(TextWriter errors, Exception exception)
    {
        errors.WriteLine($"acvp: {Shown.Line(exception.Message)}");
        return ExitCode.Failed;
    }
}
