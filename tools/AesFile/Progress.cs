using System;
using System.Threading.Tasks;
using Spectre.Console;

namespace ManagedCrypto.AesFile;

/// <summary>A bar on the standard error with speed and time left, if that is a terminal.</summary>
internal static class Progress
{
    /// <param name="name">What the bar is called.</param>
    /// <param name="total">Bytes in all; null if nobody knows.</param>
    /// <param name="work">Is given what to call for bytes that are done.</param>
    public static Task RunAsync(string name, long? total, Func<Action<int>, Task> work)
    {
        if (Console.IsErrorRedirected)
            return work(_ => { });

        var console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(Console.Error) });
        var bar = console.Progress().Columns(
            new TaskDescriptionColumn(),
            new ProgressBarColumn(),
            new PercentageColumn(),
            new TransferSpeedColumn(),
            new RemainingTimeColumn());
        return bar.StartAsync(context =>
        {
            var task = context.AddTask(Markup.Escape(name), maxValue: Math.Max(total ?? 1, 1));
            task.IsIndeterminate = total is null;
            return work(bytes => task.Increment(bytes));
        });
    }
}
