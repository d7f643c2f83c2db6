using System;
using System.Security.Cryptography;

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <summary>
/// PBKDF2 with HMAC (RFC 8018): keys from passwords. A drop-in for
/// <see cref="System.Security.Cryptography.Rfc2898DeriveBytes"/> that needs no native library, with all hash functions that
/// <see cref="IncrementalHash"/> knows. The static <c>Pbkdf2</c> gives a key in one call; an object gives as many bytes as are asked
/// for, one call after the other.
/// </summary>
/// <remarks>
/// Static members may be called from many threads at once. An instance serves one call at a time: it throws
/// <see cref="CryptographicException"/> to a second caller, and <see cref="ObjectDisposedException"/> after
/// <see cref="DeriveBytes.Dispose()"/>, which wipes the password. Constructors without a hash function take SHA-1, and 1,000 iterations
/// where they are given none, as .NET's do: too few for a new program.
/// </remarks>
public sealed unsafe partial class Rfc2898DeriveBytes : DeriveBytes
{
    private const int DefaultIterations = 1000;

    private const string CryptDeriveKeyObsolete =
        "It is Windows' own derivation, which .NET has no more: use PasswordDeriveBytes, or a derivation of today.";

    private readonly MessageHash _hash;
    private readonly StateSlot _slot;
    private byte[] _salt;
    private int _iterations;

    /// <summary>Begins with a password, a salt and HMAC-SHA-1.</summary>
    /// <inheritdoc cref="Rfc2898DeriveBytes(byte[], byte[], int, HashAlgorithmName)"/>
    public Rfc2898DeriveBytes(byte[] password, byte[] salt, int iterations)
        : this(password, salt, iterations, HashAlgorithmName.SHA1)
    {
    }

    /// <summary>Begins with a password and a salt.</summary>
    /// <param name="password">The password, of any length. It is not kept.</param>
    /// <param name="salt">The salt, of any length. It is copied.</param>
    /// <param name="iterations">How many times the hash is applied: the more, the longer a guess takes.</param>
    /// <param name="hashAlgorithm">The hash function of the HMAC.</param>
    /// <exception cref="ArgumentNullException"><paramref name="password"/> or <paramref name="salt"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="iterations"/> is not positive.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="hashAlgorithm"/> has no name, is not a known hash function, or is MD5.
    /// </exception>
    public Rfc2898DeriveBytes(byte[] password, byte[] salt, int iterations, HashAlgorithmName hashAlgorithm)
        : this(CopyOfSalt(password, salt), iterations, hashAlgorithm) =>
        Begin(password);

    /// <summary>Begins with a password, a salt, HMAC-SHA-1 and 1,000 iterations.</summary>
    /// <inheritdoc cref="Rfc2898DeriveBytes(string, byte[], int, HashAlgorithmName)"/>
    public Rfc2898DeriveBytes(string password, byte[] salt)
        : this(password, salt, DefaultIterations)
    {
    }

    /// <summary>Begins with a password, a salt and HMAC-SHA-1.</summary>
    /// <inheritdoc cref="Rfc2898DeriveBytes(string, byte[], int, HashAlgorithmName)"/>
    public Rfc2898DeriveBytes(string password, byte[] salt, int iterations)
        : this(password, salt, iterations, HashAlgorithmName.SHA1)
    {
    }

    /// <param name="password">The password, which is taken in UTF-8.</param>
    /// <inheritdoc cref="Rfc2898DeriveBytes(byte[], byte[], int, HashAlgorithmName)"/>
    public Rfc2898DeriveBytes(string password, byte[] salt, int iterations, HashAlgorithmName hashAlgorithm)
        : this(CopyOfSalt(password, salt), iterations, hashAlgorithm) =>
        Begin(password);

    /// <summary>Begins with a password, a random salt, HMAC-SHA-1 and 1,000 iterations.</summary>
    /// <inheritdoc cref="Rfc2898DeriveBytes(string, int, int, HashAlgorithmName)"/>
    public Rfc2898DeriveBytes(string password, int saltSize)
        : this(password, saltSize, DefaultIterations)
    {
    }

    /// <summary>Begins with a password, a random salt and HMAC-SHA-1.</summary>
    /// <inheritdoc cref="Rfc2898DeriveBytes(string, int, int, HashAlgorithmName)"/>
    public Rfc2898DeriveBytes(string password, int saltSize, int iterations)
        : this(password, saltSize, iterations, HashAlgorithmName.SHA1)
    {
    }

    /// <summary>Begins with a password and a random salt.</summary>
    /// <param name="password">The password, which is taken in UTF-8.</param>
    /// <param name="saltSize">Bytes of the salt.</param>
    /// <inheritdoc cref="Rfc2898DeriveBytes(byte[], byte[], int, HashAlgorithmName)"/>
    /// <exception cref="ArgumentNullException"><paramref name="password"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="iterations"/> is not positive, or <paramref name="saltSize"/> is negative.
    /// </exception>
    public Rfc2898DeriveBytes(string password, int saltSize, int iterations, HashAlgorithmName hashAlgorithm)
        : this(RandomSalt(password, saltSize, iterations), iterations, hashAlgorithm) =>
        Begin(password);

    private Rfc2898DeriveBytes(byte[] salt, int iterations, HashAlgorithmName hashAlgorithm)
    {
        _salt = salt;
        _iterations = RequirePositive(iterations);
        _hash = HashNames.KnownForKeys(hashAlgorithm);
        HashAlgorithm = hashAlgorithm;
        _slot = new StateSlot(sizeof(Memory));
    }

    /// <summary>The hash function of the HMAC.</summary>
    public HashAlgorithmName HashAlgorithm { get; }

    /// <summary>How many times the hash is applied; setting it begins anew.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not positive; the parameter's name is <c>value</c>.</exception>
    public int IterationCount
    {
        get => _iterations;
        set
        {
            if (value <= 0)
                throw new ArgumentOutOfRangeException(nameof(value), value, "There is one iteration or more.");
            using var scope = _slot.Enter(this);
            _iterations = value;
            Begin((Memory*)scope.Bytes);
        }
    }

    /// <summary>The salt, a copy each time, or zeros after disposal, as by .NET's; setting it begins anew.</summary>
    /// <exception cref="ArgumentNullException">It is set to null; the parameter's name is <c>value</c>.</exception>
    public byte[] Salt
    {
        get => _slot.IsDisposed ? new byte[_salt.Length] : (byte[])_salt.Clone();
        set
        {
            var salt = (byte[])Arguments.Required(value, nameof(value)).Clone();
            using var scope = _slot.Enter(this);
            _salt = salt;
            Begin((Memory*)scope.Bytes);
        }
    }
}
