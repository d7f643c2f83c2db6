using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using Microsoft.Build.Framework;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>A file with metadata, as MSBuild gives it to a task.</summary>
internal sealed class BuildItem(string path, params (string Name, string Value)[] metadata) : ITaskItem
{
    private readonly Dictionary<string, string> _metadata = metadata.ToDictionary(pair => pair.Name, pair => pair.Value);

    public string ItemSpec { get; set; } = path;

    public ICollection MetadataNames => _metadata.Keys;

    public int MetadataCount => _metadata.Count;

    public string GetMetadata(string metadataName) => _metadata.GetValueOrDefault(metadataName, "");

    public void SetMetadata(string metadataName, string metadataValue) => _metadata[metadataName] = metadataValue;

    public void RemoveMetadata(string metadataName) => _metadata.Remove(metadataName);

    public void CopyMetadataTo(ITaskItem destinationItem) => throw new NotSupportedException();

    public IDictionary CloneCustomMetadata() => throw new NotSupportedException();
}
