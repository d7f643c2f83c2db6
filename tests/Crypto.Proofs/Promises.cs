using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Kernels;
using ManagedCrypto.Tests.MachineCode;

namespace ManagedCrypto.Proofs;

/// <summary>
/// What callers promise kernels, as the argument structs say: the theorems are of no other arguments, and <see cref="Seam"/> looks at every call
/// of a program. What cannot be seen is not here: how long a buffer is.
/// </summary>
/// <param name="kernel">The kernel that is called.</param>
internal sealed unsafe class Promises(string kernel)
{
    private const int BlockBytes = 16, MostRounds = 14, ChaChaBlock = 64, KeccakBytes = 200, KeccakLaneBytes = 8;

    /// <summary>Expanded keys that were found complete, by their bytes.</summary>
    private static readonly ConcurrentDictionary<string, bool> s_complete = new();

    private readonly List<string> _broken = [];

    /// <summary>The argument structs, by the names of kernels; those of both architectures that share a name have one struct.</summary>
    public static IReadOnlyDictionary<string, ArgumentLayout> Layouts { get; } = AssembledKernels.Names.Concat(AssembledKernels.Arm64Names)
        .Select(name => AssembledKernels.Find(name).Program).GroupBy(program => program.Name)
        .ToDictionary(programs => programs.Key, programs => programs.Select(program => program.Arguments).DistinctBy(arguments => arguments.StructName).Single());

    /// <summary>Structs of which nothing is promised: a call takes whatever they hold.</summary>
    public static IReadOnlyCollection<string> Unconditional { get; } = [nameof(CpuQuery), nameof(PolyvalKeyArguments), nameof(ChaChaKeystreamArguments)];

    /// <summary>What speaks against a call's arguments, or null.</summary>
    /// <param name="kernel">The kernel that is called.</param>
    /// <param name="arguments">Its argument struct.</param>
    /// <param name="hasMemory">Whether pointers lead to memory.</param>
    public static string? WhyBroken(string kernel, void* arguments, bool hasMemory)
    {
        var promises = new Promises(kernel);
        switch (Layouts[kernel].StructName)
        {
            case nameof(AesArguments):
                promises.OfAes((AesArguments*)arguments, hasMemory);
                break;
            case nameof(AesKeyArguments):
                promises.Rounds(((AesKeyArguments*)arguments)->Rounds);
                break;
            case nameof(AesCcmArguments):
                promises.OfCcm((AesCcmArguments*)arguments, hasMemory);
                break;
            case nameof(AegisArguments):
                promises.OfAegis((AegisArguments*)arguments);
                break;
            case nameof(GcmKeyArguments):
                promises.Rounds(((GcmKeyArguments*)arguments)->Rounds);
                break;
            case nameof(AeadArguments):
                promises.OfGcm((AeadArguments*)arguments, hasMemory);
                break;
            case nameof(PolyvalArguments):
                promises.Demand(((PolyvalArguments*)arguments)->Length >= 0, "a length is not negative");
                break;
            case nameof(GcmSivKeysArguments):
                var keys = (GcmSivKeysArguments*)arguments;
                promises.Rounds(keys->Rounds, isSiv: true);
                promises.Nonce(&keys->Nonce);
                promises.Demand(!hasMemory || IsComplete(keys->Key, (int)keys->Rounds), "the key is complete");
                break;
            case nameof(GcmSivShortArguments):
                promises.OfShort((GcmSivShortArguments*)arguments, hasMemory);
                break;
            case nameof(ChaChaPolyArguments):
                promises.OfChaChaPoly((ChaChaPolyArguments*)arguments, hasMemory);
                break;
            case nameof(CrcArguments):
                promises.Demand(((CrcArguments*)arguments)->Length >= BlockBytes, "a text has 16 bytes");
                break;
            case nameof(Adler32Arguments):
                var length = ((Adler32Arguments*)arguments)->Length;
                promises.Demand(length >= 0 && length % Adler32Avx2Program.VectorBytes == 0, "a text is of whole vectors");
                promises.Demand(length <= Adler32Avx2Program.MostBytes, "a text has a mebibyte at most");
                break;
            case nameof(HashArguments):
                var hash = (HashArguments*)arguments;
                promises.Demand(hash->SourceBlocks >= 0 && hash->TailBlocks >= 0, "numbers of blocks are not negative");
                var isOfLanes = hash->BlockBytes is >= 0 and <= KeccakBytes && hash->BlockBytes % KeccakLaneBytes == 0;
                promises.Demand(isOfLanes || !kernel.StartsWith("Keccak", StringComparison.Ordinal), "a block is of whole lanes, 25 at most");
                break;
            case nameof(ShaPairArguments):
                promises.Demand(((ShaPairArguments*)arguments)->Blocks >= 0, "a number of blocks is not negative");
                break;
            case nameof(Pbkdf2Arguments):
                promises.Demand(((Pbkdf2Arguments*)arguments)->Iterations >= 0, "a number of iterations is not negative");
                break;
            case var name when !Unconditional.Contains(name):
                throw new NotSupportedException($"Nothing is said of what callers promise of {name}.");
        }

        return promises._broken.Count == 0 ? null : $"{kernel}: it does not hold that {string.Join(", and that ", promises._broken)}";
    }

    private void Demand(bool holds, string promise)
    {
        if (!holds)
            _broken.Add(promise);
    }

    private void Rounds(long rounds, bool isSiv = false) =>
        Demand(rounds is 10 or MostRounds || (rounds == 12 && !isSiv), $"there are 10, {(isSiv ? "" : "12 ")}or 14 rounds, not {rounds}");

    /// <summary>12 bytes, and zeros.</summary>
    private void Nonce(Block128* nonce) => Demand(((uint*)nonce)[3] == 0, "zeros follow the nonce");

    /// <summary>A source and a destination are one, or do not overlap.</summary>
    private void Text(byte* source, byte* destination, nint bytes)
    {
        Demand(bytes >= 0, "a length is not negative");
        Demand(source == destination || AreApart(source, bytes, destination, bytes), "source and destination are one, or do not overlap");
    }

    private static bool AreApart(void* one, nint bytes, void* other, nint otherBytes) =>
        bytes <= 0 || otherBytes <= 0 || (byte*)one + bytes <= other || (byte*)other + otherBytes <= one;

    private void OfAes(AesArguments* call, bool hasMemory)
    {
        var isXts = kernel.Contains("Xts", StringComparison.Ordinal);
        var isOfBlocks = Array.Exists(["Ecb", "Cbc", "Cfb128"], mode => kernel.Contains(mode, StringComparison.Ordinal));
        Rounds(call->Rounds);
        Text(call->Source, call->Destination, call->Length);
        Demand(!isOfBlocks || call->Length % BlockBytes == 0, "a text is of whole blocks");
        Demand(!isXts || call->Length == 0 || call->Length >= BlockBytes, "a data unit has a block");
        if (!kernel.Contains("Ecb", StringComparison.Ordinal))
        {
            Demand(AreApart(call->IV, BlockBytes, call->Destination, call->Length), "the IV lies apart from the destination");
            Demand(AreApart(call->IV, BlockBytes, call->Source, call->Length), "the IV lies apart from the source");
        }

        if (!hasMemory)
            return;
        Demand((nint)call->Schedule % BlockBytes == 0, "the key is aligned");
        Demand(IsComplete(call->Schedule, call->Rounds), "the key is complete");
        if (IsDecrypting())
            Demand(IsInverseComplete(call->Schedule, call->Rounds), "the key for decryption is complete");
        if (isXts && call->TweakSchedule != null)
            Demand(IsComplete(call->TweakSchedule, call->Rounds), "the tweak's key is complete");
    }

    /// <summary>By the inverse cipher: CFB and CTR have none.</summary>
    private bool IsDecrypting() => kernel.StartsWith("Decrypt", StringComparison.Ordinal) && !kernel.Contains("Cfb", StringComparison.Ordinal);

    private void OfCcm(AesCcmArguments* call, bool hasMemory)
    {
        Rounds(call->Rounds);
        Text(call->Source, call->Destination, call->Length);
        Demand(call->HeadLength >= BlockBytes && call->HeadLength % BlockBytes == 0, "there is a block before the text, and all are whole");
        Demand(!hasMemory || IsComplete(call->Schedule, call->Rounds), "the key is complete");

        // Appendix A.3: the first byte says how many others count.
        var counter = (byte*)&call->Counter;
        var counting = Math.Min(8, (counter[0] & 7) + 1);
        for (var i = BlockBytes - counting; hasMemory && i < BlockBytes; i++)
            Demand(counter[i] == 0, "the first counter is zero");
        Demand(!hasMemory || counting >= 8 || (ulong)call->Length < 1UL << (8 * counting), "the nonce leaves room to count");
    }

    private void OfAegis(AegisArguments* call)
    {
        var lanes = kernel.EndsWith("Vaes512", StringComparison.Ordinal) ? 4 : kernel.EndsWith("Vaes256", StringComparison.Ordinal) ? 2 : 1;
        var takesTwo = lanes > 1 || kernel.EndsWith("128", StringComparison.Ordinal);
        Demand(call->Count >= 0, "a number of updates is not negative");
        Demand(call->SecondOffset >= lanes * BlockBytes, "the second blocks lie behind the first");
        Demand(call->Stride == 0 || call->Stride >= (takesTwo ? 2 * call->SecondOffset : BlockBytes), "one text lies behind the other, or all are one");
        var last = (takesTwo ? call->SecondOffset : 0) + (lanes * BlockBytes);
        if (!kernel.StartsWith("Absorb", StringComparison.Ordinal))
            Text(call->Source, call->Destination, call->Count == 0 ? 0 : ((call->Count - 1) * call->Stride) + last);
    }

    private void OfGcm(AeadArguments* call, bool hasMemory)
    {
        Rounds(call->Rounds);
        Text(call->Source, call->Destination, call->Length);
        Demand(call->AssociatedDataLength >= 0, "a length is not negative");
        Demand(AreApart(call->AssociatedData, call->AssociatedDataLength, call->Destination, call->Length), "associated data and destination lie apart");
        Demand(call->Part is >= 0 and <= (GcmPart.Continued | GcmPart.Unfinished), "a part is one of four");
        var isUnfinished = (call->Part & GcmPart.Unfinished) != 0;
        Demand(!isUnfinished || call->Length % GcmTheorems.PieceBytes == 0, "an unfinished text is of whole batches");
        Demand((call->Part & GcmPart.Continued) == 0 || call->BlocksBefore >= 0, "a number of blocks is not negative");
        var isWholeBefore = call->BlocksBefore % (GcmTheorems.PieceBytes / BlockBytes) == 0;
        Demand(call->Length == 0 || (call->Part & GcmPart.Continued) == 0 || isWholeBefore, "parts before are of whole batches");
        if (!hasMemory)
            return;
        Demand((nint)call->Key % BlockBytes == 0, "the key is aligned");
        var isShort = call->Length + call->AssociatedDataLength <= GcmLayout.ShortMessageBytes && call->Part == GcmPart.Whole;
        Demand(IsComplete(call->Key, (int)call->Rounds), "the round keys are complete");
        Demand(IsWiped(call->Key, (int)call->Rounds) || GcmTheorems.IsComplete(kernel, call->Key, (int)call->Rounds, isShort), "the powers of H are complete");
    }

    private void OfShort(GcmSivShortArguments* call, bool hasMemory)
    {
        Rounds(call->Rounds, isSiv: true);
        Nonce(&call->Nonce);
        Demand(call->HashedBytes is >= BlockBytes and <= GcmSivBlocks.Bytes && call->HashedBytes % BlockBytes == 0, "there are one to eight whole blocks");
        Demand(call->TextBytes >= 0 && call->TextBytes <= call->HashedBytes - BlockBytes && call->TextBytes % BlockBytes == 0, "those of the text are among them, before the lengths");
        var last = new ReadOnlySpan<byte>(&call->LastBytes, BlockBytes);
        Demand(!last.TrimStart(byte.MaxValue).ContainsAnyExcept((byte)0), "ones and then zeros say what the last block has");
        Demand(!hasMemory || IsComplete(call->Key, (int)call->Rounds), "the key is complete");
    }

    private void OfChaChaPoly(ChaChaPolyArguments* call, bool hasMemory)
    {
        var batchBytes = ChaChaTheorems.BatchBytes(kernel);
        var unit = batchBytes ?? Poly1305Specification.BlockBytes;
        Demand(call->Length > 0 && call->Length % unit == 0, $"a text is of whole units of {unit} bytes, and not empty");
        if (batchBytes is not null)
        {
            Text(call->Source, call->Destination, call->Length);
            Demand(AreApart(call->Cipher, ChaChaBlock, call->Destination, call->Length), "the state lies apart from the text");
        }

        if (!hasMemory)
            return;
        var state = (Poly1305State*)call->Hash;
        for (var i = 0; i < Poly1305Specification.BlockBytes; i++)
            Demand((((byte*)&state->R0)[i] & ~Poly1305Specification.Clamp[i]) == 0, "r is clamped");
        Demand(state->H2 <= HashState.MostOfHash, "the hash is less than 2^131");
    }

    /// <summary>
    /// Whether round keys are the expansion of the first of them, or wiped: an object may be disposed while it is used, and what it
    /// computes then is thrown away.
    /// </summary>
    private static bool IsComplete(byte* schedule, int rounds)
    {
        if (IsWiped(schedule, rounds))
            return true;
        var bytes = new ReadOnlySpan<byte>(schedule, (rounds + 1) * BlockBytes).ToArray();
        return s_complete.GetOrAdd($"{rounds} {Convert.ToHexString(bytes)}", _ => Expanded(bytes, rounds).SelectMany(key => key).SequenceEqual(bytes));
    }

    private static bool IsWiped(byte* schedule, int rounds) => !new ReadOnlySpan<byte>(schedule, (rounds + 1) * BlockBytes).ContainsAnyExcept((byte)0);

    private static bool IsInverseComplete(byte* schedule, int rounds)
    {
        if (IsWiped(schedule, rounds))
            return true;
        var bytes = new ReadOnlySpan<byte>(schedule, AesCode.EncryptionScheduleBytes + ((rounds + 1) * BlockBytes)).ToArray();
        return s_complete.GetOrAdd($"inverse {rounds} {Convert.ToHexString(bytes)}", _ =>
            new AesSpecification<byte, Machine.Numbers>(default).InvertKeys(Expanded(bytes, rounds)).SelectMany(key => key)
                .SequenceEqual(bytes[AesCode.EncryptionScheduleBytes..]));
    }

    private static byte[][] Expanded(byte[] schedule, int rounds) => new AesSpecification<byte, Machine.Numbers>(default).ExpandKey(schedule[..((rounds - 6) * 4)]);
}
