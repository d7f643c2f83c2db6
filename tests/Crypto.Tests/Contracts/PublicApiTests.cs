using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.Loader;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// What is public on net10.0 is what <c>PublicApi.txt</c> says, and how the older targets differ from it is what their files beside it say, so
/// that every change of either shows in review.
/// </summary>
public class PublicApiTests
{
    private const string ApprovedFile = "tests/Crypto.Tests/Contracts/PublicApi.txt";

    [Fact]
    public void Public_members_are_the_approved_ones()
    {
        var approved = File.ReadAllLines(Path.Combine(Repository.Root, ApprovedFile));
        var actual = PublicApi.Of(typeof(CryptoProvider).Assembly).ToArray();
        if (!approved.SequenceEqual(actual))
            Refuse(ApprovedFile, Differences(approved, actual).DefaultIfEmpty("the order of lines"), actual);
    }

    /// <summary>
    /// They are read on this runtime, which has assemblies of all names that they refer to, and are not run.
    /// </summary>
    [Theory]
    [InlineData("net8.0")]
    [InlineData("netstandard2.0")]
    public void Older_target_differs_as_approved(string target)
    {
        var file = Path.ChangeExtension(ApprovedFile, target + ".txt");
        var configuration = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;
        var folder = Path.Combine(Repository.Root, "src/Crypto/bin", configuration, target);
        Assert.True(Directory.Exists(folder), $"{folder} is not there: dotnet build -c {configuration} src/Crypto");
        var context = new AssemblyLoadContext(target);
        var older = context.LoadFromAssemblyPath(Path.Combine(folder, "ManagedCrypto.dll"));

        var actual = Differences(PublicApi.Of(typeof(CryptoProvider).Assembly), PublicApi.Of(older)).ToArray();
        var approved = File.ReadAllLines(Path.Combine(Repository.Root, file));
        if (!approved.SequenceEqual(actual))
            Refuse(file, Differences(approved, actual).DefaultIfEmpty("the order of lines"), actual);
    }

    private static void Refuse(string file, IEnumerable<string> differences, IEnumerable<string> actual) => Assert.Fail($"""
        The public API has changed:
        {string.Join('\n', differences)}
        If that is meant, approve it:
        {Repository.Approval(file, string.Concat(actual.Select(line => line + "\n")))}
        """);

    /// <summary>What is gone, and then what is new.</summary>
    private static IEnumerable<string> Differences(IEnumerable<string> before, IEnumerable<string> now)
    {
        var (old, young) = (WithTypes(before).ToArray(), WithTypes(now).ToArray());
        return old.Except(young).Select(line => "- " + line).Concat(young.Except(old).Select(line => "+ " + line));
    }

    /// <summary>The lines, those of members with the name of their type, since many types have the same member.</summary>
    private static IEnumerable<string> WithTypes(IEnumerable<string> lines)
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
    public void No_kernel_is_public() => Assert.DoesNotContain(
        typeof(CryptoProvider).Assembly.GetExportedTypes(), LibraryTypes.IsOfKernels);

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
