using System.Collections.Generic;
using System.IO.Enumeration;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

/// <summary>All kernels of all lists that run here, each with what can be done with it; and the checks of arguments.</summary>
internal static class Targets
{
    public static IReadOnlyList<Target> All { get; } =
    [
        .. Algorithms.Aes.Kernels.Runnable.SelectMany(Aes),
        .. AeadSubject.All.Select(Aead),
        .. Algorithms.AesGcm.Kernels.Runnable.Select(kernel => new Target(kernel.Id + "/any-counter", new GcmCases(kernel).AnyCounter)),
        .. Algorithms.AesGcm.Kernels.Runnable.Select(kernel => new Target(kernel.Id + "/pieces", new GcmCases(kernel).InPieces)),
        .. Algorithms.AesGcm.Kernels.Runnable.Select(
            kernel => new Target(kernel.Id + "/cobblestone", new CobblestoneCases(kernel).Run)),
        .. Algorithms.AesGcm.Kernels.Runnable.Select(kernel => new Target(kernel.Id + "/gmac", new GmacCases(kernel).Run)),
        .. GhashSubject.Kernels.Runnable.Select(kernel => new Target(kernel.Id, new GhashCases(kernel).Run)),
        .. HashSubject.All.Where(subject => subject.Function is not null).GroupBy(subject => subject.Kernel).SelectMany(Hashes),
        .. Algorithms.All.OfType<XofFunction>().SelectMany(Xofs),
        .. HashSubject.All.Where(subject => subject.IsKeyed).Select(
            subject => new Target($"{subject.Kernel.Id}/kdf-{subject.Function!.HashName.ToLowerInvariant()}", new KdfCases(subject).Run)),
        .. from lanes in LanesSubject.Functions
           from kernel in lanes.Kernels.Runnable
           select new Target(kernel.Id, new ManyCases(new LanesSubject(lanes, kernel)).Run),
        .. HashSubject.All.Where(subject => subject.Function is null).Select(
            subject => new Target(subject.Kernel.Id, new ChecksumCases(subject).Run)),
        new("arguments/aes", ArgumentCases.Aes),
        new("arguments/aes-settings", ArgumentCases.AesSettings),
        new("arguments/aes-transform", ArgumentCases.Transform),
        new("arguments/gcm", ArgumentCases.Gcm),
        new("arguments/hash", ArgumentCases.Hash),
    ];

    /// <summary>Those whose names match a pattern with * and ?.</summary>
    /// <exception cref="UsageException">There are none.</exception>
    public static IReadOnlyList<Target> Matching(string pattern)
    {
        var matching = All.Where(target => FileSystemName.MatchesSimpleExpression(pattern, target.Name)).ToList();
        return matching.Count > 0
            ? matching
            : throw new UsageException($"No target is called {pattern}: list tells their names.");
    }

    internal static Target Aead(AeadSubject aead) =>
        new($"{aead.KernelId.Replace(' ', '/')}/{aead.Name.ToLowerInvariant()}", new AeadCases(aead).Run);

    private static IEnumerable<Target> Aes(AesKernel kernel)
    {
        var aes = new AesCases(kernel);
        var ctr = new CtrCases(kernel);
        var streams = new StreamCases(kernel);
        return
        [
            new(kernel.Id + "/one-shot", aes.OneShot),
            new(kernel.Id + "/transform", aes.Transform),
            new(kernel.Id + "/key-wrap", aes.KeyWrap),
            new(kernel.Id + "/key-wrap-whole", aes.WholeKeyWrap),
            new(kernel.Id + "/ctr", ctr.OneShot),
            new(kernel.Id + "/ctr-transform", ctr.Transform),
            new(kernel.Id + "/cbc-stream", streams.Cbc),
            new(kernel.Id + "/ctr-stream", streams.Ctr),
            new(kernel.Id + "/cmac", new CmacCases(kernel).Run),
            new(kernel.Id + "/xts", new XtsCases(kernel).Run),
        ];
    }

    private static IEnumerable<Target> Xofs(XofFunction function) =>
        from kernel in function.Kernels.Runnable
        let cases = new XofCases(function, kernel)
        from target in new[]
        {
            new Target($"{kernel.Id}/shake{function.SecurityBits}", cases.Shake),
            new Target($"{kernel.Id}/kmac{function.SecurityBits}", cases.Kmac),
        }
        select target;

    /// <param name="ofKernel">Two functions may have one kernel: the one with the longest digest comes first.</param>
    private static IEnumerable<Target> Hashes(IGrouping<Kernel, HashSubject> ofKernel) =>
        from subject in ofKernel
        orderby subject.DigestBytes descending
        group subject by subject.IsKeyed into subjects
        select new Target(
            ofKernel.Key.Id + (subjects.Key ? "/hmac" : "/hash"), new HashCases([.. subjects]).Run);
}
