using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Proofs.Compiled;

// The operations of kernels, which a call goes by: .NET's generic delegates take no pointers.
internal unsafe delegate void AesCall(AesOperation operation, AesArguments* arguments);

internal unsafe delegate void AesKeyCall(byte* key, int keyBytes, byte* schedule);

internal unsafe delegate void AesInverseCall(byte* schedule, int rounds);

internal unsafe delegate void AeadKeyCall(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage);

internal unsafe delegate void AeadCall(AeadArguments* arguments);

internal unsafe delegate void SubkeyCall(byte* key, byte* nonce, byte* subkey);

internal unsafe delegate void HashCall(HashArguments* arguments);

internal unsafe delegate void IterationCall(Pbkdf2Arguments* arguments);

internal unsafe delegate void LanesCall(HashLanesArguments* arguments);

internal unsafe delegate void ChecksumCall(CrcArguments* arguments);

internal unsafe delegate void BatchesCall(ChaChaPolyMessage* message, byte* source, byte* destination, nint length);

internal unsafe delegate void CcmCall(CcmMessage* message, bool opens);

internal unsafe delegate void Poly1305Call(ChaChaPolyArguments* arguments);

/// <summary>Poly1305 in words, as a method of the arguments that machine code has.</summary>
internal sealed unsafe class Poly1305OfMemory
{
    public void Update(ChaChaPolyArguments* arguments) => Poly1305.Update((Poly1305State*)arguments->Hash, arguments->Source, arguments->Length);
}

/// <summary>A checksum whose value lies in memory before and after, of any kind.</summary>
internal sealed unsafe class ChecksumOfMemory(ChecksumKernel kernel)
{
    public void Update(CrcArguments* arguments) => arguments->Value = kernel.Update(arguments->Value, arguments->Source, arguments->Length);
}
