using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Acvp.Families;

namespace ManagedCrypto.Acvp;

/// <summary>All that can be answered.</summary>
internal static class AlgorithmTable
{
    public static IReadOnlyList<Algorithm> All { get; } =
    [
        .. BlockModes.All, .. Xts.All, .. Aeads.All, .. KeyWraps.All, .. Macs.All, .. Hashes.All, .. Xofs.All, .. KeyDerivations.All,
    ];

    /// <summary>The algorithm that a vector set asks for.</summary>
    /// <exception cref="NotAnsweredException">There is none such.</exception>
    public static Algorithm Of(VectorSet set)
    {
        var algorithm = All.FirstOrDefault(one => one.Name == set.Algorithm && one.Mode == set.Mode)
            ?? throw new NotAnsweredException($"{set.Place}: {set.Title} is not answered; acvp algorithms lists what is.");
        return set.Revision is null || set.Revision == algorithm.Revision || algorithm.OtherRevisions.Contains(set.Revision)
            ? algorithm
            : throw new NotAnsweredException(
                $"{set.Place}: revision {set.Revision} of {algorithm.FullName} is not answered, and {algorithm.Revision} is.");
    }
}
