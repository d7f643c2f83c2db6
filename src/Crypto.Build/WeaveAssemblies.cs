using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Microsoft.Build.Framework;

namespace ManagedCrypto.Build;

/// <summary>
/// Puts changed copies of assemblies into a folder, or in their own place if there is none. In a folder, what is as it was the last time
/// is not done again.
/// </summary>
public sealed class WeaveAssemblies : AssembliesTask
{
    /// <summary>What the assemblies may refer to, ours among them.</summary>
    [Required]
    public ITaskItem[] References { get; set; } = [];

    /// <summary>Where copies go.</summary>
    public string Folder { get; set; } = "";

    /// <summary>Names of assemblies to leave alone, without extension.</summary>
    public string[] Keep { get; set; } = [];

    /// <summary>A file with the pair of keys of a strong name.</summary>
    public string KeyFile { get; set; } = "";

    /// <summary>The changed copies, each with the file that it stands for as metadata.</summary>
    [Output]
    public ITaskItem[] Copies { get; private set; } = [];

    /// <inheritdoc />
    public override bool Execute()
    {
        var assemblies = Array.FindAll(
            Assemblies,
            item => !Counterparts.IsOurs(item.ItemSpec) && !Keep.Contains(Path.GetFileNameWithoutExtension(item.ItemSpec), StringComparer.OrdinalIgnoreCase));
        try
        {
            if (Folder.Length == 0)
                Array.ForEach(assemblies, item => WeaveInPlace(item.ItemSpec));
            else
                Copies = [.. WeaveCopies(assemblies)];
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidOperationException)
        {
            BuildEngine!.LogErrorEvent(new(null, "MCDI005", null, 0, 0, 0, 0, "ManagedCryptoDropIn: " + e.Message, null, nameof(WeaveAssemblies)));
            return false;
        }
    }

    private void WeaveInPlace(string file)
    {
        var copy = Path.Combine(Path.GetDirectoryName(file)!, "ManagedCrypto", Path.GetFileName(file));
        try
        {
            using var rewriting = new Rewriting(this);
            var weaver = rewriting.Rewriter.Rewrite(file, copy);
            foreach (var line in weaver?.Left ?? [])
                Warn("MCDI203", file, "keeps .NET's " + line);
            if (weaver is not { Changed.Count: > 0 })
                return;
            Move(Symbols(copy), Symbols(file));
            Move(copy, file);
        }
        catch
        {
            // So that the next build compiles it again.
            File.Delete(file);
            throw;
        }
    }

    private IEnumerable<ITaskItem> WeaveCopies(ITaskItem[] items)
    {
        var last = Path.Combine(Folder, "references.txt");
        var settings = $"{typeof(WeaveAssemblies).Module.ModuleVersionId}\t{Folder}\t{Done.Stamp(Array.Find(References, IsOurs)?.ItemSpec ?? "")}";
        var before = File.Exists(last) ? File.ReadAllLines(last) : [];
        var known = before.Length > 0 && before[0] == settings
            ? before.Skip(1).Select(line => new Done(line)).GroupBy(done => done.Source).ToDictionary(group => group.Key, group => group.First())
            : [];
        using var rewriting = new Rewriting(this);
        var all = items.Select(item => known.TryGetValue(item.ItemSpec, out var done) && done.IsCurrent ? done : WeaveCopy(item, rewriting)).ToList();
        var lines = all.Select(done => done.Line).Prepend(settings).ToArray();
        if (!lines.SequenceEqual(before))
        {
            Directory.CreateDirectory(Folder);
            File.WriteAllLines(last, lines);
        }

        foreach (var (item, done) in items.Zip(all, (item, done) => (item, done)))
        {
            if (done.Reason.Length > 0)
                Warn("MCDI204", done.Source, "is left as it is: " + done.Reason);
            if (done.Copy.Length == 0)
                continue;
            item.SetMetadata(TakeCopies.Original, item.ItemSpec);
            item.ItemSpec = done.Copy;
            yield return item;
        }

        static bool IsOurs(ITaskItem item) => Path.GetFileName(item.ItemSpec) == Counterparts.Ours + ".dll";
    }

    private Done WeaveCopy(ITaskItem item, Rewriting rewriting)
    {
        var source = item.ItemSpec;
        var copy = Path.Combine(Folder, item.GetMetadata("DestinationSubDirectory"), Path.GetFileName(source));
        if (File.Exists(copy))
        {
            File.Delete(copy);
            File.Delete(Symbols(copy));
        }

        try
        {
            var weaver = rewriting.Rewriter.Rewrite(source, copy);
            return new(source, weaver is { Changed.Count: > 0 } ? copy : "", "", weaver?.Neighbours ?? []);
        }
        catch (InvalidOperationException e)
        {
            return new(source, "", e.Message, []);
        }
    }

    private void Warn(string code, string assembly, string text) =>
        BuildEngine!.LogWarningEvent(new(null, code, Path.GetFileName(assembly), 0, 0, 0, 0, text, null, nameof(WeaveAssemblies)));

    private static string Symbols(string assembly) => Path.ChangeExtension(assembly, ".pdb");

    private static void Move(string from, string to)
    {
        if (!File.Exists(from))
            return;
        File.Delete(to);
        File.Move(from, to);
    }

    /// <summary>What it takes to change assemblies, made when the first is to be.</summary>
    private sealed class Rewriting(WeaveAssemblies task) : IDisposable
    {
        private References? _references;
        private Rewriter? _rewriter;

        public Rewriter Rewriter => _rewriter ??= Make();

        public void Dispose() => _references?.Dispose();

        private Rewriter Make()
        {
            _references = new(task.References.Select(item => item.ItemSpec));
            return new(_references, new(_references.Ours), task.KeyFile.Length == 0 ? null : File.ReadAllBytes(task.KeyFile));
        }
    }

    /// <summary>What became of an assembly, and of which files that is true: itself, and those whose signatures were looked at.</summary>
    private sealed class Done
    {
        private readonly string[] _parts;

        /// <summary>From a line of the last time.</summary>
        public Done(string line) => _parts = line.Split('\t');

        public Done(string source, string copy, string reason, IEnumerable<string> neighbours) =>
            _parts = [copy, reason.Replace('\t', ' '), .. neighbours.Prepend(source).SelectMany(file => new[] { file, Stamp(file) })];

        public string Copy => _parts[0];

        public string Reason => _parts[1];

        public string Source => _parts[2];

        public string Line => string.Join("\t", _parts);

        public bool IsCurrent
        {
            get
            {
                for (var i = 2; i < _parts.Length; i += 2)
                {
                    if (Stamp(_parts[i]) != _parts[i + 1])
                        return false;
                }

                return Copy.Length == 0 || File.Exists(Copy);
            }
        }

        public static string Stamp(string file) => File.Exists(file) ? $"{new FileInfo(file).Length}@{File.GetLastWriteTimeUtc(file).Ticks}" : "none";
    }
}
