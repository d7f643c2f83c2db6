using System;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What an operator may forbid. Each switch is read once, from AppContext and from the environment; the environment can
/// only tighten.
/// </summary>
internal static class Switches
{
    private const CpuFeatures WideAes = CpuFeatures.Vaes | CpuFeatures.Vpclmulqdq;
    private const CpuFeatures Avx2AndBeyond = CpuFeatures.Avx2 | CpuFeatures.Bmi2 | CpuFeatures.Avx512 | WideAes;

    /// <summary>
    /// Whether the machine-code tier may be used: <c>ManagedCrypto.MachineCode</c>, <c>MANAGEDCRYPTO_MACHINECODE=0</c>.
    /// </summary>
    public static bool MachineCode { get; } =
        AppContextOr("ManagedCrypto.MachineCode", true) && !Environment("MANAGEDCRYPTO_MACHINECODE", "0");

    /// <summary>
    /// Whether variable-time kernels are passed over: <c>ManagedCrypto.RequireConstantTime</c>,
    /// <c>MANAGEDCRYPTO_REQUIRECONSTANTTIME=1</c>.
    /// </summary>
    public static bool RequireConstantTime { get; } =
        AppContextOr("ManagedCrypto.RequireConstantTime", false) || Environment("MANAGEDCRYPTO_REQUIRECONSTANTTIME", "1");

    /// <summary>Whether SHA-NI may be used: <c>MANAGEDCRYPTO_SHANI=0</c>, since the runtime has no knob for it.</summary>
    public static bool ShaNi { get; } = !Environment("MANAGEDCRYPTO_SHANI", "0");

    /// <summary>What .NET's own knobs take away from machine code, on every runtime, as .NET 10 understands them.</summary>
    public static CpuFeatures ClosedByKnobs() =>
        ClosedBy("EnableHWIntrinsic", ~CpuFeatures.None)
        | ClosedBy("EnableSSE42", ~(CpuFeatures.AesNi | CpuFeatures.Pclmulqdq))
        | ClosedBy("EnableAVX", CpuFeatures.Avx | Avx2AndBeyond)
        | ClosedBy("EnableAVX2", Avx2AndBeyond)
        | ClosedBy("EnableAVX512", CpuFeatures.Avx512)
        | ClosedBy("EnableVAES", WideAes)
        | ClosedBy("EnableAES", CpuFeatures.AesNi | CpuFeatures.Pclmulqdq | WideAes);

    private static CpuFeatures ClosedBy(string knob, CpuFeatures features) =>
        IsZero("DOTNET_" + knob) || IsZero("COMPlus_" + knob) ? features : CpuFeatures.None;

    /// <summary>The runtime reads hexadecimal numbers: 0, 00, 0x0.</summary>
    private static bool IsZero(string variable) =>
        System.Environment.GetEnvironmentVariable(variable) is { Length: > 0 } value && value.TrimStart('0', 'x').Length == 0;

    private static bool AppContextOr(string name, bool otherwise) => AppContext.TryGetSwitch(name, out var on) ? on : otherwise;

    private static bool Environment(string name, string value) => System.Environment.GetEnvironmentVariable(name) == value;
}
