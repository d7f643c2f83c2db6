using System;
using System.Runtime.CompilerServices;

namespace ManagedCrypto;

/// <summary>
/// The bytes of an expanded key, for as long as they are used. Whoever takes <see cref="Bytes"/> ends with
/// <see cref="IsAlive"/> or <see cref="Complete"/>, which hold the slot until then: without them, it could be finalized and
/// given to another object under a running kernel. A test finds every use that does not.
/// </summary>
internal readonly unsafe ref struct KeyScope
{
    /// <summary>Of all expanded keys, wherever they lie.</summary>
    public const int Alignment = 64;

    private readonly KeySlot? _slot;

    public KeyScope(KeySlot slot, byte* bytes)
    {
        _slot = slot;
        Bytes = bytes;
    }

    /// <summary>Of a key on the caller's stack, aligned, which lives as long as the caller.</summary>
    public KeyScope(byte* stackMemory) => Bytes = stackMemory;

    public byte* Bytes { get; }

    /// <summary>
    /// Whether the result of a call counts: the key had not been disposed of before this question, with all earlier reads of
    /// its bytes complete.
    /// </summary>
    public bool IsAlive => _slot is null || _slot.IsAlive;

    /// <summary>Ends the writing of a key, which is alive from now on.</summary>
    public void Complete() => _slot?.Complete();

    /// <summary>Where in memory on a stack a key begins; the memory has <see cref="Alignment"/> bytes more than the key.</summary>
    public static byte* Align(void* memory) => (byte*)memory + (-(nint)memory & (Alignment - 1));

    /// <summary>Ends a call for which <see cref="IsAlive"/> does not hold.</summary>
    /// <exception cref="ObjectDisposedException">Always; the output is zeroed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void ThrowDisposed(Span<byte> output) => FailedCall.ThrowDisposed(output, _slot!.Owner);
}
