using System.Collections.Generic;
using System.IO;

namespace ManagedCrypto.Benchmarks.Results;

/// <summary>What a machine measured, all of it: the content of a file.</summary>
internal sealed record ResultFile(MachineInfo Machine, IReadOnlyList<Section> Sections)
{
    /// <summary>What the file says that it is; changed when old readers would misread it.</summary>
    public const string Format = "ManagedCrypto benchmarks 1";

    /// <exception cref="UsageException">The file cannot be read, or is something else.</exception>
    public static ResultFile Read(string path)
    {
        try
        {
            return ResultReader.Read(path);
        }
        catch (InvalidDataException exception)
        {
            throw new UsageException($"{path}: {exception.Message}; a file is wanted that --json has filled");
        }
    }
}
