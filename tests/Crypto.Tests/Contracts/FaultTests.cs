using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// What a program may meet around us: no memory, streams that break, contexts that never continue, other cultures. Streams that
/// throw or are cancelled while a hash reads them are in <see cref="HashContractTests"/>, refused executable memory in
/// Dispatch.
/// </summary>
public class FaultTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(10);

    private static readonly string s_probe = Path.Combine(AppContext.BaseDirectory, "Crypto.Probe.dll");

    /// <summary>
    /// Where there is no memory, the runtime's thread that compiles methods anew ends the process, and so does .NET 10's own collector now
    /// and then; the older one, which comes with it, does not.
    /// </summary>
    private static readonly Dictionary<string, string> s_fullHeap = new()
    {
        ["DOTNET_GCHeapHardLimit"] = "0x4000000",
        ["DOTNET_GCName"] = OperatingSystem.IsWindows() ? "clrgc.dll" : OperatingSystem.IsMacOS() ? "libclrgc.dylib" : "libclrgc.so",
        ["DOTNET_TieredCompilation"] = "0",
    };

    private static readonly Lazy<List<string>> s_firstReport = new(() => FirstUse(new Dictionary<string, string>()));

    public static TheoryData<string> Hashes => [.. HashFace.Pairs.Keys];

    public static TheoryData<string, bool> Transforms
    {
        get
        {
            var rows = new TheoryData<string, bool>();
            foreach (var name in Streams.Keys)
            {
                rows.Add(name, true);
                rows.Add(name, false);
            }

            return rows;
        }
    }

    private static Dictionary<string, Func<bool, ICryptoTransform>> Streams { get; } = new()
    {
        ["CBC"] = encrypt =>
        {
            using var aes = Aes.Create();
            aes.Key = TestBytes.Random(32, seed: 1);
            return encrypt ? aes.CreateEncryptor(aes.Key, new byte[16]) : aes.CreateDecryptor(aes.Key, new byte[16]);
        },
        ["CTR"] = _ =>
        {
            using var ctr = new AesCtr(TestBytes.Random(32, seed: 1));
            return ctr.CreateTransform(new byte[16]);
        },
    };

    [ExplicitFact, Trait("run", "nightly")]
    public void New_objects_without_memory_are_refused_and_old_ones_work()
    {
        var (exitCode, output) = Child.Run(s_limit, s_fullHeap, s_probe, "memory");
        Assert.True(exitCode == 0 && output.Contains("survived"), output);
    }

    /// <summary>
    /// Refusals at first use are not remembered, whichever allocation is the first that fails: up to <paramref name="bytes"/> go well. Some
    /// are refused in each process, and each ends with the kernels of one that had memory.
    /// </summary>
    [ExplicitTheory, Trait("run", "nightly")]
    [InlineData(0)]
    [InlineData(15_000)]
    [InlineData(24_000)]
    [InlineData(32_000)]
    [InlineData(40_000)]
    [InlineData(50_000)]
    [InlineData(64_000)]
    [InlineData(80_000)]
    public void First_use_without_memory_is_refused_and_works_when_there_is_some(int bytes)
    {
        var lines = FirstUse(s_fullHeap, "memory", $"{bytes}");
        Assert.Contains(lines, line => line.StartsWith("refused: ", StringComparison.Ordinal));
        Assert.Equal(s_firstReport.Value, lines.Where(line => !line.StartsWith("refused: ", StringComparison.Ordinal)));
    }

    /// <summary>Machine code goes through a file in memory.</summary>
    [Fact]
    public void First_use_without_files_goes_without_machine_code_until_there_are_some()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "limits the number of files as Linux does");
        var lines = FirstUse(new() { ["DOTNET_TieredCompilation"] = "0" }, "files");
        var refusal = Assert.Single(lines, line => line.StartsWith("refused: ", StringComparison.Ordinal));
        Assert.Equal(ExpectedDispatch.WhyNoMachineCode is null, refusal.Contains("refuses executable memory", StringComparison.Ordinal));
        Assert.Equal(s_firstReport.Value, lines.Where(line => line != refusal));
    }

    /// <summary>Turkish has another capital i, Persian and Swedish another minus, Arabic and Thai other calendars.</summary>
    [Theory]
    [InlineData("tr-TR", "i becomes U+0130")]
    [InlineData("fa-IR", "minus is U+2212")]
    [InlineData("sv-SE", "minus is U+2212")]
    [InlineData("ar-SA", "UmAlQuraCalendar")]
    [InlineData("th-TH", "ThaiBuddhistCalendar")]
    public void Public_members_work_under_any_culture(string culture, string sign)
    {
        // Tests have one culture, the invariant one; the probe is told by a file of its own to have the others.
        const string Invariant = "\"System.Globalization.Invariant\": true";
        var given = File.ReadAllText(Path.ChangeExtension(s_probe, "runtimeconfig.json"));
        Assert.Contains(Invariant, given);
        var config = Path.Combine(Directory.CreateTempSubdirectory().FullName, "probe.runtimeconfig.json");
        try
        {
            File.WriteAllText(config, given.Replace(Invariant, Invariant.Replace("true", "false")));
            var (exitCode, output) = Child.Run(
                s_limit, new Dictionary<string, string>(), "exec", "--runtimeconfig", config, s_probe, "culture", culture);
            Assert.SkipWhen(output.Contains("Couldn't find a valid ICU package"), "cultures need ICU, which is not here");
            Assert.True(exitCode == 0 && output.Contains("all members used") && output.Contains(sign), output);
        }
        finally
        {
            Directory.Delete(Path.GetDirectoryName(config)!, recursive: true);
        }
    }

    /// <summary>A user interface that waits for us would wait for ever if we came back to its thread in between.</summary>
    [Theory]
    [MemberData(nameof(Hashes))]
    public void Asynchronous_hash_never_continues_on_the_callers_context(string name)
    {
        var ours = HashFace.Pairs[name].Ours;
        var message = TestBytes.Random(5000, seed: 3);
        using var hash = ours.Create();
        Assert.False(Posts(late => ours.Async(new LateStream(message, late), CancellationToken.None).AsTask()));
        Assert.False(Posts(late => ours.AsyncTo(new LateStream(message, late), new byte[64], CancellationToken.None).AsTask()));
        Assert.False(Posts(late => hash.ComputeHashAsync(new LateStream(message, late), CancellationToken.None)));
    }

    [Fact]
    public void Continuation_on_the_callers_context_is_detected() => Assert.True(Posts(async late =>
    {
        var stream = new LateStream(new byte[1], late);
#pragma warning disable CA2007 // The carelessness that is looked for.
        _ = await stream.ReadAsync(new byte[1]);
#pragma warning restore CA2007
    }));

    /// <summary>
    /// When a stream breaks, .NET's CryptoStream over it is of no more use; its transform is, and so are new ones.
    /// </summary>
    [Theory]
    [MemberData(nameof(Transforms))]
    public async Task Transforms_whose_stream_broke_midway_work_again(string name, bool encrypt)
    {
        var text = TestBytes.Random(4096, seed: 4);
        var source = encrypt ? text : Finished(Streams[name](true), text);
        var expected = encrypt ? Finished(Streams[name](true), text) : text;
        using var transform = Streams[name](encrypt);

        var crypto = new CryptoStream(new BrokenStream(), transform, CryptoStreamMode.Write, leaveOpen: true);
        Assert.Throws<IOException>(() => crypto.Write(source, 0, source.Length));
        await Assert.ThrowsAsync<IOException>(() => crypto.WriteAsync(source, TestContext.Current.CancellationToken).AsTask());

        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => crypto.WriteAsync(source, cancelled.Token).AsTask());

        Assert.Equal(expected, Finished(Streams[name](encrypt), source));
        if (transform.CanReuseTransform)
        {
            // The message that was begun is ended, with any result, and the transform is as new.
            _ = Record.Exception(() => transform.TransformFinalBlock([], 0, 0));
            Assert.Equal(expected, transform.TransformFinalBlock(source, 0, source.Length));
        }
    }

    private static byte[] Finished(ICryptoTransform transform, byte[] source)
    {
        using (transform)
            return transform.TransformFinalBlock(source, 0, source.Length);
    }

    /// <summary>
    /// Whether work that is started under a context is continued there. The context never runs what it is given. What the work
    /// waits for comes to pass only once it has been left to wait.
    /// </summary>
    private static bool Posts(Func<Task, Task> start)
    {
        var late = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var context = new PostedContext();
        var before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(context);
        Task task;
        try
        {
            task = start(late.Task);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(before);
        }

        late.SetResult();
        return Task.WhenAny(task, context.Posted).GetAwaiter().GetResult() == context.Posted;
    }

    private sealed class PostedContext : SynchronizationContext
    {
        private readonly TaskCompletionSource _posted = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Posted => _posted.Task;

        public override void Post(SendOrPostCallback d, object? state) => _posted.TrySetResult();

        public override void Send(SendOrPostCallback d, object? state) => _posted.TrySetResult();
    }

    /// <summary>Answers once <paramref name="late"/> has ended, on another thread.</summary>
    private sealed class LateStream(byte[] bytes, Task late) : MemoryStream(bytes)
    {
        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await late.WaitAsync(cancellationToken).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
            return Read(buffer.Span[..Math.Min(buffer.Length, 1000)]);
        }
    }

    private sealed class BrokenStream : MemoryStream
    {
        public override void Write(byte[] buffer, int offset, int count) => throw new IOException("broken");

        public override void Write(ReadOnlySpan<byte> buffer) => throw new IOException("broken");

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            throw new IOException("broken");
    }

    private static List<string> FirstUse(Dictionary<string, string> environment, params string[] arguments)
    {
        var (exitCode, output) = Child.Run(s_limit, environment, [s_probe, "first", .. arguments]);
        Assert.True(exitCode == 0, output);
        return [.. output.Split('\n', StringSplitOptions.RemoveEmptyEntries)];
    }
}
