using System;
using System.Security.Cryptography;
using ManagedCrypto.Benchmarks.Unlock;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>EVP behind .NET's abstract classes, which add a nanosecond or two to each call.</summary>
internal sealed unsafe class OpenSslImplementation(LibCrypto lib) : Implementation("openssl", "OpenSSL")
{
    public override HashAlgorithm CreateHash(HashAlgorithmName function) => new Hash(lib, function.Name!);

    public override KeyedHashAlgorithm CreateHmacSha256(byte[] key) => new HmacSha256(lib, key);

    public override ICryptoTransform CreateEcbEncryptor(byte[] key) => new Ecb(lib, key);

    public override byte[] Pbkdf2(HashAlgorithmName function, byte[] password, byte[] salt, int rounds, int bytes)
    {
        var key = new byte[bytes];
        var digest = OpenSslPeer.Fetch(lib.FetchDigest, function.Name!);
        fixed (byte* p = password, s = salt, k = key)
            OpenSslPeer.Check(lib.DerivePbkdf2(p, password.Length, s, salt.Length, rounds, digest, bytes, k));
        return key;
    }

    private sealed class Hash : HashAlgorithm
    {
        private readonly LibCrypto _lib;
        private readonly void* _context;

        public Hash(LibCrypto lib, string name)
        {
            _lib = lib;
            _context = lib.NewDigestContext();
            HashSizeValue = name == "SHA256" ? 256 : 512;
            OpenSslPeer.Check(lib.InitDigest(_context, OpenSslPeer.Fetch(lib.FetchDigest, name), null));
        }

        public override void Initialize() => OpenSslPeer.Check(_lib.InitDigest(_context, null, null));

        protected override void HashCore(byte[] array, int ibStart, int cbSize)
        {
            fixed (byte* source = array)
                OpenSslPeer.Check(_lib.UpdateDigest(_context, source + ibStart, (nuint)cbSize));
        }

        protected override byte[] HashFinal()
        {
            var digest = new byte[HashSizeValue / 8];
            uint written;
            fixed (byte* destination = digest)
                OpenSslPeer.Check(_lib.FinishDigest(_context, destination, &written));
            return digest;
        }
    }

    private sealed class HmacSha256 : KeyedHashAlgorithm
    {
        private readonly LibCrypto _lib;
        private readonly void* _context;

        public HmacSha256(LibCrypto lib, byte[] key)
        {
            _lib = lib;
            _context = new OpenSslPeer(lib).KeyedMac("HMAC", ("digest", "SHA256"), key);
            HashSizeValue = 256;
        }

        public override void Initialize() => OpenSslPeer.Check(_lib.InitMac(_context, null, 0, null));

        protected override void HashCore(byte[] array, int ibStart, int cbSize)
        {
            fixed (byte* source = array)
                OpenSslPeer.Check(_lib.UpdateMac(_context, source + ibStart, (nuint)cbSize));
        }

        protected override byte[] HashFinal()
        {
            var code = new byte[HashSizeValue / 8];
            nuint written;
            fixed (byte* destination = code)
                OpenSslPeer.Check(_lib.FinishMac(_context, destination, &written, (nuint)code.Length));
            return code;
        }
    }

    private sealed class Ecb : ICryptoTransform
    {
        private readonly LibCrypto _lib;
        private readonly void* _context;

        public Ecb(LibCrypto lib, byte[] key)
        {
            _lib = lib;
            _context = new OpenSslPeer(lib).KeyedContext("ECB", encrypt: true, key, []);
            OpenSslPeer.Check(lib.SetPadding(_context, 0));
        }

        public bool CanReuseTransform => true;

        public bool CanTransformMultipleBlocks => true;

        public int InputBlockSize => 16;

        public int OutputBlockSize => 16;

        public int TransformBlock(byte[] inputBuffer, int inputOffset, int inputCount, byte[] outputBuffer, int outputOffset)
        {
            int written;
            fixed (byte* source = inputBuffer, destination = outputBuffer)
                OpenSslPeer.Check(_lib.UpdateCipher(_context, destination + outputOffset, &written, source + inputOffset, inputCount));
            return written;
        }

        public byte[] TransformFinalBlock(byte[] inputBuffer, int inputOffset, int inputCount) => throw new NotSupportedException();

        public void Dispose()
        {
        }
    }
}
