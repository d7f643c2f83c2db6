using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>What a kernel in C# computes, or C# makes of machine code, case by case: the theorems of machine code, on code as it was compiled.</summary>
/// <param name="Operation">The name of the <see cref="CompiledOperation"/>, which has run before.</param>
/// <param name="NewRoutine">Makes the method, without the instruction at an address, if there is one.</param>
/// <param name="Cases">Each throws what speaks against it.</param>
internal sealed unsafe record CompiledTheorem(string Operation, Func<ulong?, CompiledRoutine> NewRoutine, Func<Routine, IEnumerable<Action>> Cases)
{
    /// <summary>Cases of a part.</summary>
    public int MostOfPart { get; init; } = Program.MostOfPart;

    private static readonly ArgumentLayout s_lanes = ArgumentLayout.Of<HashLanesArguments>();

    public static IEnumerable<CompiledTheorem> All(bool isWhole) =>
    [
        .. Hashes.SelectMany(function => function.Hash.Kernels.Runnable.SelectMany(kernel => OfHash(function.Hash, function.Name, kernel, isWhole && IsWhollyCSharp(kernel)))),
        .. Lanes.SelectMany(function => function.Lanes.Kernels.Runnable.Select(kernel => OfLanes(function.Lanes, function.Name, kernel, isWhole && IsWhollyCSharp(kernel)))),
        .. Algorithms.Aes.Kernels.Runnable.Where(HasRounds).SelectMany(kernel => OfAes(kernel, isWhole && IsWhollyCSharp(kernel))),
        .. Algorithms.Aes.Kernels.Runnable.Where(kernel => !HasRounds(kernel) && kernel is not AesPortableTable).SelectMany(kernel => AesFromKeys.Of(kernel, isWhole)),
        .. Algorithms.ChaCha20Poly1305.Kernels.Runnable.Select(OfSubkey),
        .. AeadTheorems.All(isWhole),
        .. MessagesOfGcm.All(isWhole),
        .. ComposedGcm.All,
        .. ChaChaMessages.All(isWhole),
        .. CompiledChecksums.All,
    ];

    private static (HashFunction Hash, string Name)[] Hashes =>
        [(Algorithms.Sha1, "Sha1"), (Algorithms.Sha256, "Sha256"), (Algorithms.Sha512, "Sha512"), (Algorithms.Sha3_256, "Keccak")];

    private static (LanesFunction Lanes, string Name)[] Lanes =>
        [(Algorithms.Sha1Lanes, "Sha1"), (Algorithms.Sha256Lanes, "Sha256"), (Algorithms.Sha512Lanes, "Sha512"), (Algorithms.Sha3_256Lanes, "Keccak")];

    /// <summary>Whether texts of any length go one way: machine code is called briefly for short ones, otherwise for long ones, and has theorems of its own.</summary>
    private static bool IsWhollyCSharp(Kernel kernel) =>
        kernel is not (AesMachineCode or ShaMachineCode or ShaPair) && !kernel.Id.EndsWith("/loop", StringComparison.Ordinal);

    /// <summary>Whether a kernel's schedule is the round keys, those of the inverse cipher behind the others; not those that make shuffles or logic of AES.</summary>
    private static bool HasRounds(AesKernel kernel) => kernel.ScheduleBytes == AesCode.ScheduleBytes && kernel is not AesPortableTable;

    private static IEnumerable<CompiledTheorem> OfHash(HashFunction hash, string name, HashKernel kernel, bool isWhole) =>
    [
        new($"{kernel.Id} Compress", without => new(Layouts.Sha, (HashCall)kernel.Compress) { Without = without }, routine => HashTheorems.Blocks(routine, name, isWhole, atOnce: 2)),
        .. name == "Keccak" ? Array.Empty<CompiledTheorem>() : [OfIterations($"{kernel.Id} Iterate", name, kernel.Iterate, isWhole, "")],
        .. !kernel.IteratesTwo(hash.DigestBytes) ? Array.Empty<CompiledTheorem>() : [OfIterations($"{kernel.Id} IterateTwo", name, kernel.IterateTwo, isWhole, "", "Other")],
    ];

    private static CompiledTheorem OfIterations(string operation, string name, IterationCall method, bool isWhole, params string[] results) => new(
        operation, without => new(Layouts.Pbkdf2, method) { Without = without }, routine => HashTheorems.Iterations(routine, name, results, keepsPadding: true, isWhole));

    private static CompiledTheorem OfLanes(LanesFunction function, string name, HashLanesKernel kernel, bool isWhole) => new(
        $"{kernel.Id} Compress",
        without => new(s_lanes, (LanesCall)kernel.Compress) { Without = without },
        routine => HashTheorems.Lanes(routine, name, kernel.Lanes, function.Function.BlockBytes, isWhole));

    private static CompiledTheorem OfSubkey(ChaChaPolyKernel kernel) => new(
        $"{kernel.Id} DeriveSubkey",
        without => new(Layouts.Gcm, (SubkeyCall)kernel.DeriveSubkey)
        {
            Parameters = (_, field) => [field("Key"), field("Nonce"), field("Destination")],
            Without = without,
        },
        routine => [() => Subkey(routine)]);

    /// <summary>HChaCha20, of any key and nonce.</summary>
    private static void Subkey(Routine routine)
    {
        var terms = new Terms();
        var (key, nonce) = (terms.Unknowns("key", ChaChaPolyKernel.CipherKeyBytes), terms.Unknowns("nonce", ChaChaPolyKernel.HashedNonceBytes));
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Key", key);
        proof.SetBuffer("Nonce", nonce);
        var subkey = proof.SetBuffer("Destination", terms.Unknowns("room", key.Length));
        var expected = new ChaChaSpecification<int, Terms>(terms).Subkey(key, nonce);
        proof.Run();
        proof.Demand("the subkey", subkey, expected);
    }

    private static IEnumerable<CompiledTheorem> OfAes(AesKernel kernel, bool isWhole) =>
    [
        new($"{kernel.Id} ExpandKey", without => new(Layouts.AesKey, (AesKeyCall)kernel.ExpandKey)
        {
            Parameters = (_, field) => [field("Key"), 4 * (field("Rounds") - 6), field("Schedule")],
            Without = without,
        }, AesTheorems.KeySchedules),
        new($"{kernel.Id} ExpandDecryptionKey", without => new(Layouts.AesKey, (AesInverseCall)kernel.ExpandDecryptionKey)
        {
            Parameters = (_, field) => [field("Schedule"), field("Rounds")],
            Without = without,
        }, AesTheorems.InverseSchedules),
        .. Enum.GetValues<AesOperation>().Where(operation => AesTheorems.Modes.Contains(operation.ToString())).Select(operation =>
            new CompiledTheorem($"{kernel.Id} {operation}", without => new(Layouts.Aes, (AesCall)kernel.Run)
            {
                Parameters = (arguments, _) => [(ulong)operation, arguments],
                Without = without,
            }, routine => AesTheorems.Texts(routine, operation.ToString())
                .Concat(isWhole ? AesTheorems.LongTexts(routine, operation.ToString(), RoundOf(kernel, operation), choosesByCounter: false) : []))),
    ];

    /// <summary>Bytes of a text that a kernel takes in a round: a batch of eight vectors, of XTS two, whose tweaks lie in turns in two places.</summary>
    private static int RoundOf(AesKernel kernel, AesOperation operation)
    {
        var batch = kernel.Id.Contains("512", StringComparison.Ordinal) ? 512 : kernel.Id.Contains("256", StringComparison.Ordinal) ? 256 : 128;
        return operation switch
        {
            AesOperation.EncryptCbc or AesOperation.EncryptCfb128 or AesOperation.EncryptCfb8 or AesOperation.DecryptCfb8 => 16,
            AesOperation.EncryptXts or AesOperation.DecryptXts => 2 * batch,
            _ => batch,
        };
    }
}
