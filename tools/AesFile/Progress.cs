using System;
using System.Threading.Tasks;
using Spectre.Console;

namespace ManagedCrypto.AesFile;

/// <summary>A bar on the standard error with speed and time left, if that is a terminal.</summary>
internal static class Progress
{
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
            Out = new AnsiConsoleOutput(Console.Error),
            Interactive = InteractionSupport.Yes,
        });
        return console.Progress().Columns(ColumnsFor(total)).StartAsync(context =>
        {
            // Whatever reaches its largest value is shown as done.
            var task = context.AddTask(Markup.Escape(Shown.End(name, Math.Max(12, console.Profile.Width / 3))), maxValue: total is null ? double.MaxValue : Math.Max(total.Value, 1));
            task.IsIndeterminate = total is null;
            return work(bytes => task.Increment(bytes));
        });
    }

    private static ProgressColumn[] ColumnsFor(long? total)
    {
        ProgressColumn[] before = [new TaskDescriptionColumn(), new ProgressBarColumn()];
        return total is null
            ? [.. before, new TransferSpeedColumn(), new ElapsedTimeColumn()]
            : [.. before, new PercentageColumn(), new TransferSpeedColumn(), new RemainingTimeColumn()];
    }
}
