using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

// For each assembly in a folder that refers to members of ManagedCrypto's types: to how many.
foreach (var file in Directory.EnumerateFiles(args[0], "*.dll").Order(StringComparer.Ordinal))
{
    using var image = new PEReader(File.OpenRead(file));
    if (!image.HasMetadata || Path.GetFileName(file).StartsWith("ManagedCrypto.", StringComparison.Ordinal))
        continue;
    var assembly = image.GetMetadataReader();
    var count = assembly.MemberReferences.Select(assembly.GetMemberReference).Count(member => member.Parent.Kind == HandleKind.TypeReference
        && assembly.GetString(assembly.GetTypeReference((TypeReferenceHandle)member.Parent).Namespace) == "ManagedCrypto");
    if (count > 0)
        Console.WriteLine($"{Path.GetFileName(file)} {count}");
}
