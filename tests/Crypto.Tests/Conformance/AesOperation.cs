using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using Framework = System.Security.Cryptography.Aes;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>One mode of the AES kernels in one direction, with the framework's answer to it.</summary>
internal sealed unsafe class AesOperation
{
    private const int Block = 16;
    private const PaddingMode None = PaddingMode.None;

    public static readonly AesOperation[] All =
    [
        new("EncryptEcb", (kernel, call) => kernel.EncryptEcb(call), (aes, text, _) => aes.EncryptEcb(text, None)),
        new("DecryptEcb", (kernel, call) => kernel.DecryptEcb(call), (aes, text, _) => aes.DecryptEcb(text, None))
        { NeedsDecryptionKey = true },
        new("EncryptCbc", (kernel, call) => kernel.EncryptCbc(call), (aes, text, iv) => aes.EncryptCbc(text, iv, None))
        { Feedback = Feedback.Output },
        new("DecryptCbc", (kernel, call) => kernel.DecryptCbc(call), (aes, text, iv) => aes.DecryptCbc(text, iv, None))
        { Feedback = Feedback.Input, NeedsDecryptionKey = true },
        new("EncryptCfb8", (kernel, call) => kernel.EncryptCfb8(call), (aes, text, iv) => aes.EncryptCfb(text, iv, None, 8))
        { Unit = 1, Feedback = Feedback.Output },
        new("DecryptCfb8", (kernel, call) => kernel.DecryptCfb8(call), (aes, text, iv) => aes.DecryptCfb(text, iv, None, 8))
        { Unit = 1, Feedback = Feedback.Input },
        new("EncryptCfb128", (kernel, call) => kernel.EncryptCfb128(call), (aes, text, iv) => aes.EncryptCfb(text, iv, None, 128))
        { Feedback = Feedback.Output },
        new("DecryptCfb128", (kernel, call) => kernel.DecryptCfb128(call), (aes, text, iv) => aes.DecryptCfb(text, iv, None, 128))
        { Feedback = Feedback.Input },
        new("TransformCtr", (kernel, call) => kernel.TransformCtr(call), Ctr)
        { Unit = 1, ResumeUnit = Block, Feedback = Feedback.Counter },
    ];

    private readonly string _name;
    private readonly Func<Framework, byte[], byte[], byte[]> _expect;
    private int _resumeUnit;

    private AesOperation(string name, KernelCall run, Func<Framework, byte[], byte[], byte[]> expect)
    {
        _name = name;
        Run = run;
        _expect = expect;
    }

    internal delegate void KernelCall(AesKernel kernel, AesArguments* call);

    public KernelCall Run { get; }

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

    public static AesOperation Named(string name) => All.Single(operation => operation._name == name);

    public static IEnumerable<string> Names => All.Select(operation => operation._name);

    public byte[] Expect(Framework oracle, byte[] source, byte[] register) => _expect(oracle, source, register);

    /// <summary>What the register holds after a message of which these are the first bytes.</summary>
    public byte[] RegisterAfter(byte[] register, byte[] source, byte[] output, int length) => Feedback switch
    {
        Feedback.Input => LastBlock(register, source, length),
        Feedback.Output => LastBlock(register, output, length),
        Feedback.Counter => Counter(register, (length + Block - 1) / Block),
        _ => register,
    };

    public override string ToString() => _name;

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

    private static byte[] Ctr(Framework oracle, byte[] source, byte[] register)
    {
        var blocks = (source.Length + Block - 1) / Block;
        var counters = Enumerable.Range(0, blocks).SelectMany(i => Counter(register, i)).ToArray();
        return oracle.EncryptEcb(counters, None).Zip(source, (key, text) => (byte)(key ^ text)).ToArray();
    }

    private static byte[] LastBlock(byte[] register, byte[] text, int length) =>
        register.Concat(text.Take(length)).Skip(length).ToArray();
}

/// <summary>What the register takes up as a message goes by.</summary>
internal enum Feedback
{
    None,
    Input,
    Output,
    Counter,
}
