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
/// Has a line for each assembly that makes objects of .NET's symmetric cryptography, or calls static methods of it. The drop-in
/// switch does not reach what is compiled already.
/// </summary>
public sealed class ReportCallers : ITask
{
    /// <inheritdoc />
    public IBuildEngine? BuildEngine { get; set; }

    /// <inheritdoc />
    public ITaskHost? HostObject { get; set; }

    /// <summary>Files, with the metadata NuGetPackageId and NuGetPackageVersion if they are of a package.</summary>
    [Required]
    public ITaskItem[] Assemblies { get; set; } = [];

    /// <inheritdoc />
    public bool Execute()
    {
        var lines = Assemblies.Select(item => (Source: Source(item), Calls: Calls(item.ItemSpec)))
            .Where(assembly => assembly.Calls.Count > 0)
            .Select(assembly => $"MCDI201: {assembly.Source} calls .NET's own {string.Join(", ", assembly.Calls)}");
        foreach (var line in lines.Distinct().OrderBy(line => line, StringComparer.Ordinal))
            BuildEngine!.LogMessageEvent(new BuildMessageEventArgs(line, null, nameof(ReportCallers), MessageImportance.High));
        return true;
    }

    private static string Source(ITaskItem item)
    {
        var file = Path.GetFileName(item.ItemSpec);
        var package = item.GetMetadata("NuGetPackageId");
        return package.Length == 0 ? file : $"{package} {item.GetMetadata("NuGetPackageVersion")} ({file})";
    }

    private static SortedSet<string> Calls(string path)
    {
        using var image = new PEReader(File.OpenRead(path));
        return image.HasMetadata ? Calls(image.GetMetadataReader()) : [];
    }

    private static SortedSet<string> Calls(MetadataReader assembly)
    {
        var calls = new SortedSet<string>(StringComparer.Ordinal);
        var bases = new HashSet<EntityHandle>(assembly.TypeDefinitions.Select(type => assembly.GetTypeDefinition(type).BaseType));
        foreach (var handle in assembly.MemberReferences)
        {
            var member = assembly.GetMemberReference(handle);
            if (member.Parent.Kind != HandleKind.TypeReference || member.GetKind() != MemberReferenceKind.Method)
                continue;
            var type = assembly.GetTypeReference((TypeReferenceHandle)member.Parent);
            if (assembly.GetString(type.Namespace) != DotNetNames.Namespace)
                continue;
            string name = assembly.GetString(type.Name), method = assembly.GetString(member.Name);
            var isStatic = !assembly.GetBlobReader(member.Signature).ReadSignatureHeader().IsInstance;

            // A class that derives from one of these calls its constructor, and makes no object of it.
            var isMade = method == ".ctor" && !bases.Contains(member.Parent);
            if (isMade ? DotNetNames.IsSymmetric(name) : isStatic && IsAlgorithm(name, method))
                calls.Add(isMade ? "new " + name : name + "." + method.Replace("get_", ""));
        }

        return calls;
    }

    private static bool IsAlgorithm(string type, string method) =>
        DotNetNames.IsSymmetric(type) || DotNetNames.InPlaceOfName(type, method) is not null;
}
