using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>An AES kernel that flips a bit in the last byte that one operation writes under keys of one size.</summary>
internal sealed unsafe class FaultyAesKernel(AesKernel kernel, AesOperation faulty, int keyBytes, bool inParts = false)
    : AesKernel
{
    public override string Id => "faulty " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override bool IsTestedInParts => inParts;

    public override int EncryptionScheduleBytes => kernel.EncryptionScheduleBytes;

    public override int ScheduleBytes => kernel.ScheduleBytes;

    public override void ExpandKey(byte* key, int bytes, byte* schedule) => kernel.ExpandKey(key, bytes, schedule);

    public override void ExpandDecryptionKey(byte* schedule, int rounds) => kernel.ExpandDecryptionKey(schedule, rounds);

    public override void Run(AesOperation operation, AesArguments* arguments)
    {
        RequireTested((int)operation);
        var last = arguments->Destination + arguments->Length - 1;
        kernel.Run(operation, arguments);
        if (operation == faulty && arguments->Rounds == RoundsFor(keyBytes))
            *last ^= 0x80;
    }
}

/// <summary>An AES kernel that flips a bit in the tag of a short message of CCM when it seals or when it opens, under keys of one size.</summary>
internal sealed unsafe class FaultyCcmKernel(AesKernel kernel, bool faultyOpens, int keyBytes) : AesKernel
{
    public override string Id => "faulty " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override int EncryptionScheduleBytes => kernel.EncryptionScheduleBytes;

    public override int ScheduleBytes => kernel.ScheduleBytes;

    public override void ExpandKey(byte* key, int bytes, byte* schedule) => kernel.ExpandKey(key, bytes, schedule);

    public override void ExpandDecryptionKey(byte* schedule, int rounds) => kernel.ExpandDecryptionKey(schedule, rounds);

    public override void Run(AesOperation operation, AesArguments* arguments) => kernel.Run(operation, arguments);

    public override bool TryTransformCcm(AesCcmArguments* arguments, bool opens)
    {
        var isDone = kernel.TryTransformCcm(arguments, opens);
        if (opens == faultyOpens && arguments->Rounds == RoundsFor(keyBytes))
            arguments->Tag.Second ^= 1;
        return isDone;
    }
}

/// <summary>
/// A GCM kernel that flips a bit in the tag when it seals or when it opens, under keys of one size, messages that are long enough.
/// </summary>
internal sealed unsafe class FaultyGcmKernel(GcmKernel kernel, bool opens, int keyBytes, nint faultyFrom = 0)
    : GcmKernel
{
    public override string Id => "faulty " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override bool IsTestedInParts => faultyFrom > 0;

    public override int KeyBytes => kernel.KeyBytes;

    public override int KeyBytesFor(long longestMessage) => kernel.KeyBytesFor(longestMessage);

    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage) =>
        kernel.ExpandKey(cipherKey, cipherKeyBytes, key, longestMessage);

    public override void Seal(AeadArguments* arguments)
    {
        RequireTested(arguments);
        kernel.Seal(arguments);
        Spoil(arguments, !opens);
    }

    public override void Open(AeadArguments* arguments)
    {
        RequireTested(arguments);
        kernel.Open(arguments);
        Spoil(arguments, opens);
    }

    private void RequireTested(AeadArguments* arguments)
    {
        if (IsTestedInParts && arguments->Length >= faultyFrom)
            RequireTested(LongMessages);
    }

    private void Spoil(AeadArguments* arguments, bool isFaulty)
    {
        if (isFaulty && arguments->Length >= faultyFrom && arguments->Rounds == AesKernel.RoundsFor(keyBytes))
            arguments->Tag.Second ^= 1;
    }
}

/// <summary>A GCM-SIV kernel that flips a bit in the tag when it seals or when it opens, under keys of one size.</summary>
internal sealed unsafe class FaultyGcmSivKernel(AeadKernel kernel, bool opens, int keyBytes) : AeadKernel
{
    public override string Id => "faulty " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override int KeyBytes => kernel.KeyBytes;

    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage) =>
        kernel.ExpandKey(cipherKey, cipherKeyBytes, key, longestMessage);

    public override void Seal(AeadArguments* arguments)
    {
        kernel.Seal(arguments);
        Spoil(arguments, !opens);
    }

    public override void Open(AeadArguments* arguments)
    {
        kernel.Open(arguments);
        Spoil(arguments, opens);
    }

    private void Spoil(AeadArguments* arguments, bool isFaulty)
    {
        if (isFaulty && arguments->Rounds == AesKernel.RoundsFor(keyBytes))
            arguments->Tag.Second ^= 1;
    }
}

/// <summary>What a <see cref="FaultyChaChaPolyKernel"/> does wrong.</summary>
public enum ChaChaPolyFault
{
    Sealing,
    Opening,
    Derivation,
}

/// <summary>A kernel of ChaCha20-Poly1305 that flips a bit in the tag when it seals or when it opens, or in a key that it derives.</summary>
internal sealed unsafe class FaultyChaChaPolyKernel(ChaChaPolyKernel kernel, ChaChaPolyFault fault) : ChaChaPolyKernel
{
    public override string Id => "faulty " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override void Seal(AeadArguments* arguments)
    {
        kernel.Seal(arguments);
        arguments->Tag.Second ^= fault == ChaChaPolyFault.Sealing ? 1u : 0;
    }

    public override void Open(AeadArguments* arguments)
    {
        kernel.Open(arguments);
        arguments->Tag.Second ^= fault == ChaChaPolyFault.Opening ? 1u : 0;
    }

    public override void DeriveSubkey(byte* key, byte* nonce, byte* subkey)
    {
        kernel.DeriveSubkey(key, nonce, subkey);
        subkey[CipherKeyBytes - 1] ^= fault == ChaChaPolyFault.Derivation ? (byte)0x80 : (byte)0;
    }
}

/// <summary>A kernel of AEGIS-128X4 that flips a bit in the tag when it seals or when it opens.</summary>
internal sealed unsafe class FaultyAegisKernel(AegisKernel kernel, bool opens) : AegisKernel("faulty " + kernel.Id, AegisVariant.Aegis128X4)
{
    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override void Seal(AeadArguments* arguments)
    {
        kernel.Seal(arguments);
        arguments->Tag.Second ^= opens ? 0u : 1;
    }

    public override void Open(AeadArguments* arguments)
    {
        kernel.Open(arguments);
        arguments->Tag.Second ^= opens ? 1u : 0;
    }

    protected override void Absorb(byte* state, byte* source, nint count, nint stride) => throw new NotSupportedException();

    protected override void Encrypt(byte* state, byte* source, byte* destination, nint count) => throw new NotSupportedException();

    protected override void Decrypt(byte* state, byte* source, byte* destination, nint count) => throw new NotSupportedException();
}

/// <summary>A hash kernel that flips a bit of the chaining value.</summary>
internal sealed unsafe class FaultyHashKernel(HashKernel kernel) : HashKernel
{
    public override string Id => "faulty " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override void Compress(HashArguments* arguments)
    {
        kernel.Compress(arguments);
        *(byte*)arguments->State ^= 1;
    }
}

/// <summary>A kernel with lanes that flips a bit of the chaining value in one of them.</summary>
internal sealed unsafe class FaultyLanesKernel(HashLanesKernel kernel, int lane) : HashLanesKernel
{
    public override string Id => "faulty " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override int Lanes => kernel.Lanes;

    public override int FewestMessages => 1;

    public override void Compress(HashLanesArguments* arguments)
    {
        kernel.Compress(arguments);
        *arguments->States[lane] ^= 1;
    }
}

/// <summary>A hash kernel that flips a bit of the sum over iterations of PBKDF2: of one block, or of the second of two.</summary>
internal sealed unsafe class FaultyIterationKernel(HashKernel kernel, bool inTwo) : HashKernel
{
    public override string Id => "faulty " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override void Compress(HashArguments* arguments) => kernel.Compress(arguments);

    public override void Iterate(Pbkdf2Arguments* arguments)
    {
        kernel.Iterate(arguments);
        if (!inTwo)
            arguments->Sum.Word0 ^= 1;
    }

    public override bool IteratesTwo(int digestBytes) => kernel.IteratesTwo(digestBytes);

    public override void IterateTwo(Pbkdf2Arguments* arguments)
    {
        kernel.IterateTwo(arguments);
        if (inTwo)
            arguments->OtherSum.Word0 ^= 1;
    }
}

/// <summary>A checksum kernel that flips a bit of the value of texts that are long enough.</summary>
internal sealed unsafe class FaultyChecksumKernel(ChecksumKernel kernel, nint faultyFrom = 0) : ChecksumKernel
{
    public override string Id => "faulty " + kernel.Id;

    public override Intrinsics.KernelTier Tier => kernel.Tier;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override bool IsTestedInParts => faultyFrom > 0;

    public override uint Update(uint value, byte* source, nint length)
    {
        if (IsTestedInParts && length >= faultyFrom)
            RequireTested(LongTexts);
        return kernel.Update(value, source, length) ^ (length >= faultyFrom ? 1u : 0);
    }
}
