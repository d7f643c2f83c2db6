using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Threading;
using ManagedCrypto.Tests.Conformance;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// A forked child has zeros where its parent's secrets are. No object from before may go on under them: the child makes one call of each
/// type, for which everything is compiled before, and without a collection, since it has no other threads.
/// </summary>
public unsafe class ForkTests
{
    private const int KillSignal = 9, ReadWrite = 3, SharedAnonymous = 0x21, NoHang = 1, Milliseconds = 60_000;
    private const byte Refused = 1, Returned = 2, FailedOtherwise = 3;

    private static readonly byte[]
        s_key = RandomNumberGenerator.GetBytes(32), s_longKey = RandomNumberGenerator.GetBytes(64),
        s_nonce = new byte[12], s_longNonce = new byte[Algorithms.Aeads.Max(aead => aead.NonceBytes[^1])], s_block = new byte[16], s_text = new byte[48], s_output = new byte[48],
        s_tag = new byte[16], s_chunks = new byte[40_000];

    /// <summary>Each type's call, of an object that is made when it is asked for.</summary>
    private static readonly Dictionary<Type, Func<(Action Call, IDisposable Object)>> s_calls = new(Algorithms.Aeads.ToDictionary(aead => aead.Type, Of))
    {
        [typeof(AesGmac)] = () => On(new AesGmac(s_key), aes => aes.ComputeHash(s_nonce, s_text, s_tag)),
        [typeof(AesGcmSealer)] = () => On(new AesGcmSealer(s_key, s_nonce, 16), aes => aes.Seal(s_text, s_output)),
        [typeof(AesGcmUnverifiedOpener)] =
            () => On(new AesGcmUnverifiedOpener(s_key, s_nonce, 16), aes => aes.OpenUnverified(s_text, s_output)),
        [typeof(AesCtr)] = () => On(new AesCtr(s_key), aes => aes.Transform(s_block, s_text, s_output)),
        [typeof(AesCtrTransform)] = () => On(
            new AesCtr(s_key).CreateTransform(s_block), aes => aes.TransformBlock(s_text, 0, s_text.Length, s_output, 0)),
        [typeof(AesCtrStream)] = () => On(new AesCtrStream(new MemoryStream(s_text), s_key, s_block), Read),
        [typeof(AesXts)] = () => On(new AesXts(s_longKey), aes => aes.Encrypt(1, s_text, s_output)),
        [typeof(AesXtsStream)] = () => On(new AesXtsStream(new MemoryStream(new byte[1024]), s_longKey, 512), Read),
        [typeof(AesCbcEncryptingStream)] = () => On(new AesCbcEncryptingStream(new MemoryStream(), s_key, s_block), Write),
        [typeof(AesCbcDecryptingStream)] = () => On(
            new AesCbcDecryptingStream(new MemoryStream(s_text), s_key, s_block, PaddingMode.None), Read),
        [typeof(CobblestoneSealingStream)] = () => On(Cobblestone.CreateSealingStream(new MemoryStream(), s_key), Write),
        [typeof(CobblestoneOpeningStream)] = () => On(
            Cobblestone.CreateOpeningStream(new MemoryStream(Cobblestone.SealToArray(s_key, s_text)), s_key), Read),
        [typeof(Aes)] = () => On(new Aes { Key = s_key }, aes => aes.EncryptEcb(s_text, s_output, PaddingMode.None)),
        [typeof(AesTransform)] = () => On(
            new Aes { Key = s_key }.CreateEncryptor(), aes => aes.TransformBlock(s_text, 0, s_text.Length, s_output, 0)),
        [typeof(Rfc2898DeriveBytes)] =
            () => On(new Rfc2898DeriveBytes(s_key, s_block, 1, HashAlgorithmName.SHA256), kdf => kdf.GetBytes(16)),
        [typeof(SP800108HmacCounterKdf)] = () => On(
            new SP800108HmacCounterKdf(s_key, HashAlgorithmName.SHA256), kdf => kdf.DeriveKey(s_block, s_block, s_output)),
        [typeof(IncrementalHash)] =
            () => On(IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, s_key), hash => hash.AppendData(s_text)),
        [typeof(Kmac128)] = () => On(new Kmac128(s_key), mac => mac.AppendData(s_text)),
        [typeof(Kmac256)] = () => On(new Kmac256(s_key), mac => mac.AppendData(s_text)),
        [typeof(KmacXof128)] = () => On(new KmacXof128(s_key), mac => mac.AppendData(s_text)),
        [typeof(KmacXof256)] = () => On(new KmacXof256(s_key), mac => mac.AppendData(s_text)),
        [typeof(Shake128)] = () => On(new Shake128(), hash => hash.AppendData(s_text)),
        [typeof(Shake256)] = () => On(new Shake256(), hash => hash.AppendData(s_text)),
    };

    /// <summary>Code of pages that the runtime maps twice is not handed on to children; so each is mapped once there.</summary>
    [Fact]
    public void Forked_child_is_refused_by_each_type()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "no other system has zeros in forked children");
        TestRun.Check(
            ["-explicit", "only", "-class", typeof(ForkTests).FullName!],
            1,
            new() { ["DOTNET_TieredCompilation"] = "0", ["DOTNET_EnableWriteXorExecute"] = "0" });
    }

    [ExplicitFact]
    public void Each_type_that_leads_to_a_slot_refuses_a_forked_child()
    {
        var types = TypesWithSlots();
        TestContext.Current.TestOutputHelper!.WriteLine($"{types.Count}: {string.Join(", ", types.Select(type => type.Name))}");
        Assert.InRange(types.Count, 40, 100);
        var calls = types.ConvertAll(Prepared);
        var shared = mmap(null, 4096, ReadWrite, SharedAnonymous, -1, 0);
        var warm = new byte[types.Count];
        fixed (byte* at = warm)
            Run(calls.ConvertAll(call => call.Warm), at);
        Assert.All(warm, outcome => Assert.Equal(Refused, outcome));
        var ofChild = calls.ConvertAll(call => call.Call);
        Assert.Equal(0, kill(getpid(), 0));
        Assert.True(GC.TryStartNoGCRegion(16 << 20));
        var child = fork();
        Assert.NotEqual(-1, child);
        if (child == 0)
        {
            Run(ofChild, shared);

            // No exit, which would end what is the parent's.
            _ = kill(getpid(), KillSignal);
        }

        GC.EndNoGCRegion();
        var ended = false;
        for (var end = Environment.TickCount64 + Milliseconds; !ended && Environment.TickCount64 < end; Thread.Sleep(1))
            ended = waitpid(child, null, NoHang) != 0;
        if (!ended)
        {
            _ = kill(child, KillSignal);
            _ = waitpid(child, null, 0);
        }

        Assert.Empty(types.Zip(new Span<byte>(shared, types.Count).ToArray()).Where(each => each.Second != Refused)
            .Select(each => $"{each.First.Name}: {each.Second}"));

        // The parent goes on as before.
        foreach (var (call, _, living) in calls)
        {
            call();
            living.Dispose();
        }
    }

    /// <summary>All that a caller may hold: public ones, and transforms, which come as interfaces.</summary>
    private static List<Type> TypesWithSlots()
    {
        var all = LibraryTypes.AboveKernels;
        HashSet<Type> found = [typeof(KeySlot), typeof(StateSlot)];
        while (all.Any(type => type.IsClass && !found.Contains(type) && Fields(type).Any(Leads) && found.Add(type)))
        {
        }

        return [.. all.Where(found.Contains).Where(type => type.IsPublic || typeof(ICryptoTransform).IsAssignableFrom(type))
            .OrderBy(type => type.Name, StringComparer.Ordinal)];

        static IEnumerable<Type> Fields(Type type) =>
            type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic).Select(field => field.FieldType);

        // Itself, or by what implements it.
        bool Leads(Type type) => found.Contains(type.IsConstructedGenericType ? type.GetGenericTypeDefinition() : type)
            || (type.IsInterface && type.Assembly == typeof(KeySlot).Assembly && found.Any(one => one.GetInterfaces().Contains(type)));
    }

    /// <returns>A call, one whose object was disposed of after it had been made once, and the object of the first.</returns>
    private static (Action Call, Action Warm, IDisposable Object) Prepared(Type type)
    {
        var make = s_calls.GetValueOrDefault(type) ?? (() => Hash(type));
        var (call, living) = make();
        var (warm, disposed) = make();
        warm();
        disposed.Dispose();
        return (call, warm, living);
    }

    private static (Action Call, IDisposable Object) Hash(Type type) => On(
        (HashAlgorithm)(typeof(KeyedHashAlgorithm).IsAssignableFrom(type)
            ? Activator.CreateInstance(type, s_key)! : Activator.CreateInstance(type)!),
        hash => hash.TransformBlock(s_text, 0, s_text.Length, null, 0));

    private static Func<(Action Call, IDisposable Object)> Of(Aead aead) => () => On(
        new AeadFace(aead.Create(aead.Kernels.Best, s_key.AsSpan(0, Math.Min(s_key.Length, aead.KeyBytes[^1])), 16)), face => face.Encrypt(s_longNonce.AsSpan(0, aead.NonceBytes[^1]), s_text, s_output, s_tag));

    private static (Action Call, IDisposable Object) On<T>(T living, Action<T> call)
        where T : IDisposable => (() => call(living), living);

    private static void Read(Stream stream) => stream.ReadExactly(s_output, 0, 16);

    private static void Write(Stream stream)
    {
        stream.Write(s_chunks, 0, s_chunks.Length);
        stream.Flush();
    }

    private static void Run(List<Action> calls, byte* outcomes)
    {
        for (var i = 0; i < calls.Count; i++)
        {
            try
            {
                calls[i]();
                outcomes[i] = Returned;
            }
            catch (ObjectDisposedException)
            {
                outcomes[i] = Refused;
            }
            catch (Exception)
            {
                outcomes[i] = FailedOtherwise;
            }
        }
    }

    [DllImport("libc")]
    private static extern int fork();

    [DllImport("libc")]
    private static extern int getpid();

    [DllImport("libc")]
    private static extern int kill(int process, int signal);

    [DllImport("libc")]
    private static extern byte* mmap(byte* address, nint length, int protection, int flags, int file, nint offset);

    [DllImport("libc")]
    private static extern int waitpid(int process, int* status, int options);
}
