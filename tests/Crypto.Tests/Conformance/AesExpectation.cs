using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using Framework = System.Security.Cryptography.Aes;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>What an operation of the AES kernels has to do: the framework's answer to it, and what it leaves as the IV.</summary>
internal sealed class AesExpectation
{
    private const int Block = 16;
    private const PaddingMode None = PaddingMode.None;

    private readonly Func<Framework, byte[], byte[], byte[]> _expect;
    private int _resumeUnit;

    private AesExpectation(Func<Framework, byte[], byte[], byte[]> expect) => _expect = expect;

    /// <summary>The names of all operations. One that nothing is known of fails as its tests begin.</summary>
    public static IReadOnlyList<string> Names { get; } = typeof(AesOperation).GetEnumNames();

    public AesOperation Operation { get; private set; }

    /// <summary>Bytes that a length is a multiple of.</summary>
    public int Unit { get; private set; } = Block;

    /// <summary>Bytes after whose multiples a message may go on in another call.</summary>
    public int ResumeUnit
    {
        get => Math.Max(_resumeUnit, Unit);
        private set => _resumeUnit = value;
    }

    public bool NeedsDecryptionKey { get; private set; }

    private Feedback Feedback { get; set; }

    public static AesExpectation Of(string name)
    {
        if (!Enum.TryParse<AesOperation>(name, out var operation))
            throw new ArgumentException($"{name} is no operation.", nameof(name));
        var expectation = Of(operation);
        expectation.Operation = operation;
        return expectation;
    }

    public byte[] Expect(Framework oracle, byte[] source, byte[] iv) => _expect(oracle, source, iv);

    /// <summary>What the IV is after a message of which these are the first bytes.</summary>
    public byte[] IVAfter(byte[] iv, byte[] source, byte[] output, int length) => Feedback switch
    {
        Feedback.Input => LastBlock(iv, source, length),
        Feedback.Output => LastBlock(iv, output, length),
        Feedback.Counter => Counter(iv, (length + Block - 1) / Block),
        Feedback.GcmSivCounter => ReferenceGcmSiv.Counter(iv, (length + Block - 1) / Block),
        Feedback.GcmCounter => GcmCounter(iv, (length + Block - 1) / Block),
        Feedback.Tweak when length % Block > 0 => [],
        Feedback.Tweak => ReferenceXts.Tweak(iv, length / Block),
        _ => iv,
    };

    public override string ToString() => Operation.ToString();

    /// <summary>A counter block some blocks on, added byte by byte.</summary>
    public static byte[] Counter(byte[] first, int blocks)
    {
        var counter = (byte[])first.Clone();
        for (int i = Block - 1, carry = blocks; i >= 0; i--)
        {
            carry += counter[i];
            counter[i] = (byte)carry;
            carry >>= 8;
        }

        return counter;
    }

    private static AesExpectation Of(AesOperation operation) => operation switch
    {
        AesOperation.EncryptEcb => new((aes, text, _) => aes.EncryptEcb(text, None)),
        AesOperation.DecryptEcb => new((aes, text, _) => aes.DecryptEcb(text, None))
        {
            NeedsDecryptionKey = true,
        },
        AesOperation.EncryptCbc => new((aes, text, iv) => aes.EncryptCbc(text, iv, None))
        {
            Feedback = Feedback.Output,
        },
        AesOperation.DecryptCbc => new((aes, text, iv) => aes.DecryptCbc(text, iv, None))
        {
            Feedback = Feedback.Input,
            NeedsDecryptionKey = true,
        },
        AesOperation.EncryptCfb8 => new((aes, text, iv) => aes.EncryptCfb(text, iv, None, 8))
        {
            Unit = 1,
            Feedback = Feedback.Output,
        },
        AesOperation.DecryptCfb8 => new((aes, text, iv) => aes.DecryptCfb(text, iv, None, 8))
        {
            Unit = 1,
            Feedback = Feedback.Input,
        },
        AesOperation.EncryptCfb128 => new((aes, text, iv) => aes.EncryptCfb(text, iv, None, 128))
        {
            Feedback = Feedback.Output,
        },
        AesOperation.DecryptCfb128 => new((aes, text, iv) => aes.DecryptCfb(text, iv, None, 128))
        {
            Feedback = Feedback.Input,
        },
        AesOperation.TransformCtr => new((aes, text, iv) => Ctr(aes, text, iv, Counter))
        {
            Unit = 1,
            ResumeUnit = Block,
            Feedback = Feedback.Counter,
        },
        AesOperation.TransformGcmSivCtr => new((aes, text, iv) => ReferenceGcmSiv.Ctr(aes, iv, text))
        {
            Unit = 1,
            ResumeUnit = Block,
            Feedback = Feedback.GcmSivCounter,
        },
        AesOperation.TransformGcmCtr => new((aes, text, iv) => Ctr(aes, text, iv, GcmCounter))
        {
            Unit = 1,
            ResumeUnit = Block,
            Feedback = Feedback.GcmCounter,
        },
        AesOperation.EncryptXts => new((aes, text, tweak) => Xts(aes, text, tweak, encrypts: true))
        {
            Feedback = Feedback.Tweak,
        },
        AesOperation.DecryptXts => new((aes, text, tweak) => Xts(aes, text, tweak, encrypts: false))
        {
            Feedback = Feedback.Tweak,
            NeedsDecryptionKey = true,
        },
        _ => throw new ArgumentOutOfRangeException(nameof(operation), operation, "Nothing tells what its result should be."),
    };

    private static byte[] Ctr(Framework oracle, byte[] source, byte[] iv, Func<byte[], int, byte[]> counter)
    {
        var blocks = (source.Length + Block - 1) / Block;
        var counters = Enumerable.Range(0, blocks).SelectMany(i => counter(iv, i)).ToArray();
        return oracle.EncryptEcb(counters, None).Zip(source, (key, text) => (byte)(key ^ text)).ToArray();
    }

    private static byte[] Xts(Framework oracle, byte[] text, byte[] tweak, bool encrypts) => ReferenceXts.Unit(
        text, tweak, blocks => encrypts ? oracle.EncryptEcb(blocks, None) : oracle.DecryptEcb(blocks, None), encrypts);

    private static byte[] GcmCounter(byte[] first, int blocks) => [.. first[..12], .. Counter(first, blocks)[12..]];

    private static byte[] LastBlock(byte[] iv, byte[] text, int length) => iv.Concat(text.Take(length)).Skip(length).ToArray();
}

/// <summary>What becomes the next IV as a message goes by.</summary>
internal enum Feedback
{
    None,
    Input,
    Output,
    Counter,
    GcmSivCounter,
    GcmCounter,
    Tweak,
}
