using System;
using System.Linq;
using System.Runtime.CompilerServices;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>
/// A process searches its own memory: keys, what is made of them, texts and states are there while an object lives, and nowhere
/// once it was disposed or finalized, or a one-shot has returned or thrown. That process compiles every method once: to replace
/// code under way, the runtime saves registers on the stack, whatever they hold.
/// </summary>
public class WipingTests
{
    private const int WarmUps = 3;

    public static TheoryData<string> Cases => new(WipingCase.All.Select(each => each.Name));

    /// <summary>Each sort of object on one kernel.</summary>
    public static TheoryData<string> Abandoned => new(
        WipingCase.All.Select(each => each.Name).Where(name => !name.Contains("one-shot", StringComparison.Ordinal))
            .GroupBy(name => name.Split(": ")[1]).Select(names => names.First()));

    [Fact]
    public void Process_of_its_own_finds_no_secret_left_in_memory()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "reads /proc/self/mem");
        TestRun.Check(
            ["-explicit", "only", "-class", typeof(WipingTests).FullName!],
            60,
            environment: new() { ["DOTNET_TieredCompilation"] = "0" });
    }

    [Theory(Explicit = true)]
    [MemberData(nameof(Cases))]
    public void Secrets_are_in_memory_only_while_their_object_lives(string name)
    {
        using var stage = new Stage();
        var (secrets, living) = Used(name, stage);
        if (living is not null)
        {
            Assert.NotEmpty(OwnMemory.Find(secrets));
            stage.Run(living.Dispose);
        }

        Assert.Empty(OwnMemory.Find(secrets));
    }

    [Theory(Explicit = true)]
    [MemberData(nameof(Abandoned))]
    public void Object_that_nobody_holds_is_wiped(string name)
    {
        var secrets = UsedAndDropped(name);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Assert.Empty(OwnMemory.Find(secrets));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Secrets UsedAndDropped(string name)
    {
        using var stage = new Stage();
        return Used(name, stage).Secrets;
    }

    private static (Secrets Secrets, IDisposable? Living) Used(string name, Stage stage)
    {
        var test = WipingCase.All.Single(each => each.Name == name);
        for (var i = 0; i < WarmUps; i++)
        {
            var other = new Material();
            test.Prepare(other);
            stage.Run(() => test.Use(other)?.Dispose());
        }

        var (material, secrets) = (new Material(), new Secrets());
        stage.Run(() =>
        {
            test.Prepare(material);
            test.Derive(material, secrets);
        });
        stage.Clean();
        IDisposable? living = null;
        stage.Run(() => living = test.Use(material));
        material.Wipe();
        return (secrets, living);
    }
}
