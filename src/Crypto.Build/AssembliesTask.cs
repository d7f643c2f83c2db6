using Microsoft.Build.Framework;

namespace ManagedCrypto.Build;

/// <summary>A task that takes assemblies, and what these may refer to.</summary>
public abstract class AssembliesTask : ITask
{
    /// <inheritdoc />
    public IBuildEngine? BuildEngine { get; set; }

    /// <inheritdoc />
    public ITaskHost? HostObject { get; set; }

    /// <summary>The assemblies: files.</summary>
    [Required]
    public ITaskItem[] Assemblies { get; set; } = [];

    /// <summary>What these may refer to, ours among them.</summary>
    public ITaskItem[] References { get; set; } = [];

    /// <inheritdoc />
    public abstract bool Execute();
}
