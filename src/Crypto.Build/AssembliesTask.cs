using Microsoft.Build.Framework;

namespace ManagedCrypto.Build;

/// <summary>A task that takes assemblies.</summary>
public abstract class AssembliesTask : ITask
{
    /// <inheritdoc />
    public IBuildEngine? BuildEngine { get; set; }

    /// <inheritdoc />
    public ITaskHost? HostObject { get; set; }

    /// <summary>The assemblies: files.</summary>
    [Required]
    public ITaskItem[] Assemblies { get; set; } = [];

    /// <inheritdoc />
    public abstract bool Execute();
}
