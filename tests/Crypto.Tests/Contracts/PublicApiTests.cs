using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// What is public on net10.0 is what <c>PublicApi.txt</c> says, so that every change of it shows in review. Packing proves that
/// what is public on older targets is public here, too.
/// </summary>
public class PublicApiTests
{
    [Fact]
    public void Public_members_are_the_approved_ones()
    {
        const string ApprovedFile = "tests/Crypto.Tests/Contracts/PublicApi.txt";
        var approved = File.ReadAllLines(Path.Combine(Repository.Root, ApprovedFile));
        var actual = PublicApi.Of(typeof(CryptoProvider).Assembly).ToArray();
        if (approved.SequenceEqual(actual))
            return;

        var (before, now) = (WithTypes(approved).ToArray(), WithTypes(actual).ToArray());
        var differences = before.Except(now).Select(line => "- " + line)
            .Concat(now.Except(before).Select(line => "+ " + line)).DefaultIfEmpty("the order of lines");
        Assert.Fail($"""
            The public API has changed:
            {string.Join('\n', differences)}
            If that is meant, approve it:
            {Repository.Approval(ApprovedFile, string.Concat(actual.Select(line => line + "\n")))}
            """);
    }

    /// <summary>The lines, those of members with the name of their type, since many types have the same member.</summary>
    private static IEnumerable<string> WithTypes(string[] lines)
    {
        var type = "";
        foreach (var line in lines)
        {
            var isMember = line.StartsWith(' ');
            type = isMember ? type : line.Split(' ')[0];
            yield return isMember ? type + line : line;
        }
    }

    [Fact]
    public void Kernels_assembly_has_nothing_public() =>
        Assert.Empty(typeof(ManagedCrypto.Intrinsics.Kernel).Assembly.GetExportedTypes());

    /// <summary>Each thing that can change without a name changing is in its line.</summary>
    [Fact]
    public void Line_of_a_member_has_all_that_callers_depend_on() => Assert.Equal(
        [
            "ManagedCrypto.Tests.Contracts.PublicApiTests.Sample<T> : System.Random, System.IDisposable (abstract class)",
            "  .ctor(ref T value)",
            "  const int Size = 16",
            "  override int Next(int maxValue)",
            "  protected abstract bool Read<TKey>(in System.Span<byte> a, out TKey key, string? id = default, params int[] all)",
            "  string? Name { get; protected set; }",
            "  virtual void Dispose()",
        ],
        PublicApi.Of(typeof(Sample<>)));

    public abstract class Sample<T> : Random, IDisposable
    {
        public const int Size = 16;

        public Sample(ref T value) => _ = value;

        public string? Name { get; protected set; }

        public override int Next(int maxValue) => 0;

        public virtual void Dispose() => GC.SuppressFinalize(this);

        protected abstract bool Read<TKey>(in Span<byte> a, out TKey key, string? id = null, params int[] all);

        internal static void NotPublic()
        {
        }
    }
}
