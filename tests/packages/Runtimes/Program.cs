using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Consumers;

// A program for .NET 8 and 9, which names .NET's types: whose they are is said by its project's line. It prints the kernels in use,
// whose AesGcm it has, and what is wrong.
var failed = Checks.Run();
Console.WriteLine("AesGcm is of " + typeof(AesGcm).Assembly.GetName().Name);

Check("a changed message is refused by .NET's exception", RefusesChanges());
Check("a library for netstandard2.0 gets the exception that it catches", Opening.RefusesChanges());
Check("one-shots work through the base classes", WorkThroughBaseClasses());
Check("an object is disposed of", IsDisposedOf());
Check("objects that nobody holds are finalized", AreFinalized());
return failed;

void Check(string what, bool holds)
{
    if (holds)
        return;
    Console.WriteLine("WRONG: it is not so that " + what);
    failed = 1;
}

static bool RefusesChanges()
{
    byte[] nonce = new byte[12], text = new byte[16], tag = new byte[16], key = RandomNumberGenerator.GetBytes(32);
    using var gcm = new AesGcm(key, tag.Length);
    gcm.Encrypt(nonce, text, text, tag);
    tag[15] ^= 1;
    try
    {
        gcm.Decrypt(nonce, text, tag, text);
        return false;
    }
    catch (AuthenticationTagMismatchException)
    {
        return true;
    }
}

static bool WorkThroughBaseClasses()
{
    byte[] text = RandomNumberGenerator.GetBytes(100), iv = new byte[16], digest = new byte[32];
    using SymmetricAlgorithm cipher = Aes.Create();
    using HashAlgorithm hash = SHA256.Create();
    return text.SequenceEqual(cipher.DecryptCbc(cipher.EncryptCbc(text, iv), iv))
        && text.SequenceEqual(cipher.DecryptCfb(cipher.EncryptCfb(text, iv), iv))
        && text.SequenceEqual(cipher.DecryptEcb(cipher.EncryptEcb(text, PaddingMode.PKCS7), PaddingMode.PKCS7))
        && hash.TryComputeHash(text, digest, out _) && digest.SequenceEqual(SHA256.HashData(text));
}

static bool IsDisposedOf()
{
    var gcm = new AesGcm(new byte[32], 16);
    gcm.Dispose();
    gcm.Dispose();
    try
    {
        gcm.Encrypt(new byte[12], new byte[1], new byte[1], new byte[16]);
        return false;
    }
    catch (ObjectDisposedException)
    {
        return true;
    }
}

static bool AreFinalized()
{
    var last = MakeMany();
    GC.Collect();
    GC.WaitForPendingFinalizers();
    return !last.IsAlive && Checks.Run() == 0;
}

[MethodImpl(MethodImplOptions.NoInlining)]
static WeakReference MakeMany() => Enumerable.Range(0, 1000).Select(_ => new WeakReference(new AesGcm(new byte[32], 16))).Last();
