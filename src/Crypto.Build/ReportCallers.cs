using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using ManagedCrypto.Analyzers;
using Microsoft.Build.Framework;

namespace ManagedCrypto.Build;

/// <summary>
/// Has lines for each assembly that makes objects of .NET's symmetric cryptography or of ours, or calls static methods of it; and, for
/// what the drop-in switch cannot change, with the reason. Assemblies of a package have the metadata NuGetPackageId and
/// NuGetPackageVersion.
/// </summary>
public sealed class ReportCallers : AssembliesTask
{
    /// <summary>What the assemblies may refer to, ours among them.</summary>
    public ITaskItem[] References { get; set; } = [];

    /// <summary>Where the lines go, too.</summary>
    public string File { get; set; } = "";

    /// <inheritdoc />
    public override bool Execute()
    {
        using var references = new References(References.Select(item => item.ItemSpec));
        var rewriter = References.Length == 0 ? null : new Rewriter(references, new(references.Ours), null);
        var lines = Assemblies.Where(item => !Counterparts.IsOurs(item.ItemSpec)).SelectMany(item => ReadableLines(item, rewriter)).Distinct().OrderBy(line => line, StringComparer.Ordinal).ToArray();
        foreach (var line in lines)
            BuildEngine!.LogMessageEvent(new BuildMessageEventArgs(line, null, nameof(ReportCallers), MessageImportance.High));
        if (File.Length > 0)
            System.IO.File.WriteAllLines(File, lines);
        return true;
    }

    /// <summary>A file by the name of an assembly may hold anything.</summary>
    private static string[] ReadableLines(ITaskItem item, Rewriter? rewriter)
    {
        try
        {
            return [.. Lines(item, rewriter)];
        }
        catch (Exception e) when (e is EndOfStreamException or not (IOException or UnauthorizedAccessException))
        {
            return [$"MCDI203: {Source(item)} cannot be read: {e.Message}"];
        }
    }

    private static IEnumerable<string> Lines(ITaskItem item, Rewriter? rewriter)
    {
        var calls = Calls(item.ItemSpec);
        var source = Source(item);
        if (calls.DotNets.Count > 0)
            yield return $"MCDI201: {source} calls .NET's own {string.Join(", ", calls.DotNets)}";
        if (calls.Ours.Count > 0)
            yield return $"MCDI202: {source} calls ManagedCrypto's {string.Join(", ", calls.Ours)}";
        if (calls.DotNets.Count == 0)
            yield break;
        foreach (var line in rewriter?.Look(item.ItemSpec)?.Left ?? [])
            yield return $"MCDI203: {source} keeps .NET's {line}";
    }

    private static string Source(ITaskItem item)
    {
        var file = Path.GetFileName(item.ItemSpec);
        var package = item.GetMetadata("NuGetPackageId");
        return package.Length == 0 ? file : $"{package} {item.GetMetadata("NuGetPackageVersion")} ({file})";
    }

    private static (SortedSet<string> DotNets, SortedSet<string> Ours) Calls(string path)
    {
        using var image = new PEReader(System.IO.File.OpenRead(path));
        return image.HasMetadata ? Calls(image.GetMetadataReader()) : ([], []);
    }

    private static (SortedSet<string> DotNets, SortedSet<string> Ours) Calls(MetadataReader assembly)
    {
        SortedSet<string> dotNets = new(StringComparer.Ordinal), ours = new(StringComparer.Ordinal);
        var bases = new HashSet<EntityHandle>(assembly.TypeDefinitions.Select(type => assembly.GetTypeDefinition(type).BaseType));
        foreach (var handle in assembly.MemberReferences)
        {
            var member = assembly.GetMemberReference(handle);
            if (member.Parent.Kind != HandleKind.TypeReference || member.GetKind() != MemberReferenceKind.Method)
                continue;
            var type = assembly.GetTypeReference((TypeReferenceHandle)member.Parent);
            string space = assembly.GetString(type.Namespace), name = assembly.GetString(type.Name), method = assembly.GetString(member.Name);
            var isStatic = !assembly.GetBlobReader(member.Signature).ReadSignatureHeader().IsInstance;

            // A class that derives from one of these calls its constructor, and makes no object of it.
            var isMade = method == ".ctor" && !bases.Contains(member.Parent);
            var call = isMade ? "new " + name : name + "." + method.Replace("get_", "");
            if (space == Counterparts.Ours && (isMade || isStatic))
                ours.Add(call);
            else if (space == DotNetNames.Namespace && (isMade || isStatic) && IsAlgorithm(name, method))
                dotNets.Add(call);
        }

        return (dotNets, ours);
    }

    private static bool IsAlgorithm(string type, string method) =>
        DotNetNames.IsSymmetric(type) || DotNetNames.IsRandom(type) || DotNetNames.InPlaceOfName(type, method) is not null;
}
