using System;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Samples;

/// <summary>samples/WithoutOpenSsl checks itself: here it does so in a process that finds no OpenSSL.</summary>
public class WithoutOpenSslTests
{
    [Fact]
    public void Sample_with_OpenSSL_hidden_finds_all_as_it_should_be()
    {
        using var hidden = new HiddenOpenSsl();

        // With few iterations of PBKDF2.
        var (exitCode, output) = Child.Run(TimeSpan.FromMinutes(10), hidden.Environment, Sample.PathOf("WithoutOpenSsl"), "1000");

        Assert.Equal(["passwords: right", "tokens: right", "files: right", "random: right"], output.Split(Environment.NewLine)[..^1]);
        Assert.Equal(0, exitCode);
    }
}
