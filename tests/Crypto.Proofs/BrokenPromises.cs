using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Kernels;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>Calls that break a promise, each by one field: <see cref="Promises"/> must refuse them, and take the same calls without it.</summary>
internal static unsafe class BrokenPromises
{
    private const int BatchBytes = GcmTheorems.PieceBytes;

    private const ulong Source = 1UL << 32, Apart = 2UL << 32;

    /// <summary>Kernels, what their callers might give them, and a field with what they may not.</summary>
    private static readonly (string Kernel, (string Field, ulong Value)[] Kept, (string Field, ulong Value)[] Broken)[] s_rows =
    [
        ("ExpandKey", [("Rounds", 12)], [("Rounds", 11), ("Rounds", 0)]),
        ("EncryptCbc", [("Rounds", 14), ("Length", 32), ("Source", Source), ("Destination", Apart)],
            [("Rounds", 13), ("Length", 33), ("Length", ulong.MaxValue), ("Destination", Source + 16), ("Destination", Source - 31), ("IV", Apart + 16), ("IV", Source - 1)]),
        ("EncryptXtsAesNiAvx", [("Rounds", 10), ("Length", 17), ("IV", Apart)], [("Length", 15)]),
        ("TransformCtrAesNiAvx", [("Rounds", 10), ("Length", 17), ("IV", Source)], [("Length", ulong.MaxValue - 15), ("IV", 1)]),
        ("SealCcm", [("Rounds", 10), ("HeadLength", 16)], [("HeadLength", 0), ("HeadLength", 17), ("Length", ulong.MaxValue), ("Rounds", 9)]),
        ("EncryptVaes256", [("SecondOffset", 32), ("Stride", 64), ("Count", 2), ("Source", Source), ("Destination", Apart)],
            [("SecondOffset", 16), ("Stride", 48), ("Count", ulong.MaxValue), ("Destination", Source + 64)]),
        ("ExpandKey128", [("Rounds", 10)], [("Rounds", 16)]),
        ("SealAesNiAvx", [("Rounds", 10), ("Length", 512), ("Part", 3), ("BlocksBefore", 32), ("Source", Source), ("Destination", Apart)],
            [("Rounds", 8), ("Length", 528), ("Part", 4), ("BlocksBefore", 33), ("BlocksBefore", ulong.MaxValue), ("Destination", Source + 1)]),
        ("OpenAesNiAvx", [("AssociatedDataLength", 16), ("Rounds", 10), ("Length", 1), ("Destination", Source), ("Source", Source)],
            [("AssociatedDataLength", ulong.MaxValue), ("AssociatedData", Source - 15)]),
        ("PolyvalPclmulAvx", [], [("Length", ulong.MaxValue)]),
        ("DeriveGcmSivKeys128", [("Rounds", 14)], [("Rounds", 12)]),
        ("SealShortGcmSiv128", [("Rounds", 10), ("HashedBytes", 48), ("TextBytes", 16), ("LastBytes", 0xFFFF)],
            [("Rounds", 12), ("HashedBytes", 144), ("HashedBytes", 40), ("TextBytes", 48), ("TextBytes", 8), ("LastBytes", 0xFF00)]),
        ("SealAvx2", [("Length", 512), ("Source", Source), ("Destination", Apart)], [("Length", 0), ("Length", 256), ("Destination", Source + 64), ("Cipher", Apart + 448)]),
        ("SealAvx512", [("Length", 1024), ("Source", Source), ("Destination", Apart)], [("Length", 512)]),
        ("HashBmi2", [("Length", 16)], [("Length", 0), ("Length", 24)]),
        ("FoldPclmulAvx", [("Length", 16)], [("Length", 15)]),
        ("SumAvx2", [("Length", 32)], [("Length", 48), ("Length", (1 << 20) + 32)]),
        ("KeccakBmi2", [("BlockBytes", 136)], [("BlockBytes", 12), ("BlockBytes", 208), ("TailBlocks", ulong.MaxValue)]),
        ("Sha256ShaNiPair", [("Blocks", 1)], [("Blocks", ulong.MaxValue)]),
        ("Sha1Pbkdf2ShaNi", [("Iterations", 1)], [("Iterations", ulong.MaxValue)]),
    ];

    /// <exception cref="InvalidOperationException">One is not refused, or a kept promise is.</exception>
    public static void Run()
    {
        RunInMemory();
        var layouts = Promises.Layouts;
        var tried = s_rows.Select(row => layouts[row.Kernel].StructName).Concat(Promises.Unconditional);
        if (layouts.Values.Select(layout => layout.StructName).Except(tried).FirstOrDefault() is { } other)
            throw new InvalidOperationException($"No call with {other} breaks a promise here.");
        foreach (var (kernel, kept, broken) in s_rows)
        {
            var arguments = new byte[layouts[kernel].Bytes];
            Set(arguments, layouts[kernel], kept);
            if (WhyBroken(kernel, arguments) is { } why)
                throw new InvalidOperationException($"A promise that is kept is refused. {why}");
            foreach (var field in broken)
            {
                byte[] changed = [.. arguments];
                Set(changed, layouts[kernel], [field]);
                if (WhyBroken(kernel, changed) is null)
                    throw new InvalidOperationException($"{kernel} may be called with {field.Value:x} in {field.Field}.");
            }
        }
    }

    /// <summary>What memory has: keys that are not complete, r that is not clamped, a hash that is too long, a counter that has counted.</summary>
    private static void RunInMemory()
    {
        const int Rounds = 10, Bytes = 1024, Alignment = 16, InverseKeys = AesCode.EncryptionScheduleBytes;
        var aes = new AesSpecification<byte, Numbers>(default);
        var keys = aes.ExpandKey([.. Enumerable.Range(1, 16).Select(i => (byte)i)]);
        byte[] schedule = [.. keys.SelectMany(key => key)], inverse = [.. aes.InvertKeys(keys).SelectMany(key => key)];
        var powers = GcmTheorems.Table([.. keys.Select(key => Array.ConvertAll(key, number => (int)number))], hasTable: true);
        var memory = (byte*)NativeMemory.AlignedAlloc(Bytes + (uint)powers.Length, Alignment);
        var all = new Span<byte>(memory, Bytes + powers.Length);

        all.Clear();
        schedule.CopyTo(all);
        inverse.CopyTo(all[InverseKeys..]);
        AesArguments cbc = new() { Schedule = memory, Rounds = Rounds };
        Demand("DecryptCbcAesNiAvx", &cbc, memory + schedule.Length - 1, memory + InverseKeys + inverse.Length - 1);

        powers.CopyTo(all[GcmLayout.KeyPowersOffset..]);
        AeadArguments gcm = new() { Key = memory, Rounds = Rounds, Length = BatchBytes };
        var lastPower = memory + GcmLayout.KeyPowersOffset + (GcmLayout.KeyPowers * Alignment) - 1;
        Demand("SealAesNiAvx", &gcm, memory + Alignment, lastPower);
        Demand("SealVaes512", &gcm, memory + Alignment, lastPower, memory + GcmLayout.KeyPowersOffset + powers.Length - 1);

        AesCcmArguments ccm = new() { Schedule = memory, Rounds = Rounds, HeadLength = Alignment, Length = ushort.MaxValue };
        ((byte*)&ccm.Counter)[0] = 1;
        Demand("SealCcm", &ccm, memory + Alignment, (byte*)&ccm.Counter + Alignment - 1, (byte*)&ccm.Counter);

        var state = (Poly1305State*)memory;
        *state = new() { R0 = 0x0FFFFFFC0FFFFFFF, H2 = HashState.MostOfHash };
        ChaChaPolyArguments hash = new() { Hash = (ulong*)state, Length = Alignment };
        Demand("HashBmi2", &hash, (byte*)&state->R0 + 7, (byte*)&state->H2 + 1);
        NativeMemory.AlignedFree(memory);
    }

    /// <summary>Demands that a call is taken, and refused with any of these bytes changed.</summary>
    private static void Demand(string kernel, void* arguments, params byte*[] bytes)
    {
        const byte Change = 0x91;
        if (Promises.WhyBroken(kernel, arguments, hasMemory: true) is { } why)
            throw new InvalidOperationException($"A promise that is kept is refused. {why}");
        for (var i = 0; i < bytes.Length; i++)
        {
            *bytes[i] ^= Change;
            if (Promises.WhyBroken(kernel, arguments, hasMemory: true) is null)
                throw new InvalidOperationException($"{kernel} may be called with place {i} of those tried here changed.");
            *bytes[i] ^= Change;
        }
    }

    private static void Set(byte[] arguments, ArgumentLayout layout, IEnumerable<(string Field, ulong Value)> fields)
    {
        foreach (var (field, value) in fields)
        {
            var bytes = BitConverter.GetBytes(value).AsSpan(0, Math.Min(sizeof(ulong), layout[field].Bytes));
            bytes.CopyTo(arguments.AsSpan(layout[field].Offset));
        }
    }

    private static string? WhyBroken(string kernel, byte[] arguments)
    {
        fixed (byte* first = arguments)
            return Promises.WhyBroken(kernel, first, hasMemory: false);
    }
}
