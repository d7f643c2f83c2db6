using System;
using Xunit;

namespace ManagedCrypto.RepositoryTests.AesFile;

/// <summary>Nobody may read what is made of a file who may not read the file, at no time.</summary>
public sealed class RightsTests : IDisposable
{
    private readonly ToolFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>Neither more than those of what is replaced, nor fewer, whatever the user's mask says.</summary>
    [Theory]
    [InlineData("600")]
    [InlineData("664")]
    [InlineData("400")]
    public void File_that_is_replaced_keeps_its_rights(string rights)
    {
        _folder.Write("text", [1]);

        _folder.Shell($"umask 022; touch new; chmod {rights} new; $aesfile seal -k key text -o new -f").IsFine();

        Assert.Equal(rights + "\n", _folder.Shell("stat -c %a new").IsFine().Text);
        Assert.NotEmpty(_folder.Read("new"));
    }

    [Theory]
    [InlineData("600")]
    [InlineData("664")]
    [InlineData("750")]
    public void Sealed_file_and_what_is_opened_have_the_rights_of_the_file(string rights)
    {
        _folder.Shell($"""
            umask 022; echo text >text; chmod {rights} text
            $aesfile seal -k key text && $aesfile open -k key text.aesfile -o again
            """).IsFine();

        Assert.Equal($"{rights}\n{rights}\n", _folder.Shell("stat -c %a text.aesfile again").IsFine().Text);
    }

    [Theory]
    [InlineData("700", "600")]
    [InlineData("755", "644")]
    public void Sealed_folder_is_for_those_who_may_look_into_it(string folder, string rights)
    {
        _folder.Shell($"umask 027; mkdir photos; chmod {folder} photos; $aesfile seal -k key photos").IsFine();

        Assert.Equal(rights + "\n", _folder.Shell("stat -c %a photos.aesfile").IsFine().Text);
    }

    [Theory]
    [InlineData("022", "644")]
    [InlineData("027", "640")]
    [InlineData("077", "600")]
    public void Mask_of_the_user_counts_for_what_comes_from_a_pipe(string mask, string rights)
    {
        _folder.Shell($"umask {mask}; echo text | $aesfile seal -k key - -o new").IsFine();

        Assert.Equal(rights + "\n", _folder.Shell("stat -c %a new").IsFine().Text);
    }

    [Fact]
    public void Owner_stays_where_the_user_is_root()
    {
        _folder.Write("text", [1]);
        Assert.SkipUnless(_folder.Shell("touch new; chown 1234:5678 new; chown 12:34 text").ExitCode == 0, "only root gives files away");

        _folder.Shell("$aesfile seal -k key text -o new -f && $aesfile seal -k key text && $aesfile open -k key new -o again").IsFine();

        Assert.Equal("1234:5678\n12:34\n1234:5678\n", _folder.Shell("stat -c %u:%g new text.aesfile again").IsFine().Text);
    }

    /// <summary>Those of the group are for the group that the file had.</summary>
    [Fact]
    public void Group_that_cannot_stay_loses_its_rights()
    {
        _folder.Write("text", [1]);
        Assert.SkipUnless(
            _folder.Shell("chown 0:5678 text && chmod 664 text && setpriv --bounding-set=-chown --help").ExitCode == 0, "only root, with setpriv");

        _folder.Shell("setpriv --bounding-set=-chown $aesfile seal -k key text").IsFine();

        Assert.Equal("604\n", _folder.Shell("stat -c %a text.aesfile").IsFine().Text);
    }

    [Theory]
    [InlineData("seal -k key", "text")]
    [InlineData("open -k key", "sealed")]
    public void What_is_not_complete_is_for_its_owner_alone(string command, string input)
    {
        _folder.WriteRandom("text", 100_000);

        var result = _folder.Shell($"""
            umask 0; mkfifo pipe; $aesfile seal -k key text -o sealed; touch new; chmod 666 new
            $aesfile {command} - -o new -f <pipe & tool=$!
            exec 3>pipe; head -c 50000 {input} >&3
            until [ -s .aesfile-*.part ]; do sleep 0.1; done
            stat -c %a .aesfile-*.part; tail -c +50001 {input} >&3; exec 3>&-; wait $tool && stat -c %a new
            """).IsFine();

        Assert.Equal("600\n666\n", result.Text);
    }
}
