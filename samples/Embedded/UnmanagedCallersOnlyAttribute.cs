#if !NET
namespace System.Runtime.InteropServices;

/// <summary>
/// Says that a method is called from C alone. Mono makes a native entry of any static method, and needs no mark.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class UnmanagedCallersOnlyAttribute : Attribute
{
}
#endif
