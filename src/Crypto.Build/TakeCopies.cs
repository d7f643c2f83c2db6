using System;
using System.Collections.Generic;
using System.IO;
using Microsoft.Build.Framework;

namespace ManagedCrypto.Build;

/// <summary>Has items name the copies of their files, if there are such; those of symbols, too. Their metadata stay.</summary>
public sealed class TakeCopies : ITask
{
    /// <summary>The metadata of a copy that has the file for which it stands.</summary>
    internal const string Original = "ManagedCryptoOriginal";

    /// <inheritdoc />
    public IBuildEngine? BuildEngine { get; set; }

    /// <inheritdoc />
    public ITaskHost? HostObject { get; set; }

    /// <summary>A list that a build goes by.</summary>
    [Required]
    public ITaskItem[] Items { get; set; } = [];

    /// <summary>What <see cref="WeaveAssemblies"/> made.</summary>
    [Required]
    public ITaskItem[] Copies { get; set; } = [];

    /// <summary>The items that have copies, which they name now.</summary>
    [Output]
    public ITaskItem[] Taken { get; private set; } = [];

    /// <summary>What these items named before.</summary>
    [Output]
    public string[] Replaced { get; private set; } = [];

    /// <inheritdoc />
    public bool Execute()
    {
        var copies = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var item in Copies)
        {
            string original = item.GetMetadata(Original), copy = item.ItemSpec;
            copies[original] = copy;
            if (File.Exists(Path.ChangeExtension(copy, ".pdb")))
                copies[Path.ChangeExtension(original, ".pdb")] = Path.ChangeExtension(copy, ".pdb");
        }

        Taken = Array.FindAll(Items, item => copies.ContainsKey(item.ItemSpec));
        Replaced = Array.ConvertAll(Taken, item => item.ItemSpec);
        foreach (var item in Taken)
        {
            item.SetMetadata(Original, item.ItemSpec);
            item.ItemSpec = copies[item.ItemSpec];
        }

        return true;
    }
}
