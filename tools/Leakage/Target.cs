using System;

namespace ManagedCrypto.Leakage;

/// <summary>
/// A piece of code on an input, whose time must not tell to which of two classes the input belongs. Unless it says otherwise, a
/// class has one input, made once, and the other a new random one each time.
/// </summary>
/// <param name="Name">What is measured, and of what it should be independent.</param>
/// <param name="Leaks">Whether it is known to leak: a control, of which that must be seen.</param>
/// <param name="InputBytes">Bytes of an input.</param>
/// <param name="Run">The code; it may overwrite the input.</param>
internal sealed unsafe record Target(string Name, bool Leaks, int InputBytes, Target.Code Run)
{
    /// <summary>Makes the input of a class out of a random one.</summary>
    public Action<int, Span<byte>>? Shape { get; init; }

    public delegate void Code(byte* input);
}
