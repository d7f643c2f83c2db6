using System;
using System.Globalization;

namespace ManagedCrypto.Mutants;

/// <summary>What a worker is asked: to run a kernel's self-test with bytes in a family's code.</summary>
/// <param name="KernelId">Whose self-test.</param>
/// <param name="Family">The generated class that has the code.</param>
/// <param name="Offset">Where in the family's code.</param>
/// <param name="Bytes">None, to run it unchanged.</param>
internal sealed record Trial(string KernelId, string Family, int Offset, byte[] Bytes)
{
    public string Line => string.Join('\t', KernelId, Family, Offset.ToString(CultureInfo.InvariantCulture), Convert.ToHexString(Bytes));

    public static Trial Parse(string line)
    {
        var columns = line.Split('\t');
        return new(columns[0], columns[1], int.Parse(columns[2], CultureInfo.InvariantCulture), Convert.FromHexString(columns[3]));
    }
}
