using System;
using System.Globalization;
using System.IO;

namespace ManagedCrypto.Benchmarks;

/// <summary>A line of percentages that grows, for a file or a pipe: it shows that the program has not come to a halt.</summary>
/// <param name="output">Where to write.</param>
/// <param name="clock">The time since any point of it.</param>
internal sealed class PlainProgress(TextWriter output, Func<TimeSpan> clock)
{
    private static readonly TimeSpan s_pause = TimeSpan.FromSeconds(3);

    private TimeSpan _last;

    public void Begin(string title)
    {
        _last = clock();
        output.Write(title + " ...");
        output.Flush();
    }

    /// <param name="done">The share that is done, from 0 to 1.</param>
    public void Report(double done)
    {
        var now = clock();
        if (now - _last < s_pause)
            return;
        _last = now;
        output.Write(done.ToString("' '0%", CultureInfo.InvariantCulture));
        output.Flush();
    }

    public void End() => output.WriteLine();
}
