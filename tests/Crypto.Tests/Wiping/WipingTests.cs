using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Security.Cryptography;
using System.Threading;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Dispatch;
using ManagedCrypto.Tests.MachineCode;
using Xunit;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>
/// A process searches its own memory: keys, what is made of them, texts and states are there while an object lives, and nowhere
/// once it was disposed or finalized, or a one-shot has returned or thrown. That process compiles every method once: to replace
/// code under way, the runtime saves registers on the stack, whatever they hold.
/// </summary>
public class WipingTests
{
    private const int WarmUps = 3, CollectionsMilliseconds = 100, SparedBytes = 1 << 17, FrameBytes = 1 << 9, LeftBytes = 1 << 12;

    /// <summary>Twice what a case allocates at most: 6 MB, of which 4 MiB are two buffers. Each search reads all of it.</summary>
    private const int AllocatedBytes = 12 << 20;

    private static readonly InvalidOperationException s_exception = new();
    private static readonly Lazy<OrderedDictionary<string, WipingCase>> s_cases = new(() => new(WipingCase.All.ToDictionary(each => each.Name)));

    public static TheoryData<string> Cases => new(s_cases.Value.Keys);

    /// <summary>Each sort of object on the best kernel, and on one of vectors in C# or else the last one.</summary>
    public static TheoryData<string> Interrupted => new(Sorts.SelectMany(names => new[]
    {
        names.First(), names.FirstOrDefault(name => name.Contains("/vector", StringComparison.Ordinal), names.Last()),
    }.Distinct()));

    /// <summary>Each sort of object on one kernel.</summary>
    public static TheoryData<string> Abandoned => new(Sorts.Select(names => names.First()));

    private static unsafe delegate*<void> WriteRegisters => Registers.AreRead ? Registers.Write : &WriteNone;

    private static IEnumerable<IGrouping<string, string>> Sorts => s_cases.Value.Keys
        .Where(name => !name.Contains("one-shot", StringComparison.Ordinal)).GroupBy(name => name.Split(": ")[1]);

    /// <summary>Small stacks of the runtime's own threads leave half as much memory to search.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void Process_of_its_own_finds_no_secret_left_in_memory()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "reads its memory by a call of Linux");
        TestRun.Check(
            ["-explicit", "only", "-class", typeof(WipingTests).FullName!, "-trait-", "run=ci", "-trait-", "run=nightly"],
            60,
            new() { ["DOTNET_TieredCompilation"] = "0", ["DOTNET_Thread_DefaultStackSize"] = "80000" });
    }

    [ExplicitTheory]
    [MemberData(nameof(Cases))]
    public void Secrets_are_in_memory_only_while_their_object_lives(string name) => WithoutCollection(() =>
    {
        using var stage = new Stage();
        var (secrets, living) = Used(name, stage);
        if (living is not null)
        {
            // The object's own memory holds them. The stack must not; it is searched now, since Dispose may wipe it.
            Assert.True(OwnMemory.Has(secrets));
            Assert.Empty(stage.FindOnStack(secrets));
            Assert.Empty(FindInRegisters(secrets));
            stage.Run(() => DisposeAndWriteRegisters(living));
        }

        Assert.Empty(FindInRegisters(secrets));
        Assert.Empty(OwnMemory.Find(secrets));
    });

    [ExplicitTheory]
    [MemberData(nameof(Abandoned))]
    public void Object_that_nobody_holds_is_wiped(string name)
    {
        Secrets secrets = null!;
        WithoutCollection(() => secrets = UsedAndDropped(name));
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Assert.Empty(OwnMemory.Find(secrets));
    }

    /// <summary>
    /// As <see cref="Secrets_that_a_collection_found_in_registers_are_gone_with_their_object"/>, but for what chance adds there: here a call
    /// leaves on the stack what a collection would.
    /// </summary>
    [ExplicitTheory]
    [InlineData(nameof(ManagedCrypto.HMACSHA256))]
    [InlineData(nameof(AesCmac))]
    [InlineData(nameof(ManagedCrypto.Aes))]
    [InlineData(nameof(AesKey))]
    public void Stack_is_wiped_by_the_first_disposal_after_a_collection(string type)
    {
        using var stage = new Stage();
        var secrets = new Secrets();
        var saved = RandomNumberGenerator.GetBytes(Secrets.PieceBytes);
        secrets.Add("what a collection saves", saved);
        IDisposable living = null!;
        stage.Run(() =>
        {
            living = UnderRandomKey(type, isUsed: true).Object;
            GC.Collect(0);
            LeaveOnStack(saved);
        });
        Assert.NotEmpty(stage.FindOnStack(secrets));
        stage.Run(living.Dispose);
        Assert.Empty(stage.FindOnStack(secrets));
    }

    /// <summary>
    /// To stop a thread for a collection, the runtime saves its registers on its stack, whatever they hold. The disposal of an object that
    /// was there before a collection wipes that stack; here one such disposal comes last for certain.
    /// </summary>
    [ExplicitTheory, Trait("run", "nightly")]
    [MemberData(nameof(Interrupted))]
    public void Secrets_that_a_collection_found_in_registers_are_gone_with_their_object(string name)
    {
        CollectGarbage();
        var test = s_cases.Value[name];
        using var stage = new Stage();
        var (secrets, living) = Used(name, stage);
        stage.Run(living!.Dispose);
        var (material, ended) = (new Material(), false);
        test.Prepare(material);
        stage.Run(() => test.Derive(material, secrets));
        stage.Clean();
        var collector = new Thread(() =>
        {
            while (!Volatile.Read(ref ended))
                GC.Collect(0);
        });
        collector.Start();
        stage.Run(() =>
        {
            for (var end = Environment.TickCount64 + CollectionsMilliseconds; Environment.TickCount64 < end;)
                test.Use(material)?.Dispose();
        });
        Volatile.Write(ref ended, true);
        collector.Join();
        stage.Run(() =>
        {
            var last = test.Use(material)!;
            GC.Collect(0);
            last.Dispose();
        });
        material.Wipe();
        Assert.Empty(OwnMemory.Find(secrets));
    }

    [ExplicitTheory]
    [InlineData(nameof(ManagedCrypto.HMACSHA256), true)]
    [InlineData(nameof(ManagedCrypto.HMACSHA256), false)]
    [InlineData(nameof(AesCmac), true)]
    [InlineData(nameof(AesCmac), false)]
    [InlineData(nameof(ManagedCrypto.Aes), true)]
    [InlineData(nameof(ManagedCrypto.Aes), false)]
    [InlineData(nameof(AesKey), false)]
    public void Random_key_is_in_memory_only_while_its_object_lives(string type, bool isUsed) => WithoutCollection(() =>
    {
        using Stage stage = new(), reader = new();
        for (var i = 0; i < WarmUps; i++)
            stage.Run(() => UnderRandomKey(type, isUsed).Object.Dispose());

        var secrets = new Secrets();
        (IDisposable Object, Func<byte[]> Key) living = (null!, null!);
        stage.Run(() => living = UnderRandomKey(type, isUsed));
        reader.Run(() =>
        {
            var key = living.Key();
            secrets.Add("random key", key);
            CryptographicOperations.ZeroMemory(key);
            Secret.ForgetRegisters();
        });
        reader.Clean();
        Assert.True(OwnMemory.Has(secrets));
        Assert.Empty(stage.FindOnStack(secrets));
        stage.Run(living.Object.Dispose);
        Assert.Empty(OwnMemory.Find(secrets));
    });

    /// <summary>
    /// Runs a case in which nothing is collected: a collection may stop the thread within a kernel, and the runtime keeps its registers where
    /// nobody can wipe them. What such a round found says nothing, and it is run again.
    /// </summary>
    private static void WithoutCollection(Action round)
    {
        const int Rounds = 5;
        for (var i = 0; i < Rounds; i++)
        {
            CollectGarbage();
            Assert.True(GC.TryStartNoGCRegion(AllocatedBytes));
            var collections = GC.CollectionCount(0);
            var failure = Record.Exception(round);
            var wasCollected = GC.CollectionCount(0) != collections;
            if (GCSettings.LatencyMode == GCLatencyMode.NoGCRegion)
                GC.EndNoGCRegion();
            if (wasCollected)
            {
                // What nobody holds may have a file open, which the next round writes.
                CollectGarbage();
                GC.WaitForPendingFinalizers();
                continue;
            }

            if (failure is not null)
                ExceptionDispatchInfo.Throw(failure);
            return;
        }

        Assert.Fail($"collected in each of {Rounds} rounds: the case allocates more than {AllocatedBytes} bytes");
    }

    /// <summary>Every search would go through the garbage of earlier cases, too.</summary>
    private static void CollectGarbage() =>
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: true);

    private static (IDisposable Object, Func<byte[]> Key) UnderRandomKey(string type, bool isUsed)
    {
        var text = isUsed ? new byte[100] : null;
        switch (type)
        {
            case nameof(ManagedCrypto.HMACSHA256):
                var hmac = new ManagedCrypto.HMACSHA256();
                if (text is not null)
                    hmac.ComputeHash(text);
                return (hmac, () => hmac.Key);
            case nameof(AesCmac):
                var cmac = new AesCmac();
                if (text is not null)
                    cmac.ComputeHash(text);
                return (cmac, () => cmac.Key);
            case nameof(AesKey):
                // What draws it, by itself.
                var key = KernelCalls.RandomKey();
                return (key, () => KernelCalls.Copy(key));
            default:
                var aes = new ManagedCrypto.Aes();
                aes.GenerateKey();
                if (text is not null)
                    aes.EncryptEcb(text, PaddingMode.PKCS7);
                return (aes, () => aes.Key);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Secrets UsedAndDropped(string name)
    {
        using var stage = new Stage();
        return Used(name, stage).Secrets;
    }

    private static (Secrets Secrets, IDisposable? Living) Used(string name, Stage stage)
    {
        var test = s_cases.Value[name];
        for (var i = 0; i < WarmUps; i++)
        {
            var other = new Material();
            test.Prepare(other);
            stage.Run(() => test.Use(other)?.Dispose());
            stage.Run(SaveRegisters);
        }

        var (material, secrets) = (new Material(), new Secrets());
        stage.Run(() =>
        {
            test.Prepare(material);
            test.Derive(material, secrets);
        });
        stage.Clean();
        IDisposable? living = null;
        stage.Run(() =>
        {
            living = BelowAFrame(test, material);
            SaveRegisters();
        });
        material.Wipe();
        return (secrets, living);
    }

    /// <summary>Fills more of the stack than the frames of a disposal overwrite, and less than what it wipes.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LeaveOnStack(ReadOnlySpan<byte> bytes)
    {
        Span<byte> memory = stackalloc byte[LeftBytes];
        for (; memory.Length >= bytes.Length; memory = memory[bytes.Length..])
            bytes.CopyTo(memory);
    }

    /// <summary>What a register had as the last call came back: on the stack, a later call may overwrite it before it is found.</summary>
    private static IEnumerable<string> FindInRegisters(Secrets secrets) => Registers.AreRead ? secrets.FindInRegisters() : [];

    /// <summary>So that no frame of what saves registers lies where a use of keys had its own, and overwrites what is left there.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static unsafe IDisposable? BelowAFrame(WipingCase test, Material material)
    {
        var spared = stackalloc byte[FrameBytes];
        return UseBelow(spared, test, material, WriteRegisters);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static unsafe IDisposable? UseBelow(byte* above, WipingCase test, Material material, delegate*<void> writeRegisters)
    {
        if (above is null)
            return null;
        var living = test.Use(material);
        writeRegisters();
        return living;
    }

    private static unsafe void DisposeAndWriteRegisters(IDisposable living)
    {
        var writeRegisters = WriteRegisters;
        living.Dispose();
        writeRegisters();
    }

    private static void WriteNone()
    {
    }

    /// <summary>
    /// Has the runtime write all registers to the stack, as it does where an exception is thrown, and far enough below to spare what the
    /// work before has left there.
    /// </summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static unsafe void SaveRegisters()
    {
        var spared = stackalloc byte[SparedBytes];
        ThrowAndCatch(spared);
    }

    /// <summary>Throws at once: a call before that would overwrite registers.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static unsafe void ThrowAndCatch(byte* above)
    {
        try
        {
            if (above is not null)
                throw s_exception;
        }
        catch (InvalidOperationException)
        {
        }
    }
}
