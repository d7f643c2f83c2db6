#if !NET
namespace System.Runtime.CompilerServices;

/// <summary>
/// Tells the compiler not to have a method's locals zeroed. Older frameworks do not name it; the compiler goes by the name.
/// </summary>
[AttributeUsage(AttributeTargets.Method, Inherited = false)]
internal sealed class SkipLocalsInitAttribute : Attribute
{
}
#endif
