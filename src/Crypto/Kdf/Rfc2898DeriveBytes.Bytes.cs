using System;
using System.Security.Cryptography;
using System.Text;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

public sealed unsafe partial class Rfc2898DeriveBytes
{
    /// <summary>The next bytes of the key: those of one call follow those of the last.</summary>
    /// <param name="cb">How many.</param>
    /// <returns>The bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="cb"/> is not positive.</exception>
    /// <exception cref="CryptographicException">There are no more: the key has 2^32 - 1 digests.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override byte[] GetBytes(int cb)
    {
        if (cb <= 0)
            throw new ArgumentOutOfRangeException(nameof(cb), cb, "It is not positive.");
        var key = new byte[cb];
        using var scope = _slot.Enter(this);
        var memory = (Memory*)scope.Bytes;
        for (var done = 0; done < cb;)
        {
            if (memory->Left == 0)
                NextBlock(memory);
            var bytes = Math.Min(memory->Left, cb - done);
            Secret.Copy(new((byte*)&memory->Block + _hash.DigestBytes - memory->Left, bytes), key.AsSpan(done));
            memory->Left -= bytes;
            done += bytes;
        }

        return key;
    }

    /// <summary>Begins anew: the first bytes come again.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override void Reset()
    {
        using var scope = _slot.Enter(this);
        Begin((Memory*)scope.Bytes);
    }

    /// <summary>Throws, as .NET's does on every system: .NET Framework has Windows derive a key by its own method.</summary>
    /// <param name="algname">Is not used.</param>
    /// <param name="alghashname">Is not used.</param>
    /// <param name="keySize">Is not used.</param>
    /// <param name="rgbIV">Is not used.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="PlatformNotSupportedException">Always.</exception>
#if NET
    [Obsolete(CryptDeriveKeyObsolete, DiagnosticId = "SYSLIB0033", UrlFormat = "https://aka.ms/dotnet-warnings/{0}")]
#else
    [Obsolete(CryptDeriveKeyObsolete)]
#endif
    public byte[] CryptDeriveKey(string algname, string alghashname, int keySize, byte[] rgbIV) =>
        throw new PlatformNotSupportedException(CryptDeriveKeyObsolete);

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _slot.Dispose();
        base.Dispose(disposing);
    }

    /// <summary>Numbers are checked before the password, and the hash function last, as by .NET's constructor.</summary>
    private static byte[] RandomSalt(object password, int saltSize, int iterations)
    {
        if (saltSize < 0)
            throw new ArgumentOutOfRangeException(nameof(saltSize), saltSize, "It is negative.");
        RequirePositive(iterations);
        Arguments.Required(password, nameof(password));
        var salt = new byte[saltSize];
        RandomBytes.Fill(salt);
        return salt;
    }

    private static byte[] CopyOfSalt(object password, byte[] salt)
    {
        Arguments.Required(password, nameof(password));
        return (byte[])Arguments.Required(salt, nameof(salt)).Clone();
    }

    /// <summary>Half of a surrogate pair counts as U+FFFD, as in .NET's constructors; the static methods refuse it.</summary>
    private void Begin(string password)
    {
        var utf8 = new byte[Encoding.UTF8.GetByteCount(Arguments.Required(password, nameof(password)))];
        fixed (byte* pinned = utf8)
        {
            using var secret = new SecretScope(pinned, utf8.Length);
            Encoding.UTF8.GetBytes(password, 0, password.Length, utf8, 0);
            Begin(utf8);
        }
    }

    private void Begin(byte[] password)
    {
        using var scope = _slot.Enter(this);
        var memory = (Memory*)scope.Bytes;
        Pbkdf2State.SetPassword(_hash, &memory->Derivation, password);
        Begin(memory);
    }

    private void Begin(Memory* memory)
    {
        Pbkdf2State.SetSalt(_hash, &memory->Derivation, _salt);
        memory->Number = 0;
        memory->Left = 0;
    }

    private void NextBlock(Memory* memory)
    {
        if (memory->Number == uint.MaxValue)
            throw new CryptographicException("The key has no more bytes.");
        Pbkdf2State.DeriveBlock(_hash, &memory->Derivation, ++memory->Number, _iterations, (byte*)&memory->Block);
        memory->Left = _hash.DigestBytes;
    }

    /// <summary>The slot: the last block, of which so many bytes are left.</summary>
    private struct Memory
    {
        public Pbkdf2State Derivation;
        public HashWords Block;
        public uint Number;
        public int Left;
    }
}
