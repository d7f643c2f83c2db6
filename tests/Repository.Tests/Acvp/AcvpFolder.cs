using System;
using System.IO;
using ManagedCrypto.Acvp;

namespace ManagedCrypto.RepositoryTests.Acvp;

/// <summary>A folder of a test's own, and the command acvp.</summary>
internal sealed class AcvpFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("acvp").FullName;

    public string File(string name, string text)
    {
        var path = System.IO.Path.Combine(Path, name);
        System.IO.File.WriteAllText(path, text);
        return path;
    }

    public static (int ExitCode, string Output, string Errors) Run(params string[] arguments)
    {
        using StringWriter output = new(), errors = new();
        var exitCode = Program.Run(arguments, output, errors);
        return (exitCode, output.ToString(), errors.ToString());
    }

    /// <summary>What is answered to a vector set.</summary>
    public string Answers(string set)
    {
        var (exitCode, output, errors) = Run("answer", File("set.json", set));
        return exitCode == 0 ? output : throw new InvalidOperationException(errors);
    }

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
