using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What a stream says that it read is checked, by everything that reads one, before anything is done with it.</summary>
public class UnderlyingStreamTests
{
    private static readonly byte[] s_key = TestBytes.Random(32, seed: 1);
    private static readonly byte[] s_iv = TestBytes.Random(16, seed: 2);
    private static readonly byte[] s_text = TestBytes.Random(100, seed: 3);
    private static readonly byte[] s_sealed = Cobblestone.SealToArray(s_key, s_text);

    /// <summary>Each way to read a stream: the bytes that it has, the reads that it answers rightly, and the call.</summary>
    private static readonly Dictionary<string, (byte[] Bytes, int HonestReads, Action<Stream> Read)> s_readers = new()
    {
        ["a hash"] = (s_text, 0, source => SHA256.HashData(source)),
        ["a hash, later"] = (s_text, 1, source => SHA256.HashData(source)),
        ["a hash, not waiting"] = (s_text, 1, source => Wait(SHA256.HashDataAsync(source))),
        ["an extendable output"] = (s_text, 0, source => Shake128.HashData(source, 32)),
        ["a code"] = (s_text, 0, source => HMACSHA256.HashData(s_key, source)),
        ["a verified code"] = (s_text, 0, source => AesCmac.Verify(s_key, source, s_iv)),
        ["a checksum"] = (s_text, 0, source => Crc32.HashData(source)),
        ["GCM, verifying"] = (s_text, 0, source => Gcm(gcm => gcm.Verify(s_iv.AsSpan(0, 12), source, s_iv))),
        ["GCM, second pass"] = (Encrypted(out var tag), 2, source => Gcm(gcm => gcm.Decrypt(s_iv.AsSpan(0, 12), source, tag, Stream.Null))),
        ["GCM, second pass, not waiting"] = (Encrypted(out _), 2, source =>
            Gcm(gcm => gcm.DecryptAsync(s_iv.AsMemory(0, 12), source, tag, Stream.Null).AsTask().GetAwaiter().GetResult())),
        ["XTS"] = (new byte[1024], 0, source => new AesXtsStream(source, [.. s_key, .. s_text[..32]], 512).ReadByte()),
        ["XTS, not waiting"] = (new byte[1024], 0, source => ReadAsync(new AesXtsStream(source, [.. s_key, .. s_text[..32]], 512))),
        ["CBC"] = (new byte[64], 0, source => new AesCbcDecryptingStream(source, s_key, s_iv).ReadByte()),
        ["CBC, not waiting"] = (new byte[64], 0, source => ReadAsync(new AesCbcDecryptingStream(source, s_key, s_iv))),
        ["CTR"] = (s_text, 0, source => new AesCtrStream(source, s_key, s_iv).ReadByte()),
        ["CTR, not waiting"] = (s_text, 0, source => ReadAsync(new AesCtrStream(source, s_key, s_iv))),
        ["Cobblestone's header"] = (s_sealed, 0, source => Cobblestone.CreateOpeningStream(source, s_key).ReadByte()),
        ["Cobblestone's chunks"] = (s_sealed, 1, source => Cobblestone.CreateOpeningStream(source, s_key).ReadByte()),
        ["Cobblestone's header, not waiting"] = (s_sealed, 0, source => ReadAsync(Cobblestone.CreateOpeningStream(source, s_key))),
        ["Cobblestone's chunks, not waiting"] = (s_sealed, 1, source => ReadAsync(Cobblestone.CreateOpeningStream(source, s_key))),
    };

    public static TheoryData<string> Readers => new(s_readers.Keys);

    [Theory]
    [MemberData(nameof(Readers))]
    public void Impossible_count_of_bytes_read_is_an_error_of_the_stream(string reader)
    {
        var (bytes, honestReads, read) = s_readers[reader];
        foreach (var claim in new Func<int, int>[] { _ => -1, _ => int.MinValue, asked => -asked, asked => asked + 1, _ => int.MaxValue })
        {
            foreach (var isLate in new[] { false, true })
            {
                var source = new StreamBeneath { IsLate = isLate };
                source.Write(bytes, 0, bytes.Length);
                source.Position = 0;
                (source.Claim, source.HonestReads) = (claim, honestReads);
                var message = Assert.Throws<IOException>(() => read(source)).Message;
                Assert.Equal($"The stream returned {source.Claimed} for a read of up to {source.Asked} bytes.", message);
            }
        }
    }

    [Fact]
    public void Nothing_else_reads_a_stream_that_others_wrote()
    {
        var methods = LibraryTypes.AboveKernels.Where(type => Outermost(type) != typeof(UnderlyingStream)).SelectMany(Methods);
        Assert.Empty(methods.Where(ReadsStream).Select(method => $"{method.DeclaringType}.{method.Name}"));
        Assert.Contains(Methods(typeof(UnderlyingStream)), ReadsStream);
    }

    [Fact]
    public void Read_of_a_stream_that_is_not_checked_is_found() =>
        Assert.All(typeof(Planted).GetMethods(All | BindingFlags.DeclaredOnly), method => Assert.True(ReadsStream(method), method.Name));

    private const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static;

    private static IEnumerable<MethodBase> Methods(Type type) =>
        type.GetMembers(All | BindingFlags.DeclaredOnly).OfType<MethodBase>();

    private static Type Outermost(Type type) => type.DeclaringType is { } outer ? Outermost(outer) : type;

    /// <summary>It has a stream, and reads. Our own streams, which it may call, and which call themselves, have checked what they return.</summary>
    private static bool ReadsStream(MethodBase method) => HasStream(method) && IntermediateCode.Mentioned(method).Any(called =>
        typeof(Stream).IsAssignableFrom(called.DeclaringType) && called.DeclaringType!.Assembly != typeof(UnderlyingStream).Assembly
            && called.Name.Contains("Read", StringComparison.Ordinal) && called.Name is not "get_CanRead");

    private static bool HasStream(MethodBase method) =>
        method.GetParameters().Any(parameter => typeof(Stream).IsAssignableFrom(parameter.ParameterType))
            || IntermediateCode.Of(method).Any(instruction => instruction.OpCode.OperandType == OperandType.InlineField
                && typeof(Stream).IsAssignableFrom(IntermediateCode.Field(method, instruction.Operand).FieldType));

    private static byte[] Encrypted(out byte[] tag)
    {
        var ciphertext = new byte[s_text.Length];
        var right = new byte[16];
        Gcm(gcm => gcm.Encrypt(s_iv.AsSpan(0, 12), s_text, ciphertext, right));
        tag = right;
        return ciphertext;
    }

    private static void Gcm(Action<AesGcm> call)
    {
        using var gcm = new AesGcm(s_key, 16);
        call(gcm);
    }

    private static void Wait<T>(ValueTask<T> work) => work.AsTask().GetAwaiter().GetResult();

    private static void ReadAsync(Stream stream) => Wait(stream.ReadAsync(new byte[10]));

    private static class Planted
    {
        public static int Array(Stream stream) => stream.Read(new byte[1], 0, 1);

        public static int Span(Stream stream) => stream.Read(new byte[1]);

        public static int One(Stream stream) => stream.ReadByte();

        public static int OfFile(FileStream stream) => stream.Read(new byte[1]);

        public static ValueTask<int> Later(Stream stream) => stream.ReadAsync(new byte[1]);

        public static void Whole(Stream stream) => stream.ReadExactly(new byte[1]);
    }
}
