using System;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What an operator may forbid. Each switch is read once, from AppContext and from the environment; the environment can
/// only tighten.
/// </summary>
internal static class Switches
{
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

    private static bool AppContextOr(string name, bool otherwise) => AppContext.TryGetSwitch(name, out var on) ? on : otherwise;

    private static bool Environment(string name, string value) => System.Environment.GetEnvironmentVariable(name) == value;
}
