using System;
using System.Threading.Tasks;
using Spectre.Console;

namespace ManagedCrypto.AesFile;

/// <summary>A bar on the standard error with speed and time left, if that is a terminal.</summary>
internal static class Progress
{
    /// <summary>Cells of a terminal in which all that there is to show has room.</summary>
    private const int RoomForAll = 60;

    /// <summary>In a narrower one, of the time or the percentage with the space around.</summary>
    private const int CellsBeside = 11;
    private const int LeastCells = 4;

    /// <param name="hasBar">Whether there may be one.</param>
    /// <param name="name">What the bar is called.</param>
    /// <param name="total">Bytes in all; null if nobody knows.</param>
    /// <param name="work">Is given what to call for bytes that are done.</param>
    public static Task RunAsync(bool hasBar, string name, long? total, Func<Action<int>, Task> work)
    {
        if (!hasBar || Console.IsErrorRedirected)
            return work(_ => { });

        // Standard input may be a pipe: nobody is asked anything.
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new LenientOutput(new AnsiConsoleOutput(Console.Error)),
            Interactive = InteractionSupport.Yes,
        });
        var width = console.Profile.Width;
        return console.Progress().Columns(ColumnsFor(total, width)).StartAsync(context =>
        {
            // Whatever reaches its largest value is shown as done.
            var task = context.AddTask(Markup.Escape(Shown.End(name, CellsForName(width))), maxValue: total is null ? double.MaxValue : Math.Max(total.Value, 1));
            task.IsIndeterminate = total is null;
            return work(bytes => task.Increment(bytes));
        });
    }

    private static int CellsForName(int width) => width < RoomForAll ? Math.Max(LeastCells, width - CellsBeside) : width / 3;

    /// <summary>What has no room would break the line.</summary>
    private static ProgressColumn[] ColumnsFor(long? total, int width)
    {
        if (width < RoomForAll)
            return [new TaskDescriptionColumn(), total is null ? new ElapsedTimeColumn() : new PercentageColumn()];
        ProgressColumn[] before = [new TaskDescriptionColumn(), new ProgressBarColumn()];
        return total is null ? [.. before, new TransferSpeedColumn(), new ElapsedTimeColumn()]
            : [.. before, new PercentageColumn(), new TransferSpeedColumn(), new RemainingTimeColumn()];
    }
}
