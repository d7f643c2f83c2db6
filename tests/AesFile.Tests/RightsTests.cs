using System;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>Nobody may read what is made of a file who may not read the file, at no time.</summary>
public sealed class RightsTests : IDisposable
{
    private readonly ToolFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>Neither more than those of what is replaced, nor fewer, whatever the user's mask says.</summary>
    [ExplicitTheory, Trait("run", "ci")]
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

    [ExplicitTheory, Trait("run", "ci")]
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

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("700", "600")]
    [InlineData("755", "644")]
    public void Sealed_folder_is_for_those_who_may_look_into_it(string folder, string rights)
    {
        _folder.Shell($"umask 027; mkdir photos; chmod {folder} photos; $aesfile seal -k key photos").IsFine();

        Assert.Equal(rights + "\n", _folder.Shell("stat -c %a photos.aesfile").IsFine().Text);
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("022", "644")]
    [InlineData("027", "640")]
    [InlineData("077", "600")]
    public void Mask_of_the_user_counts_for_what_comes_from_a_pipe(string mask, string rights)
    {
        _folder.Shell($"umask {mask}; echo text | $aesfile seal -k key - -o new").IsFine();

        Assert.Equal(rights + "\n", _folder.Shell("stat -c %a new").IsFine().Text);
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Owner_stays_where_the_user_is_root()
    {
        _folder.Write("text", [1]);
        Assert.SkipUnless(_folder.Shell("touch new; chown 1234:5678 new; chown 12:34 text").ExitCode == 0, "only root gives files away");

        _folder.Shell("$aesfile seal -k key text -o new -f && $aesfile seal -k key text && $aesfile open -k key new -o again").IsFine();

        Assert.Equal("1234:5678\n12:34\n1234:5678\n", _folder.Shell("stat -c %u:%g new text.aesfile again").IsFine().Text);
    }

    /// <summary>Those of the group are for the group that the file had.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void Group_that_cannot_stay_loses_its_rights()
    {
        _folder.Write("text", [1]);
        Assert.SkipUnless(
            _folder.Shell("chown 0:5678 text && chmod 664 text && setpriv --bounding-set=-chown --help").ExitCode == 0, "only root, with setpriv");

        _folder.Shell("setpriv --bounding-set=-chown $aesfile seal -k key text").IsFine();

        Assert.Equal("604\n", _folder.Shell("stat -c %a text.aesfile").IsFine().Text);
    }

    [ExplicitTheory, Trait("run", "ci")]
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

    /// <summary>One warning for a file of a key or passphrase, however many files are sealed, and the key serves all the same.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("-k key", "key", "640")]
    [InlineData("-k key", "key", "604")]
    [InlineData("-k key", "key", "620")]
    [InlineData("-k key", "key", "602")]
    [InlineData("-k link", "link", "666")]
    [InlineData("--passphrase-file words", "words", "644")]
    public void Key_that_others_may_read_or_write_is_a_warning(string option, string name, string rights)
    {
        _folder.WriteRandom("one", 10);
        _folder.WriteRandom("two", 10);
        _folder.WriteSecret("words", "correct horse"u8);
        _folder.Shell($"ln -s key link; chmod {rights} {name}").IsFine();
        var warning = $"aesfile: {name}: Others may read or write it, by its rights {rights}; chmod 600 ends that.\n";

        foreach (var arguments in (string[])["seal", "verify"])
        {
            var result = _folder.Shell(arguments == "seal" ? $"$aesfile seal {option} one two" : $"$aesfile verify {option} one.aesfile two.aesfile");

            Assert.Equal(0, result.ExitCode);
            Assert.Equal(warning, result.Error);
        }
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("600")]
    [InlineData("400")]
    [InlineData("711")]
    public void Key_that_nobody_else_may_read_or_write_is_none(string rights)
    {
        _folder.WriteRandom("one", 10);

        _folder.Shell($"chmod {rights} key; $aesfile seal -k key one && cat key | $aesfile verify -k /dev/fd/3 one.aesfile 3<&0").IsFine();
    }

    /// <summary>As on FAT. It is a warning: what is complete stays, and nothing else is left.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("seal -k key text -o new", "The file system refuses the rights 640; it has 600.", "new: ")]
    [InlineData("seal -k key text -o old -f", "The file system refuses the rights 664; it has 600.", "old: ")]
    [InlineData("open -k key text.aesfile -o new", "The file system refuses the rights 640; it has 600.", "new: ")]
    [InlineData("open -k key photos.aesfile -o new", "The file system refuses the rights of 4 in it; the first is a.", "new: ")]
    [InlineData("keygen new", "", "")]
    public void Rights_that_the_file_system_refuses_are_said_in_a_line(string arguments, string warning, string name)
    {
        const string Refusing = "strace -f -qq -o /dev/null -e trace=?chmod,fchmod,fchmodat -e inject=?chmod,fchmod,fchmodat:error=EPERM";
        _folder.Shell("""
            umask 0; echo text >text; chmod 640 text; touch old; chmod 664 old
            mkdir -p photos/deep; touch photos/a photos/deep/b; chmod 646 photos/a; chmod 622 photos/deep/b; chmod 777 photos photos/deep
            $aesfile seal -k key text photos
            """).IsFine();
        Assert.SkipUnless(_folder.Shell($"{Refusing} true; {Refusing} chmod 600 old 2>/dev/null; [ $? = 1 ]").ExitCode == 0, "no strace");

        var result = _folder.Shell($"umask 077; {Refusing} $aesfile {arguments}");

        Assert.Equal(0, result.ExitCode);
        Assert.Equal(warning == "" ? "" : $"aesfile: {name}{warning}\n", result.Error.Replace(_folder.Root + "/", "", StringComparison.Ordinal));
        Assert.DoesNotContain(_folder.Names(), file => file.EndsWith(".part", StringComparison.Ordinal));
        var made = arguments.Contains("old", StringComparison.Ordinal) ? "old" : "new";
        Assert.True(System.IO.Path.Exists(_folder.Path(made)));
        if (made == "old" || arguments.StartsWith("seal", StringComparison.Ordinal))
            _folder.Run("verify", "-k", "key", made).IsFine();
    }
}
