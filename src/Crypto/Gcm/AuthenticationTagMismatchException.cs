#if NET
using System.Runtime.CompilerServices;

[assembly: TypeForwardedTo(typeof(System.Security.Cryptography.AuthenticationTagMismatchException))]
#else
namespace System.Security.Cryptography;

/// <summary>
/// The exception that is thrown when a decryption operation with an authenticated cipher has an authentication tag mismatch.
/// The framework's own type since .NET 8, to which the assets for .NET 8 and later forward.
/// </summary>
public sealed class AuthenticationTagMismatchException : CryptographicException
{
    /// <summary>Initializes the exception with a message of its own.</summary>
    public AuthenticationTagMismatchException()
        : base("The computed authentication tag did not match the input authentication tag.")
    {
    }

    /// <summary>Initializes the exception with the message <paramref name="message"/>.</summary>
    /// <param name="message">What happened.</param>
    public AuthenticationTagMismatchException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes the exception with the message <paramref name="message"/> and its cause.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="inner">The exception that caused this one, if any.</param>
    public AuthenticationTagMismatchException(string? message, Exception? inner)
        : base(message, inner)
    {
    }
}
#endif
