using System;
using System.Collections.Generic;
using System.IO;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Samples;

/// <summary>The key of samples/Vault, as its user sets it.</summary>
public sealed class VaultKeyTests : IDisposable
{
    private const string Right = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>Of 16 bytes, of 31, of 33; with a character that is no digit; none.</summary>
    [Theory]
    [InlineData("000102030405060708090a0b0c0d0e0f", 32)]
    [InlineData("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e", 62)]
    [InlineData(Right + "00", 66)]
    [InlineData("x00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", 64)]
    [InlineData("", 0)]
    public void Key_of_another_form_ends_the_vault_at_its_start(string key, int characters)
    {
        File.WriteAllText(Path.Combine(_folder, "its.key"), key + "\n");
        foreach (var (argument, place) in (IEnumerable<(string, string)>)[("Vault:Key=" + key, "Vault:Key"), ("Vault:KeyFile=its.key", "its.key")])
        {
            var line = $"The key ({place}) must have 64 hexadecimal digits, which are 32 bytes, and no other character; "
                + $"it has {characters} characters.{Environment.NewLine}";
            Assert.Equal((1, line), Run(argument));
        }

        Assert.False(Directory.Exists(Path.Combine(_folder, "files")));
    }

    [Fact]
    public void Key_file_that_is_missing_ends_the_vault_at_its_start()
    {
        var (exitCode, output) = Run("Vault:KeyFile=absent.key");
        Assert.Equal(1, exitCode);
        Assert.Matches(@"\ACould not find file '[^\n]*absent\.key'\.\s*\z", output);
    }

    private (int ExitCode, string Output) Run(string argument) => Child.Run(
        new(Child.DotNet, [VaultServer.Program, "--urls", "http://127.0.0.1:0", "--" + argument]) { WorkingDirectory = _folder },
        TimeSpan.FromMinutes(10));
}
