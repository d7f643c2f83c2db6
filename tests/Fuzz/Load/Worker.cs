using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;

namespace ManagedCrypto.Fuzz.Load;

/// <summary>
/// One thread's work: calls chosen at random, each of which gives what .NET gives; or is refused, since another thread has
/// disposed of the object; or throws what it should, since it was asked for the impossible.
/// </summary>
internal sealed class Worker
{
    private readonly Random _random;
    private readonly Answers[] _answers;
    private readonly SharedKeys[] _shared;
    private readonly IDisposable?[] _victims;
    private readonly Action<Answers>[] _works;

    /// <param name="seed">Of its choices.</param>
    /// <param name="answers">Messages to choose from.</param>
    /// <param name="shared">What all threads use; any of it may be disposed of and replaced.</param>
    /// <param name="victims">Objects of single threads, for the others to dispose of.</param>
    public Worker(int seed, Answers[] answers, SharedKeys[] shared, IDisposable?[] victims)
    {
        _random = new Random(seed);
        _answers = answers;
        _shared = shared;
        _victims = victims;
        _works =
        [
            _ => UseShared(Gcm), _ => UseShared(Ctr), _ => UseShared(Cbc), Hash, Code, Pieces, Encryptor, CtrTransform, OneShots,
            Abandoned, Forged, WrongPadding, WrongArguments, FailingStream, _ => DisposeOfAny(),
        ];
    }

    public long Calls { get; private set; }

    public long Refused { get; private set; }

    /// <summary>Works until it is told to end.</summary>
    /// <exception cref="FindingException">A result was wrong.</exception>
    public void Run(CancellationToken end)
    {
        while (!end.IsCancellationRequested)
        {
            _works[_random.Next(_works.Length)](_answers[_random.Next(_answers.Length)]);
            Calls++;
            if (_random.Next(5000) == 0)
                GC.Collect(_random.Next(3));
        }
    }

    private static void Gcm(SharedKeys keys)
    {
        var a = keys.Answers;
        Same(a.Sealed, keys.Gcm.SealToArray(a.Nonce, a.Message, a.Block));
        Same(a.Message, keys.Gcm.OpenToArray(a.Nonce, a.Sealed, a.Block));
    }

    private static void Ctr(SharedKeys keys)
    {
        var a = keys.Answers;
        Same(a.Ctr, keys.Ctr.Transform(a.Block, a.Message));
        using var transform = keys.Ctr.CreateTransform(a.Block);
        Same(a.Ctr, transform.TransformFinalBlock(a.Message, 0, a.Message.Length));
    }

    private static void Cbc(SharedKeys keys)
    {
        var a = keys.Answers;
        Same(a.Cbc, keys.Aes.EncryptCbc(a.Message, a.Block));
        Same(a.Message, keys.Aes.DecryptCbc(a.Cbc, a.Block));
        Same(a.WrappedKey, keys.Aes.EncryptKeyWrapPadded(a.Key));
    }

    private static void OneShots(Answers a)
    {
        Same(a.Sealed, AesGcm.SealToArray(a.Key, a.Nonce, a.Message, a.Block));
        Same(a.Ctr, AesCtr.Transform(a.Key, a.Block, a.Message));
        Same(a.HashBy(HashAlgorithmName.SHA256), SHA256.HashData(a.Message));
        Same(a.CodeBy(HashAlgorithmName.SHA256), HMACSHA256.HashData(a.Key, a.Message));
        Same(a.Crc32, Crc32.HashData(a.Message));
    }

    /// <summary>Left to the finalizers.</summary>
    private static void Abandoned(Answers a)
    {
        Same(a.Sealed, new AesGcm(a.Key, Answers.TagBytes).SealToArray(a.Nonce, a.Message, a.Block));
        Same(a.Ctr, new AesCtr(a.Key).CreateTransform(a.Block).TransformFinalBlock(a.Message, 0, a.Message.Length));
        Same(a.CodeBy(HashAlgorithmName.SHA256), new HMACSHA256(a.Key).ComputeHash(a.Message));
    }

    private static void WrongArguments(Answers a)
    {
        using var gcm = new AesGcm(a.Key, Answers.TagBytes);
        Throws<ArgumentException>(() => gcm.SealToArray(a.Key[1..12], a.Message));
        Throws<ArgumentNullException>(() => gcm.OpenToArray(a.Nonce, null!));
        Throws<CryptographicException>(() => new AesGcm(a.Key[1..], Answers.TagBytes).Dispose());
        Throws<ArgumentException>(() => SHA256.HashData(a.Message, new byte[31]));
        Same(a.Sealed, gcm.SealToArray(a.Nonce, a.Message, a.Block));
    }

    private static void FailingStream(Answers a)
    {
        using var stream = new CutStream(a.Message);
        Throws<IOException>(() => SHA256.HashData(stream));
        Throws<IOException>(() => HMACSHA512.HashData(a.Key, stream));
        using var hash = new SHA512();
        Throws<IOException>(() => hash.ComputeHash(stream));
        hash.Initialize();
        Same(a.HashBy(HashAlgorithmName.SHA512), hash.ComputeHash(a.Message));
    }

    private void UseShared(Action<SharedKeys> use)
    {
        var keys = Volatile.Read(ref _shared[_random.Next(_shared.Length)]);
        try
        {
            use(keys);
        }
        catch (ObjectDisposedException) when (keys.IsDisposed)
        {
            Refused++;
        }
    }

    private void Hash(Answers a)
    {
        var which = _random.Next(Answers.HashNames.Length);
        var hash = (HashAlgorithm)Activator.CreateInstance(Answers.Functions[which].HashType.Type)!;
        Use(hash, () =>
        {
            for (var i = 0; i < 3; i++)
                Same(a.Hashes[which], hash.ComputeHash(a.Message));
        });
    }

    private void Code(Answers a)
    {
        var which = _random.Next(Answers.HashNames.Length);
        var hash = (HMAC)Activator.CreateInstance(Answers.Functions[which].HmacType.Type, a.Key)!;
        Use(hash, () =>
        {
            Same(a.Codes[which], hash.ComputeHash(a.Message));
            Same(a.Codes[which], hash.ComputeHash(new MemoryStream(a.Message)));
        });
    }

    private void Pieces(Answers a)
    {
        var which = _random.Next(Answers.HashNames.Length);
        var half = a.Message.Length / 2;
        var hash = IncrementalHash.CreateHMAC(Answers.HashNames[which], a.Key);
        Use(hash, () =>
        {
            hash.AppendData(a.Message, 0, half);
            using var copy = hash.Clone();
            hash.AppendData(a.Message, half, a.Message.Length - half);
            Same(a.Codes[which], hash.GetHashAndReset());
            copy.AppendData(a.Message.AsSpan(half));
            Same(a.Codes[which], copy.GetCurrentHash());
        });
    }

    private void Encryptor(Answers a)
    {
        using var aes = new Aes { Key = a.Key, IV = a.Block };
        var transform = aes.CreateEncryptor();
        Use(transform, () =>
        {
            var result = new MemoryStream();
            var stream = new CryptoStream(result, transform, CryptoStreamMode.Write);
            stream.Write(a.Message, 0, a.Message.Length);
            stream.FlushFinalBlock();
            Same(a.Cbc, result.ToArray());
        });
    }

    private void CtrTransform(Answers a)
    {
        using var ctr = new AesCtr(a.Key);
        var transform = ctr.CreateTransform(a.Block);
        Use(transform, () =>
        {
            var result = (byte[])a.Message.Clone();
            for (int done = 0, piece; done < result.Length; done += piece)
            {
                piece = Math.Min(result.Length - done, 1 + _random.Next(20_000));
                transform.TransformBlock(result, done, piece, result, done);
            }

            Same(a.Ctr, result);
        });
    }

    private void Forged(Answers a)
    {
        var forged = (byte[])a.Sealed.Clone();
        forged[_random.Next(forged.Length)] ^= (byte)(1 << _random.Next(8));
        using var gcm = new AesGcm(a.Key, Answers.TagBytes);
        var destination = (byte[])a.Message.Clone();
        Throws<AuthenticationTagMismatchException>(() => gcm.Open(a.Nonce, forged, destination.AsSpan(), a.Block));
        Same(new byte[destination.Length], destination);
        Same(a.Message, gcm.OpenToArray(a.Nonce, a.Sealed, a.Block));
    }

    private void WrongPadding(Answers a)
    {
        using var aes = new Aes { Key = a.Key };
        var text = a.Message[..^(a.Message.Length % Answers.BlockBytes)];
        byte[] unpadded = [.. text, .. new byte[Answers.BlockBytes]];
        var wrong = aes.EncryptCbc(unpadded, a.Block, PaddingMode.None);
        Throws<CryptographicException>(() => aes.DecryptCbc(wrong, a.Block));
        Same(a.Message, aes.DecryptCbc(a.Cbc, a.Block));
    }

    /// <summary>An object that another thread may dispose of at any time. If none does, the finalizer may have to.</summary>
    private void Use(IDisposable mine, Action use)
    {
        var place = _random.Next(_victims.Length);
        Volatile.Write(ref _victims[place], mine);
        try
        {
            use();
        }
        catch (ObjectDisposedException) when (Volatile.Read(ref _victims[place]) != mine)
        {
            Refused++;
        }

        if (Interlocked.CompareExchange(ref _victims[place], null, mine) == mine && _random.Next(4) != 0)
            mine.Dispose();
    }

    private void DisposeOfAny()
    {
        Interlocked.Exchange(ref _victims[_random.Next(_victims.Length)], null)?.Dispose();
        if (_random.Next(2) != 0)
            return;
        var fresh = new SharedKeys(_answers[_random.Next(_answers.Length)]);
        Interlocked.Exchange(ref _shared[_random.Next(_shared.Length)], fresh).Dispose();
    }

    private static void Same(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
    {
        if (!expected.SequenceEqual(actual))
            throw new FindingException($"a result of {actual.Length} bytes is wrong");
    }

    private static void Throws<T>(Action call)
        where T : Exception
    {
        try
        {
            call();
        }
        catch (T)
        {
            return;
        }

        throw new FindingException($"{typeof(T).Name} was not thrown");
    }

    /// <summary>A stream that fails after some of its bytes.</summary>
    private sealed class CutStream(byte[] bytes) : MemoryStream(bytes)
    {
        public override int Read(byte[] buffer, int offset, int count) =>
            Position > 0 || Length == 0 ? throw new IOException("cut") : base.Read(buffer, offset, count);
    }
}
