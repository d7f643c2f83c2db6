using System;
using System.Collections.Generic;
using System.Threading;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What an operator may forbid. Each switch is read once, from AppContext and from the environment, and either is enough to tighten it.
/// 0 and false, 1 and true are understood in any case and with blanks around them; an empty value says nothing. Any other value is taken
/// for the stricter one of the two, since whoever set it wanted something else than what happens without.
/// </summary>
internal sealed class Switches
{
    /// <summary>What is x64's.</summary>
    private const CpuFeatures X64 = (CpuFeatures)0xFFFF;

    private const CpuFeatures WideAes = CpuFeatures.Vaes | CpuFeatures.Vpclmulqdq;
    private const CpuFeatures Avx2AndBeyond = CpuFeatures.Avx2 | CpuFeatures.Bmi2 | CpuFeatures.Avx512 | WideAes;

    private static Switches? s_ofProcess;

    private string[] _misread = [];

    /// <summary>Reads them all.</summary>
    /// <param name="appContext">The value of a name in AppContext, or null.</param>
    /// <param name="environment">The value of an environment variable, or null.</param>
    internal Switches(Func<string, string?> appContext, Func<string, string?> environment)
    {
        bool Is(bool strict, string name, string variable) =>
            IsStrict(strict, name, appContext(name)) | IsStrict(strict, variable, environment(variable));

        MachineCode = !Is(false, "ManagedCrypto.MachineCode", "MANAGEDCRYPTO_MACHINECODE");
        RequireConstantTime = Is(true, "ManagedCrypto.RequireConstantTime", "MANAGEDCRYPTO_REQUIRECONSTANTTIME");
        const string ShaNiVariable = "MANAGEDCRYPTO_SHANI";
        ShaNi = !IsStrict(false, ShaNiVariable, environment(ShaNiVariable));
    }

    /// <summary>Those of this process. If reading them fails, as for want of memory, the next caller reads them again.</summary>
    public static Switches OfProcess => Volatile.Read(ref s_ofProcess)
        ?? Interlocked.CompareExchange(ref s_ofProcess, new(OfAppContext, Environment.GetEnvironmentVariable), null)
        ?? s_ofProcess;

    /// <summary>Whether the machine-code tier may be used; the stricter value is false.</summary>
    public bool MachineCode { get; }

    /// <summary>Whether variable-time kernels are passed over; the stricter value is true.</summary>
    public bool RequireConstantTime { get; }

    /// <summary>Whether SHA-NI may be used: a switch of ours, since the runtime has none for it. The stricter value is false.</summary>
    public bool ShaNi { get; }

    /// <summary>A sentence for each value that was not understood.</summary>
    public IReadOnlyList<string> Misread => _misread;

    /// <summary>What .NET's own knobs take away from machine code, on every runtime, as .NET 10 understands them.</summary>
    public static CpuFeatures ClosedByKnobs() =>
        ClosedBy("EnableHWIntrinsic", ~CpuFeatures.None)
        | ClosedBy("EnableSSE42", X64 & ~(CpuFeatures.AesNi | CpuFeatures.Pclmulqdq))
        | ClosedBy("EnableAVX", CpuFeatures.Avx | Avx2AndBeyond)
        | ClosedBy("EnableAVX2", Avx2AndBeyond)
        | ClosedBy("EnableAVX512", CpuFeatures.Avx512)
        | ClosedBy("EnableVAES", WideAes)
        | ClosedBy("EnableAES", CpuFeatures.AesNi | CpuFeatures.Pclmulqdq | WideAes)
        | ClosedBy("EnableArm64Aes", CpuFeatures.ArmAes | CpuFeatures.ArmPmull)
        | ClosedBy("EnableArm64Sha1", CpuFeatures.ArmSha1)
        | ClosedBy("EnableArm64Sha256", CpuFeatures.ArmSha256)
        | ClosedBy("EnableArm64Crc32", CpuFeatures.ArmCrc32);

    private static CpuFeatures ClosedBy(string knob, CpuFeatures features) =>
        IsZero("DOTNET_" + knob) || IsZero("COMPlus_" + knob) ? features : CpuFeatures.None;

    /// <summary>The runtime reads hexadecimal numbers: 0, 00, 0x0.</summary>
    private static bool IsZero(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } value && value.TrimStart('0', 'x').Length == 0;

    /// <summary>What the program set, or a runtimeconfig.json, where a value may be any text.</summary>
    private static string? OfAppContext(string name) =>
        AppContext.TryGetSwitch(name, out var on) ? on.ToString() : AppContext.GetData(name)?.ToString();

    /// <summary>Whether a value is the stricter one of the two.</summary>
    private bool IsStrict(bool strict, string name, string? value)
    {
        bool Means(string number, string word) => value!.Trim() is var text
            && (text == number || text.Equals(word, StringComparison.OrdinalIgnoreCase));

        if (string.IsNullOrWhiteSpace(value))
            return false;
        if (Means("0", "false"))
            return !strict;
        if (Means("1", "true"))
            return strict;

        // Whatever it is, it does not get out of its line.
        var shown = value!.ToCharArray();
        for (var i = 0; i < shown.Length; i++)
            shown[i] = char.IsControl(shown[i]) ? '?' : shown[i];
        Array.Resize(ref _misread, _misread.Length + 1);
        _misread[_misread.Length - 1] = $"{name} is \"{new string(shown)}\", which is none of 0, 1, false and true, and is taken for {(strict ? 1 : 0)}";
        return true;
    }
}
