using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>Methods that leak what they are given, each in its way, which a run must refuse; and one that does not.</summary>
internal sealed unsafe class LeakyMethods
{
    private const int Bytes = 32;

    private static readonly byte[] s_table = [.. Enumerable.Range(0, 256).Select(i => (byte)(i * 7))];

    private static ulong s_kept;

    private delegate void Method(byte* secret, byte* destination);

    /// <exception cref="InvalidOperationException">One is not refused, or the one that does not leak is.</exception>
    public static void Run()
    {
        var methods = new LeakyMethods();
        foreach (var method in new Method[] { methods.Branch, methods.Index, methods.Count, methods.Compare, methods.Divide, methods.Keep, methods.Call, methods.Multiply, methods.Prefetch })
        {
            if (WhyRefused(method) is null)
                throw new InvalidOperationException($"{method.Method.Name} leaks, and is not refused.");
        }

        if (WhyRefused(methods.Add) is { } why)
            throw new InvalidOperationException($"{nameof(Add)} does not leak: {why}");
    }

    private static string? WhyRefused(Method method)
    {
        using var call = new CompiledCall();
        try
        {
            call.Run(method, (nint)call.Secret(Bytes), (nint)call.Secret(Bytes));
            return null;
        }
        catch (InvalidOperationException failure)
        {
            return failure.Message;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Branch(byte* secret, byte* destination)
    {
        if ((secret[3] & 1) != 0)
            destination[1]++;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Index(byte* secret, byte* destination) => *destination = s_table[*secret];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Count(byte* secret, byte* destination)
    {
        for (var i = 0; i < (*secret & 7); i++)
            destination[i] = 0;
    }

    /// <summary>Ends at the first difference. (.NET's comparison of so few bytes would not.)</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Compare(byte* secret, byte* destination)
    {
        var i = 0;
        while (i < Bytes && secret[i] == destination[i])
            i++;
        *destination = (byte)i;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Divide(byte* secret, byte* destination) => *destination = (byte)(*(uint*)secret / 1000 % ((uint)*destination | 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Keep(byte* secret, byte* destination) => s_kept += *(ulong*)secret;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Call(byte* secret, byte* destination)
    {
        var functions = stackalloc delegate*<byte*, void>[2];
        functions[0] = &One;
        functions[1] = &Other;
        functions[*secret & 1](destination);
    }

    /// <summary>The machine does not know the product of such vectors, of which one lies where a secret says.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Multiply(byte* secret, byte* destination)
    {
        fixed (byte* table = s_table)
            (Vector128.Load((int*)destination) * Vector128.Load((int*)(table + (*secret & 15)))).Store((int*)destination);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Prefetch(byte* secret, byte* destination)
    {
        fixed (byte* table = s_table)
            Sse.Prefetch0(table + *secret);
    }

    private static void One(byte* destination) => *destination = 1;

    private static void Other(byte* destination) => *destination = 2;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Add(byte* secret, byte* destination)
    {
        var carry = 0u;
        for (var i = 0; i < Bytes; i++)
        {
            carry += (uint)secret[i] + destination[i];
            destination[i] = (byte)carry;
            carry >>= 8;
        }
    }
}
