using System;
using System.Linq;
using System.Runtime.CompilerServices;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Results;
using ManagedCrypto.Intrinsics;
using static ManagedCrypto.Benchmarks.Workspace;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>The ways to encrypt one text by AES-128 in ECB mode, each a loop of bare calls.</summary>
internal sealed unsafe class EcbCalls
{
    private const string Managed = "managed-code";
    private const string Brief = "without-transition";
    private const string Transition = "with-transition";
    private const string OpenSsl = "openssl";
    private const int Rounds = 10;

    private static readonly AesKernel s_managed =
        Algorithms.Aes.Kernels.Runnable.First(kernel => kernel.Tier != Intrinsics.KernelTier.MachineCode);

    private static readonly AesKernel? s_machineCode =
        Algorithms.Aes.Kernels.Runnable.FirstOrDefault(kernel => kernel.Tier == Intrinsics.KernelTier.MachineCode);

    private readonly ArraySegment<byte> _source;
    private readonly ArraySegment<byte> _destination;
    private readonly ArraySegment<byte> _managedKey = Workspace.Allocate(s_managed.ScheduleBytes);
    private readonly ArraySegment<byte> _machineCodeKey = Workspace.Allocate(s_machineCode?.ScheduleBytes ?? 0);
    private readonly LibCrypto? _openSsl;
    private readonly void* _context;

    public EcbCalls(ReadOnlySpan<byte> text, LibCrypto? openSsl)
    {
        _source = Workspace.Allocate(text.Length);
        text.CopyTo(_source);
        _destination = Workspace.Allocate(text.Length);
        var key = Operations.Key(128);
        fixed (byte* k = key)
        {
            s_managed.ExpandKey(k, key.Length, Address(_managedKey));
            s_machineCode?.ExpandKey(k, key.Length, Address(_machineCodeKey));
        }

        _openSsl = openSsl;
        if (openSsl is not null)
            _context = new OpenSslPeer(openSsl).KeyedContext("ECB", encrypt: true, key, key);
    }

    private static nint Entry { get; } = (nint)WidestEntry();

    /// <summary>All ways, with why they are not here.</summary>
    public static Side[] Ways(LibCrypto? openSsl)
    {
        var noMachineCode = s_machineCode is null ? Algorithms.Aes.Kernels.All[0].WhyUnavailable() : null;
        return
        [
            new(Managed, "managed code"),
            new(Brief, "machine code") { NotHere = noMachineCode },
            new(Transition, "with transition") { NotHere = noMachineCode },
            new(OpenSsl, "OpenSSL P/Invoke") { NotHere = openSsl is null ? "no libcrypto" : null },
        ];
    }

    public static string? Kernel(string way) => way switch
    {
        Managed => s_managed.Id,
        Brief or Transition => s_machineCode!.Id,
        _ => null,
    };

    /// <summary>The loop of one way; for an empty text, of calls that do nothing.</summary>
    public Action<int> Loop(string way) => way switch
    {
        Managed => CallManaged,
        Brief => CallBriefly,
        Transition => CallWithTransition,
        _ => _source.Count == 0 ? CallOpenSslForNothing : CallOpenSsl,
    };

    public byte[] ResultOf(Action<int> loop)
    {
        _destination.AsSpan().Clear();
        loop(1);
        return _destination.ToArray();
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void CallManaged(int calls)
    {
        var (from, to, bytes, kernel) = ((nint)Address(_source), (nint)Address(_destination), _source.Count, s_managed);
        var arguments = Arguments(_managedKey);
        for (var i = 0; i < calls; i++)
        {
            SetText(&arguments, from, to, bytes);
            kernel.Run(AesOperation.EncryptEcb, &arguments);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void CallBriefly(int calls)
    {
        var (from, to, bytes, entry) = ((nint)Address(_source), (nint)Address(_destination), _source.Count, Entry);
        var arguments = Arguments(_machineCodeKey);
        for (var i = 0; i < calls; i++)
        {
            SetText(&arguments, from, to, bytes);
            MachineCode.CallBriefly((void*)entry, &arguments);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void CallWithTransition(int calls)
    {
        var (from, to, bytes, entry) = ((nint)Address(_source), (nint)Address(_destination), _source.Count, Entry);
        var arguments = Arguments(_machineCodeKey);
        for (var i = 0; i < calls; i++)
        {
            SetText(&arguments, from, to, bytes);
            MachineCode.Call((void*)entry, &arguments);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void CallOpenSsl(int calls)
    {
        var update = _openSsl!.UpdateCipher;
        var context = _context;
        var bytes = _source.Count;
        byte* from = Address(_source), to = Address(_destination);
        int written;
        for (var i = 0; i < calls; i++)
            PInvoke(update, context, to, &written, from, bytes);
    }

    // As in a call that stands alone: in a loop, the JIT would prepare for the transition once.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int PInvoke(
        delegate* unmanaged<void*, byte*, int*, byte*, int, int> update,
        void* context,
        byte* to,
        int* written,
        byte* from,
        int bytes) => update(context, to, written, from, bytes);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static uint PInvoke(delegate* unmanaged<uint> number) => number();

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void CallOpenSslForNothing(int calls)
    {
        var number = _openSsl!.VersionNumber;
        for (var i = 0; i < calls; i++)
            PInvoke(number);
    }

    /// <summary>The kernel itself, which its class calls with or without a transition as the length has it.</summary>
    private static void* WidestEntry()
    {
        CodeEntry[] entries = [AesCode.EncryptEcbVaes512, AesCode.EncryptEcbVaes256, AesCode.EncryptEcbAesNiAvx];
        foreach (var entry in entries)
            if (s_machineCode is not null && (entry.Requires & ~Cpu.ForMachineCode) == CpuFeatures.None)
                return AesCode.Page.Address(entry);
        return null;
    }

    private static AesArguments Arguments(ArraySegment<byte> key)
    {
        AesArguments arguments = default;
        arguments.Schedule = Address(key);
        arguments.Rounds = Rounds;
        return arguments;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void SetText(AesArguments* arguments, nint source, nint destination, nint bytes)
    {
        arguments->Source = (byte*)source;
        arguments->Destination = (byte*)destination;
        arguments->Length = bytes;
    }
}
