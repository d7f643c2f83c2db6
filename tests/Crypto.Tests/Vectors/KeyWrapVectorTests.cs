using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>NIST's vectors of key wrap without padding (KW-AE and KW-AD of SP 800-38F).</summary>
public class KeyWrapVectorTests
{
    private const string Archive = "keywrap.zip";

    public static MatrixTheoryData<string, int> Cases => new(KernelMatrix.Names(Algorithms.Aes.Kernels), NistMode.KeySizes);

    [Theory, MemberData(nameof(Cases))]
    public void Wrapping_gives_the_vectors(string kernel, int keyBits)
    {
        var aesKernel = KernelMatrix.Find(Algorithms.Aes.Kernels, kernel);
        var count = 0;
        foreach (var vector in VectorArchive.Read(Archive, $"KW_AE_{keyBits}.txt"))
        {
            using var aes = new Aes(aesKernel) { Key = vector.Bytes("K") };
            Assert.Equal(vector.Bytes("C"), aes.EncryptKeyWrap(vector.Bytes("P")));
            count++;
        }

        Assert.Equal(410, count);
    }

    [Theory, MemberData(nameof(Cases))]
    public void Unwrapping_gives_the_vectors_or_is_refused(string kernel, int keyBits)
    {
        var aesKernel = KernelMatrix.Find(Algorithms.Aes.Kernels, kernel);
        int authentic = 0, forged = 0;
        foreach (var vector in VectorArchive.Read(Archive, $"KW_AD_{keyBits}.txt"))
        {
            using var aes = new Aes(aesKernel) { Key = vector.Bytes("K") };
            if (vector.Has("FAIL"))
            {
                Assert.Throws<CryptographicException>(() => aes.DecryptKeyWrap(vector.Bytes("C")));
                forged++;
            }
            else
            {
                Assert.Equal(vector.Bytes("P"), aes.DecryptKeyWrap(vector.Bytes("C")));
                authentic++;
            }
        }

        Assert.Equal((328, 82), (authentic, forged));
    }
}
