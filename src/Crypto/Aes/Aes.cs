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
public sealed partial class Aes : System.Security.Cryptography.Aes
{
    private const int BlockBits = 8 * AesBlock.Bytes;

    private readonly AesKernel _kernel;

    // Null until a key is set or needed, then AesKey.Disposed for good.
    private AesKey? _key;

    /// <summary>A cipher in CBC mode with PKCS #7 padding, and a random 256-bit key unless one is set.</summary>
    public Aes()
        : this(Algorithms.Aes.Kernels.Best)
    {
    }

    internal Aes(AesKernel kernel) => _kernel = kernel;

    /// <summary>
    /// The key: 16, 24 or 32 bytes, a copy each time. A random one of <see cref="KeySize"/> bits until one is set.
    /// </summary>
    /// <exception cref="CryptographicException">The value is null or of another length.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override byte[] Key
    {
        get
        {
            var key = GetKey();
            var copy = key.Raw.ToArray();
            ThrowIfReplaced(key, copy);
            return copy;
        }
        set => SetKey(value);
    }

    /// <summary>Bits of the key: 128, 192 or 256, at first 256. Setting it drops the key, whatever its length.</summary>
    /// <exception cref="CryptographicException">The value is another.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed, and the value is set.</exception>
    public override int KeySize
    {
        get => KeySizeValue;
        set
        {
            if (value is not (128 or 192 or 256))
                throw new CryptographicException($"A key of {value} bits was given: AES takes 128, 192 or 256.");
            Replace(null);
            KeySizeValue = value;
        }
    }

    /// <summary>The IV of transforms: 16 bytes, a copy each time. Random until one is set.</summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    /// <exception cref="CryptographicException">The value is not of 16 bytes.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override byte[] IV
    {
        get
        {
            ThrowIfDisposed();
            if (IVValue is null)
                GenerateIV();
            return (byte[])IVValue!.Clone();
        }
        set
        {
            if (value is null)
                throw new ArgumentNullException(nameof(value));
            if (value.Length != AesBlock.Bytes)
                throw new CryptographicException($"An IV of {value.Length} bytes was given: it must have {AesBlock.Bytes}.");
            ThrowIfDisposed();
            IVValue = (byte[])value.Clone();
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

    /// <summary>Bits of a block: 128. Setting it drops the IV, as .NET's class does.</summary>
    /// <exception cref="CryptographicException">The value is another.</exception>
    public override int BlockSize
    {
        get => BlockBits;
        set
        {
            if (value != BlockBits)
                throw new CryptographicException($"A block of {value} bits was given: AES has blocks of 128.");
            IVValue = null;
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

    /// <summary>Bytes of a key, or of any bytes, when wrapped with padding (RFC 5649).</summary>
    /// <param name="plaintextLengthInBytes">From 1 to 2,147,483,632.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is another.</exception>
#if NET
    public static new int GetKeyWrapPaddedLength(int plaintextLengthInBytes)
#else
    public static int GetKeyWrapPaddedLength(int plaintextLengthInBytes)
#endif
    {
        if (plaintextLengthInBytes is <= 0 or > int.MaxValue - 15)
        {
            throw new ArgumentOutOfRangeException(
                nameof(plaintextLengthInBytes), plaintextLengthInBytes, "A plaintext to wrap has from 1 to 2147483632 bytes.");
        }

        return AesKeyWrap.WrappedLength(plaintextLengthInBytes);
    }

    /// <summary>Replaces the key by a random one of <see cref="KeySize"/> bits.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override void GenerateKey() => Replace(RandomKey());

    /// <summary>Replaces the IV by a random one.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override void GenerateIV()
    {
        ThrowIfDisposed();
        var iv = new byte[AesBlock.Bytes];
        RandomBytes.Fill(iv);
        IVValue = iv;
    }

    /// <summary>An encryptor with the <see cref="Key"/> and <see cref="IV"/> of this object.</summary>
    /// <exception cref="CryptographicException">CFB with a feedback other than of 8 or 128 bits.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override ICryptoTransform CreateEncryptor() => CreateTransform(encrypting: true);

    /// <summary>An encryptor with a key and an IV of its own; mode, padding and feedback are this object's.</summary>
    /// <param name="rgbKey">16, 24 or 32 bytes.</param>
    /// <param name="rgbIV">16 bytes; in ECB, which needs none, it may be null.</param>
    /// <exception cref="ArgumentNullException">The key is null.</exception>
    /// <exception cref="ArgumentException">Key or IV is of another length.</exception>
    /// <exception cref="CryptographicException">
    /// CFB with a feedback other than of 8 or 128 bits, or no IV where one is needed.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public override ICryptoTransform CreateEncryptor(byte[] rgbKey, byte[]? rgbIV) =>
        CreateTransform(rgbKey, rgbIV, encrypting: true);

    /// <summary>A decryptor with the <see cref="Key"/> and <see cref="IV"/> of this object.</summary>
    /// <inheritdoc cref="CreateEncryptor()"/>
    public override ICryptoTransform CreateDecryptor() => CreateTransform(encrypting: false);

    /// <summary>A decryptor with a key and an IV of its own; mode, padding and feedback are this object's.</summary>
    /// <inheritdoc cref="CreateEncryptor(byte[], byte[])"/>
    public override ICryptoTransform CreateDecryptor(byte[] rgbKey, byte[]? rgbIV) =>
        CreateTransform(rgbKey, rgbIV, encrypting: false);

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            var key = Interlocked.Exchange(ref _key, AesKey.Disposed);
            if (key != AesKey.Disposed)
                key?.Dispose();
        }

        base.Dispose(disposing);
    }

    private AesTransform CreateTransform(bool encrypting)
    {
        var key = GetKey();
        var transform = CreateTransform(key.Raw, IV, encrypting);
        if (!key.IsAlive)
        {
            transform.Dispose();
            ThrowReplaced();
        }

        return transform;
    }

    private AesTransform CreateTransform(byte[] rgbKey, byte[]? rgbIV, bool encrypting)
    {
        if (rgbKey is null)
            throw new ArgumentNullException(nameof(rgbKey));
        if (rgbKey.Length is not (16 or 24 or 32))
            throw new ArgumentException($"A key of {rgbKey.Length} bytes was given: AES takes 16, 24 or 32.", nameof(rgbKey));
        if (rgbIV is not null && rgbIV.Length != AesBlock.Bytes)
            throw new ArgumentException($"The IV of {rgbIV.Length} bytes must have {AesBlock.Bytes}.", nameof(rgbIV));
        ThrowIfDisposed();
        return CreateTransform(rgbKey.AsSpan(), rgbIV, encrypting);
    }

    private AesTransform CreateTransform(ReadOnlySpan<byte> key, byte[]? iv, bool encrypting)
    {
        var mode = ModeValue switch
        {
            CipherMode.ECB => AesMode.Ecb,
            CipherMode.CBC => AesMode.Cbc,
            _ => CfbMode(FeedbackSizeValue),
        };
        if (iv is null && mode != AesMode.Ecb)
            throw new CryptographicException($"No IV was given: {ModeValue} needs one of {AesBlock.Bytes} bytes.");
        return new AesTransform(_kernel, key, iv, mode, PaddingValue, encrypting);
    }

    private static AesMode CfbMode(int feedbackSizeInBits) => feedbackSizeInBits switch
    {
        8 => AesMode.Cfb8,
        BlockBits => AesMode.Cfb128,
        _ => throw new CryptographicException($"A feedback of {feedbackSizeInBits} bits was given: AES takes 8 or 128."),
    };

    private AesKey GetKey()
    {
        var key = Volatile.Read(ref _key);
        return key is null || key == AesKey.Disposed ? GenerateIfMissing() : key;
    }

    private AesKey GenerateIfMissing()
    {
        ThrowIfDisposed();
        var fresh = RandomKey();
        var found = Interlocked.CompareExchange(ref _key, fresh, null);
        if (found is null)
            return fresh;

        fresh.Dispose();
        return GetKey();
    }

    private AesKey RandomKey()
    {
        Span<byte> bytes = stackalloc byte[32];
        bytes = bytes.Slice(0, KeySizeValue / 8);
        RandomBytes.Fill(bytes);
        var key = new AesKey(_kernel, bytes);
        Secret.Wipe(bytes);
        return key;
    }

    private void Replace(AesKey? fresh)
    {
        AesKey? old;
        do
        {
            old = Volatile.Read(ref _key);
            if (old == AesKey.Disposed)
            {
                fresh?.Dispose();
                ThrowReplaced();
            }
        }
        while (Interlocked.CompareExchange(ref _key, fresh, old) != old);

        old?.Dispose();
    }

    private void ThrowIfDisposed()
    {
        if (Volatile.Read(ref _key) == AesKey.Disposed)
            ThrowReplaced();
    }

    /// <summary>
    /// Called when the kernel has run: unless the key was alive all the time, the output is zeroed and the call fails.
    /// </summary>
    private void ThrowIfReplaced(AesKey key, Span<byte> output)
    {
        if (!key.IsAlive)
        {
            output.Clear();
            Secret.ForgetRegisters();
            ThrowReplaced();
        }
    }

    private void ThrowReplaced()
    {
        if (Volatile.Read(ref _key) == AesKey.Disposed)
            throw new ObjectDisposedException(typeof(Aes).FullName);
        throw new CryptographicException("Another thread replaced the key during the call.");
    }
}
