using System.IO;
using System.Linq;
using ManagedCrypto.Benchmarks;
using ManagedCrypto.Tests;
using Xunit;
using UsageException = ManagedCrypto.Benchmarks.UsageException;

namespace ManagedCrypto.RepositoryTests.Benchmarks;

public sealed class CheckFileTests
{
    [Fact]
    public void Check_file_with_comments_gives_its_kernel_and_ratios()
    {
        string[] lines =
        [
            "# portable", "kernel portable", "",
            "sha256 64KiB bouncycastle >= 1.5x aim 2x # both", "aes-128-ctr 1350 openssl >=0.9x",
            "sha256 16 bcl >= 3x aim 90ns", "aes-128-ctr 64KiB openssl >= 3x or 0.93 of the limit  aim 4x",
        ];
        var file = CheckFile.Parse("checks", lines);

        Assert.Equal("portable", file.Kernel);
        Assert.Equal(
            [
                ("sha256", 65536, "bouncycastle", 1.5, null, new Aim(2, IsTime: false)),
                ("aes-128-ctr", 1350, "openssl", 0.9, null, null),
                ("sha256", 16, "bcl", 3, null, new Aim(90, IsTime: true)),
                ("aes-128-ctr", 65536, "openssl", 3, 0.93, new Aim(4, IsTime: false)),
            ],
            file.Checks.Select(check =>
                (check.Operation.Id, check.Size, check.Peer, check.Ratio, check.ShareOfLimit, check.Aim)));
    }

    [Fact]
    public void Only_a_file_with_a_share_of_the_limit_asks_for_limits()
    {
        const string Ratio = "sha256 64KiB openssl >= 1.0x";

        Assert.False(CheckFile.Parse("checks", [Ratio]).AsksForLimits);
        Assert.True(CheckFile.Parse("checks", [Ratio, Ratio + " or 0.97 of the limit"]).AsksForLimits);
    }

    /// <summary>Either is enough; what could not be measured is neither.</summary>
    [Theory]
    [InlineData(3.0, 0.5, true)]
    [InlineData(2.0, 0.93, true)]
    [InlineData(2.9, 0.92, false)]
    [InlineData(null, 0.93, true)]
    [InlineData(3.0, null, true)]
    [InlineData(null, null, false)]
    public void Ratio_or_share_of_the_limit_is_reached_at_its_value(double? ratio, double? share, bool isReached)
    {
        var check = Assert.Single(CheckFile.Parse("checks", ["aes-128-ctr 64KiB openssl >= 3x or 0.93 of the limit"]).Checks);

        Assert.Equal(isReached, check.IsReached(ratio, share));
    }

    [Theory]
    [InlineData(3.0, true)]
    [InlineData(2.9, false)]
    public void Ratio_alone_asks_nothing_of_the_limit(double ratio, bool isReached)
    {
        var check = Assert.Single(CheckFile.Parse("checks", ["aes-128-ctr 64KiB openssl >= 3x"]).Checks);

        Assert.Equal(isReached, check.IsReached(ratio, shareOfLimit: 1));
    }

    [Fact]
    public void Aim_as_ratio_or_time_is_reached_at_its_value()
    {
        Assert.True(new Aim(2, IsTime: false).IsReached(ratio: 2, nanoseconds: 100));
        Assert.False(new Aim(2, IsTime: false).IsReached(ratio: 1.9, nanoseconds: 1));
        Assert.True(new Aim(90, IsTime: true).IsReached(ratio: 1, nanoseconds: 90));
        Assert.False(new Aim(90, IsTime: true).IsReached(ratio: 100, nanoseconds: 91));
    }

    [Theory]
    [InlineData("sha256 64KiB bouncycastle > 1.5x", "is not of the form")]
    [InlineData("sha256 64KiB bouncycastle >= 1.5", "is not of the form")]
    [InlineData("sha256 64KiB bouncycastle >= 1.5x aim 2", "is not of the form")]
    [InlineData("sha256 64KiB bouncycastle >= 1.5x aim 2ms", "is not of the form")]
    [InlineData("sha256 64KiB bouncycastle >= 1.5x or 0.9", "is not of the form")]
    [InlineData("sha256 64KiB bouncycastle >= fast", "is not of the form")]
    [InlineData("hmac-sha256 64KiB openssl >= 1x or 0.9 of the limit", "the limit of hmac-sha256 is not known")]
    [InlineData("sha257 64KiB bouncycastle >= 1.5x", "no operation 'sha257'; there are aes-128-gcm-seal")]
    [InlineData("sha256 64KiB java >= 1.5x", "no peer 'java'; there are bcl")]
    [InlineData("sha256 64TiB bcl >= 1.5x", "'64TiB' is not a size")]
    [InlineData("aes-128-cbc-encrypt 1350 bcl >= 1.5x", "multiples of 16 bytes, not 1350")]
    [InlineData("aes-128-xts-encrypt 8 bcl >= 1.5x", "takes 16 bytes and more, not 8")]
    [InlineData("kernel portable", "is not of the form")]
    public void Bad_line_is_refused_with_its_number_and_what_is_allowed(string line, string message)
    {
        var exception = Assert.Throws<UsageException>(() => CheckFile.Parse("checks", ["kernel portable", line]));

        Assert.StartsWith("checks(2): ", exception.Message);
        Assert.Contains(message, exception.Message);
    }

    [Fact]
    public void Check_file_without_ratios_is_refused()
    {
        var exception = Assert.Throws<UsageException>(() => CheckFile.Parse("checks", ["# later"]));

        Assert.Equal("checks: names no ratio", exception.Message);
    }

    [Theory]
    [InlineData("1", 1, "1 B")]
    [InlineData("1350", 1350, "1,350 B")]
    [InlineData("1,350", 1350, "1,350 B")]
    [InlineData("64KiB", 65536, "64 KiB")]
    [InlineData("64k", 65536, "64 KiB")]
    [InlineData("1 MB", 1048576, "1 MiB")]
    [InlineData("256M", 268435456, "256 MiB")]
    public void Size_in_any_usual_spelling_is_read(string text, int bytes, string formatted)
    {
        Assert.Equal(bytes, ByteSize.Parse(text));
        Assert.Equal(formatted, ByteSize.Format(bytes));
    }

    [Theory]
    [InlineData("")]
    [InlineData("0")]
    [InlineData("-16")]
    [InlineData("1.5K")]
    [InlineData("16x")]
    [InlineData("257M")]
    [InlineData("9999999999999")]
    public void Text_that_is_no_size_is_refused_with_the_range(string text) =>
        Assert.Contains("from 1 to 256MiB", Assert.Throws<UsageException>(() => ByteSize.Parse(text)).Message);

    [Fact]
    public void Committed_check_files_can_be_read()
    {
        var files = Directory.GetFiles(Path.Combine(Repository.Root, "benchmarks", "checks"));

        Assert.NotEmpty(files);
        Assert.All(files, file =>
        {
            var kernel = Assert.IsType<string>(CheckFile.Read(file).Kernel);
            if (Record.Exception(() => KernelSet.Forced(kernel)) is { } refusal)
                Assert.Contains("cannot run here", refusal.Message);
        });
    }
}
