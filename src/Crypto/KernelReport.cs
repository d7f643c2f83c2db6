using System;
using System.Collections;
using System.Collections.Generic;
using System.Text;

namespace ManagedCrypto;

/// <summary>
/// The kernels in use, as <see cref="CryptoProvider.Describe"/> found them: a row for each algorithm. Immutable and thread-safe.
/// </summary>
public sealed class KernelReport : IReadOnlyList<KernelRow>
{
    private const string OnTables =
        "Here the times of AES depend on keys, by look-ups in tables: RequireConstantTime takes slower kernels whose times do not.\n";

    private readonly KernelRow[] _rows;
    private readonly IReadOnlyList<string> _misread;
    private readonly string _memory;
    private readonly IReadOnlyList<string> _changed;

    internal KernelReport(KernelRow[] rows, IReadOnlyList<string> misread, string memory, IReadOnlyList<string> changed)
    {
        _rows = rows;
        _misread = misread;
        _memory = memory;
        _changed = changed;
    }

    /// <summary>The number of rows.</summary>
    public int Count => _rows.Length;

    /// <summary>The row at an index, in the order of the table.</summary>
    /// <param name="index">From zero to <see cref="Count"/>, exclusive.</param>
    /// <exception cref="System.IndexOutOfRangeException">There is no such row.</exception>
    public KernelRow this[int index] => _rows[index];

    /// <summary>Enumerates the rows in the order of the table.</summary>
    /// <returns>An enumerator over the rows.</returns>
    public IEnumerator<KernelRow> GetEnumerator() => ((IEnumerable<KernelRow>)_rows).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>
    /// The report as a table of text, a line for each algorithm and one for each kernel that was passed over; one where the times of
    /// AES depend on keys; one for each switch whose value was not understood, with what it was taken for; one that names the assemblies, of
    /// those that are loaded, which the drop-in switch changed; and a line that says how the memory of keys and states is protected.
    /// </summary>
    /// <returns>Lines that end in '\n', columns aligned with spaces.</returns>
    public override string ToString()
    {
        var cells = new string[1 + _rows.Length][];
        cells[0] = ["algorithm", "kernel", "tier", "timing"];
        var isOnTables = false;
        for (var i = 0; i < _rows.Length; i++)
        {
            var row = _rows[i];
            cells[i + 1] = [row.Algorithm, row.KernelId, TierName(row.Tier), row.IsConstantTime ? "constant" : "variable"];
            isOnTables |= row.IsKeyed && !row.IsConstantTime;
        }

        var widths = new int[cells[0].Length];
        foreach (var line in cells)
            for (var column = 0; column < widths.Length; column++)
                widths[column] = Math.Max(widths[column], line[column].Length);

        var table = new StringBuilder();
        for (var i = 0; i < cells.Length; i++)
        {
            for (var column = 0; column < widths.Length - 1; column++)
                table.Append(cells[i][column].PadRight(widths[column] + 2));
            table.Append(cells[i][widths.Length - 1]).Append('\n');
            if (i > 0)
                foreach (var better in _rows[i - 1].PassedOver)
                    table.Append(' ', widths[0] + 2).Append($"passed over {better.KernelId}: {better.Reason}\n");
        }

        if (isOnTables)
            table.Append(OnTables);
        foreach (var sentence in _misread)
            table.Append(sentence).Append('\n');
        if (_changed.Count > 0)
            table.Append("the drop-in switch changed ").Append(string.Join(", ", _changed)).Append('\n');
        return table.Append("keys and states are ").Append(_memory).Append('\n').ToString();
    }

    private static string TierName(KernelTier tier) => tier switch
    {
        KernelTier.MachineCode => "machine code",
        KernelTier.Intrinsics => "intrinsics",
        _ => "portable",
    };
}

/// <summary>The kernel that an algorithm uses. Immutable and thread-safe.</summary>
public sealed class KernelRow
{
    internal KernelRow(
        string algorithm,
        string kernelId,
        KernelTier tier,
        bool isConstantTime,
        bool isKeyed,
        IReadOnlyList<(string KernelId, string Reason)> passedOver)
    {
        Algorithm = algorithm;
        KernelId = kernelId;
        Tier = tier;
        IsConstantTime = isConstantTime;
        IsKeyed = isKeyed;
        PassedOver = passedOver;
    }

    /// <summary>The algorithm as its standard names it, such as <c>AES-GCM</c> or <c>SHA-256</c>.</summary>
    public string Algorithm { get; }

    /// <summary>Algorithm, architecture and extension, such as <c>sha256/x64-shani</c>.</summary>
    public string KernelId { get; }

    /// <summary>What the kernel is made of.</summary>
    public KernelTier Tier { get; }

    /// <summary>Whether timing and addresses are independent of keys, text and state.</summary>
    public bool IsConstantTime { get; }

    /// <summary>Whether there is a secret for timing to tell of: checksums have none.</summary>
    internal bool IsKeyed { get; }

    /// <summary>
    /// The better kernels for this architecture that were not taken, best first, each with the reason; empty when the best one is in use.
    /// </summary>
    public IReadOnlyList<(string KernelId, string Reason)> PassedOver { get; }
}

/// <summary>What a kernel is made of, fastest first.</summary>
public enum KernelTier
{
    /// <summary>Machine code assembled ahead of time, which reaches instructions that .NET does not expose.</summary>
    MachineCode = ManagedCrypto.Intrinsics.KernelTier.MachineCode,

    /// <summary>C# on <c>System.Runtime.Intrinsics</c>.</summary>
    Intrinsics = ManagedCrypto.Intrinsics.KernelTier.Intrinsics,

    /// <summary>Plain C#, which runs anywhere.</summary>
    Portable = ManagedCrypto.Intrinsics.KernelTier.Portable,
}
