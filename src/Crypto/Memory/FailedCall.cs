using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>How calls end whose output may not be used: with zeros in its place.</summary>
internal static class FailedCall
{
    /// <exception cref="ObjectDisposedException">An object of this type was disposed.</exception>
    public static void ThrowDisposed(Span<byte> output, Type owner)
    {
        Forget(output);
        throw new ObjectDisposedException(owner.FullName);
    }

    /// <exception cref="AuthenticationTagMismatchException">A tag is wrong.</exception>
    public static void ThrowMismatch(Span<byte> plaintext)
    {
        Forget(plaintext);
        throw new AuthenticationTagMismatchException();
    }

    /// <inheritdoc cref="ThrowMismatch(Span{byte})"/>
    public static void ThrowMismatch(Span<byte> plaintext, string message)
    {
        Forget(plaintext);
        throw new AuthenticationTagMismatchException(message);
    }

    private static void Forget(Span<byte> output)
    {
        output.Clear();

        // What the runtime copies as it throws takes in what calls have left there.
        Secret.WipeStack();
        Secret.ForgetRegisters();
    }
}
