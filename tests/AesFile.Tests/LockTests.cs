using System;
using System.IO;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>Locks of files (flock) are an agreement of other programs: they are neither heeded nor taken.</summary>
public sealed class LockTests : IDisposable
{
    private readonly ToolFolder _folder = new();

    public LockTests() => Assert.SkipUnless(File.Exists("/usr/bin/flock"), "no flock");

    public void Dispose() => _folder.Dispose();

    [ExplicitFact, Trait("run", "ci")]
    public void File_that_somebody_holds_is_sealed_and_opened()
    {
        var text = _folder.WriteRandom("photos/held", 1000);
        _folder.WriteRandom("photos/other", 1000);
        _folder.WriteRandom("old", 10);

        var result = _folder.Shell("""
            flock -x photos/held flock -x key flock -x old sh -c '
                $aesfile seal -k key photos && $aesfile seal -k key photos/held -o old -f'
            flock -x photos.aesfile $aesfile verify -k key photos.aesfile && flock -x old $aesfile open -k key old -o again
            """).IsFine();

        Assert.Equal("photos.aesfile: genuine, a folder\n", result.Text);
        Assert.Equal(text, _folder.Read("again"));
    }

    /// <summary>It waits in the middle of the files, as nobody reads what it writes.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("seal -k key text -o pipe", "text")]
    [InlineData("seal -k key photos -o pipe", "photos/a")]
    [InlineData("open -k key text.aesfile -o pipe", "text.aesfile")]
    public void Others_hold_what_is_being_read(string arguments, string file)
    {
        _folder.WriteRandom("text", 3_000_000);
        _folder.WriteRandom("photos/a", 3_000_000);

        _folder.Shell($"""
            $aesfile seal -k key text && mkfifo pipe
            $aesfile {arguments} & tool=$!
            exec 3<pipe; head -c 1000 <&3 >start
            flock -n -x {file} true; code=$?
            cat <&3 >rest; wait $tool && exit $code
            """).IsFine();
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Others_hold_what_is_being_written()
    {
        var text = _folder.WriteRandom("text", 3_000_000);

        _folder.Shell("""
            mkfifo pipe; $aesfile seal -k key pipe -o new & tool=$!
            exec 3>pipe; head -c 2000000 text >&3
            until [ -s .aesfile-*.part ]; do sleep 0.1; done
            flock -n -x .aesfile-*.part true; code=$?
            tail -c +2000001 text >&3; exec 3>&-; wait $tool && exit $code
            """).IsFine();

        Assert.Equal(text, _folder.Run("open", "-k", "key", "new", "-o", "-").IsFine().Output);
    }
}
