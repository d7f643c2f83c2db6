using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace ManagedCrypto.Benchmarks.Results;

/// <summary>
/// What the running command measures, and the file that it goes to, if any. The file may have sections of other commands, which
/// stay; what it had of the same name is replaced.
/// </summary>
internal sealed class JsonReport
{
    private const int InterruptedExitCode = 130;

    private readonly string? _path;
    private readonly string _command;
    private readonly IReadOnlyList<Section> _before;
    private readonly List<Section> _sections = [];

    private JsonReport(string? path, string command)
    {
        _path = path is null ? null : Path.GetFullPath(path);
        _command = command;
        _before = _path is null || !File.Exists(_path) ? [] : Existing(_path);
        if (_path is not null)
            Put(null);
    }

    /// <summary>Runs a command, and saves what it measured, even if the user interrupts it.</summary>
    /// <param name="path">The file, or null to save nothing.</param>
    /// <param name="command">The command with its arguments, to be told in the file.</param>
    /// <param name="run">The command; returns the exit code.</param>
    /// <exception cref="UsageException">The file cannot be written, or is none of this machine.</exception>
    public static int Fill(string? path, string command, Func<JsonReport, int> run)
    {
        var report = new JsonReport(path, command);
        if (path is null)
            return run(report);

        using var interruption = new Interruption();
        try
        {
            var exitCode = run(report);
            report.CompleteAll();
            report.Save();
            return exitCode;
        }
        catch (OperationCanceledException)
        {
            report.Save();
            Console.Error.WriteLine($"Interrupted: {path} has what was measured so far.");
            return InterruptedExitCode;
        }
    }

    /// <summary>Begins a section; those before are complete.</summary>
    public Section Begin(Section section)
    {
        CompleteAll();
        var begun = section with { Command = JsonNode.Printable(_command), Runtime = Machine.Runtime };
        _sections.Add(begun);
        return begun;
    }

    /// <summary>Reads what is there before minutes are spent on measuring.</summary>
    private static IReadOnlyList<Section> Existing(string path)
    {
        try
        {
            var file = ResultReader.Read(path);
            return file.Machine.IsSameCpuAs(Machine.Info)
                ? file.Sections
                : throw new InvalidDataException($"measured on {file.Machine.Cpu}, and this is {Machine.Info.Cpu}");
        }
        catch (InvalidDataException exception)
        {
            throw new UsageException($"--json {path}: {exception.Message}; it takes a new file, or one of its own to add to");
        }
    }

    private void CompleteAll()
    {
        foreach (var section in _sections)
            section.IsComplete = true;
    }

    private void Save()
    {
        foreach (var section in _sections)
            section.Rows.RemoveAll(row => row.Rounds.Count == 0 && row.NotHere is null);
        var measured = _sections.Where(section => section.Rows.Count > 0).ToDictionary(section => section.Name);
        var all = _before.Select(section => measured.Remove(section.Name, out var anew) ? anew : section).ToList();
        Put(ResultWriter.Text(new ResultFile(Machine.Info, [.. all, .. measured.Values])));
    }

    /// <summary>Replaces the file as a whole, by one that is written beside it first.</summary>
    /// <param name="content">What to write, or null to try only whether that can be done.</param>
    private void Put(string? content)
    {
        try
        {
            var target = File.Exists(_path) ? File.ResolveLinkTarget(_path, returnFinalTarget: true)?.FullName ?? _path : _path!;
            var beside = target + ".new";
            File.WriteAllText(beside, content);
            if (content is null)
                File.Delete(beside);
            else
                File.Move(beside, target, overwrite: true);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UsageException($"--json {_path}: {exception.Message}");
        }
    }
}
