using System;

namespace ManagedCrypto.FileClients;

/// <summary>Counts what is as it should be, and what is not.</summary>
internal sealed class Checks
{
    private int _passed;
    private int _failed;

    public void That(string what, bool isSo)
    {
        Console.WriteLine((isSo ? "" : "FAILED ") + what);
        _ = isSo ? _passed++ : _failed++;
    }

    public void Throws(string what, Action action, Func<Exception, bool> isRight)
    {
        try
        {
            action();
            That(what, false);
        }
        catch (Exception exception) when (isRight(exception))
        {
            That(what, true);
        }
    }

    /// <returns>The exit code: zero if all passed. The last line sums up.</returns>
    public int Close()
    {
        Console.WriteLine($"{_passed} passed, {_failed} failed");
        return _failed;
    }
}
