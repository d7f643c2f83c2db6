using System;
using System.Security.Cryptography;
using System.Threading;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AES (FIPS 197) in ECB, CBC, CFB8 and CFB128 (SP 800-38A) with no native library underneath, a drop-in for
/// <see cref="System.Security.Cryptography.Aes"/>. Keys of 128, 192 or 256 bits, blocks of 16 bytes, all five paddings.
/// </summary>
/// <remarks>
/// <para>
/// One-shots and key wrap may run on many threads at once under one key, also while another thread disposes of the object or
/// changes the key: such a call throws with its output zeroed, which may until then hold bytes made under a dead key.
/// Everything else serves one thread at a time. Buffers of the one-shots may overlap in any way.
/// </para>
/// <para>
/// The key and its schedules live in memory that never moves and are wiped on disposal and when the key is replaced. After
/// disposal, what needs a key or an IV throws <see cref="ObjectDisposedException"/>. Transforms have a copy of the key, and
/// live until they are disposed of themselves. Cipher text stealing and output feedback are refused.
/// </para>
/// </remarks>
public sealed unsafe partial class Aes : System.Security.Cryptography.Aes
{
    private const int BlockBits = 8 * AesBlock.Bytes;

    private readonly AesKernel _kernel;

    // Not in the base class's field, which its disposal zeroes under the feet of other threads.
    private byte[]? _iv;

    /// <summary>A cipher in CBC mode with PKCS #7 padding, and a random 256-bit key unless one is set.</summary>
    public Aes()
        : this(Algorithms.Aes.Kernels.Best)
    {
    }

    internal Aes(AesKernel kernel) => _kernel = kernel;

    /// <summary>
    /// The key: 16, 24 or 32 bytes, a copy each time; a random one of <see cref="KeySize"/> bits until one is set.
    /// </summary>
    /// <exception cref="CryptographicException">The value is null or of another length.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override byte[] Key
    {
        get
        {
            var key = GetKey();
            var held = key.Hold();
            var copy = Secret.ToArray(new(held.Bytes, key.Bytes));
            if (!held.IsAlive)
                ThrowReplaced(copy);
            return copy;
        }
        set => SetKey(value);
    }

    /// <summary>Bits of the key: 128, 192 or 256, at first 256; setting it drops the key, whatever its length.</summary>
    /// <exception cref="CryptographicException">The value is another.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed, and the value is set.</exception>
    public override int KeySize
    {
        get => KeySizeValue;
        set
        {
            if (value % 8 != 0 || !Arguments.IsAesKeySize(value / 8))
                throw new CryptographicException($"A key of {value} bits: AES takes 128, 192 or 256.");
            Replace(null);
            KeySizeValue = value;
        }
    }

    /// <summary>The IV of transforms: 16 bytes, a copy each time; random until one is set.</summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    /// <exception cref="CryptographicException">The value is not of 16 bytes.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override byte[] IV
    {
        get
        {
            ThrowIfDisposed();
            var iv = Volatile.Read(ref _iv);
            if (iv is null)
            {
                var fresh = RandomIV();
                iv = Interlocked.CompareExchange(ref _iv, fresh, null) ?? fresh;
            }

            return (byte[])iv.Clone();
        }
        set
        {
            if (Arguments.Required(value, nameof(value)).Length != AesBlock.Bytes)
                throw new CryptographicException($"An IV of {value.Length} bytes was given: it must have {AesBlock.Bytes}.");
            ThrowIfDisposed();
            Volatile.Write(ref _iv, (byte[])value.Clone());
        }
    }

    /// <summary>The mode of transforms: CBC (at first), ECB or CFB.</summary>
    /// <exception cref="CryptographicException">The value is another.</exception>
    public override CipherMode Mode
    {
        get => ModeValue;
        set
        {
            if (value is not (CipherMode.CBC or CipherMode.ECB or CipherMode.CFB))
                throw new CryptographicException($"The mode {value} was given: CBC, ECB and CFB are supported.");
            ModeValue = value;
        }
    }

    /// <summary>The padding of transforms, at first PKCS #7.</summary>
    /// <exception cref="CryptographicException">The value is none of <see cref="PaddingMode"/>.</exception>
    public override PaddingMode Padding
    {
        get => PaddingValue;
        set
        {
            if (value is < PaddingMode.None or > PaddingMode.ISO10126)
                throw new CryptographicException($"The padding {value} was given: it is none of PaddingMode.");
            PaddingValue = value;
        }
    }

    /// <summary>
    /// Bits of the segments of transforms in CFB, at first 8: any whole number of bytes up to a block can be set, and
    /// <see cref="CreateEncryptor()"/> and <see cref="CreateDecryptor()"/> take 8 and 128.
    /// </summary>
    /// <exception cref="CryptographicException">The value is no multiple of 8 from 8 to 128.</exception>
    public override int FeedbackSize
    {
        get => FeedbackSizeValue;
        set
        {
            if (value is <= 0 or > BlockBits || value % 8 != 0)
                throw new CryptographicException($"A feedback of {value} bits was given: it must be 8, 16, ... or 128.");
            FeedbackSizeValue = value;
        }
    }

    /// <summary>Bits of a block: 128; setting it drops the IV, as .NET's class does.</summary>
    /// <exception cref="CryptographicException">The value is another.</exception>
    public override int BlockSize
    {
        get => BlockBits;
        set
        {
            if (value != BlockBits)
                throw new CryptographicException($"A block of {value} bits was given: AES has blocks of 128.");
            Volatile.Write(ref _iv, null);
        }
    }

    /// <summary>Bits of a block: 128 only.</summary>
    public override KeySizes[] LegalBlockSizes => [new KeySizes(BlockBits, BlockBits, 0)];

    /// <summary>Bits of a key: 128, 192 and 256.</summary>
    public override KeySizes[] LegalKeySizes => [new KeySizes(128, 256, 64)];

    /// <inheritdoc cref="Aes()"/>
    public static new Aes Create() => new();

    /// <summary>
    /// A cipher by one of the names that .NET knows AES by, such as <c>AES</c>; upper and lower case are alike.
    /// </summary>
    /// <returns>Null when the name is another.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
#if NET
    [Obsolete("Create the cipher by its type instead of by a name.", DiagnosticId = "SYSLIB0045")]
#endif
    public static new Aes? Create(string algorithmName)
    {
        Arguments.Required(algorithmName, nameof(algorithmName));
        return Algorithms.Aes.Types[0].GoesBy(algorithmName) ? new Aes() : null;
    }
}
