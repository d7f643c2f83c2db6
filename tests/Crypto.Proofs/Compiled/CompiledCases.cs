using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>A method, with secrets of each size in turn.</summary>
/// <param name="Kernel">The kernel that it is an operation of, or nothing.</param>
/// <param name="IsConstantTime">Whether the kernel says that it is.</param>
/// <param name="Name">The kernel's name and the operation, or that of a public method.</param>
/// <param name="Cases">The sizes, and what runs the method on them.</param>
internal sealed record CompiledOperation(string Kernel, bool IsConstantTime, string Name, IEnumerable<(string Size, Action<CompiledCall> Run)> Cases)
{
    public CompiledOperation(Kernel kernel, string name, IEnumerable<(string Size, Action<CompiledCall> Run)> cases)
        : this(kernel.Id, kernel.IsConstantTime, name, cases)
    {
    }
}

/// <summary>The operations of all kernels that this machine can run, and of what C# composes of kernels.</summary>
internal static unsafe class CompiledCases
{
    private const int BlockBytes = 16, StateBytes = 200;

    /// <summary>Bytes of texts: none, less than a block, blocks, batches of each kernel and what they leave over, and more than a call in one piece.</summary>
    private static readonly int[] s_texts = [0, 1, 15, 16, 17, 48, 64, 127, 128, 129, 160, 255, 256, 272, 511, 513, 560, 1024, 1100, 2064];

    /// <summary>Bytes of associated data, and of keys of AES.</summary>
    private static readonly int[] s_data = [0, 13, 16, 20, 144, 300, 0], s_keys = [16, 24, 32];

    private static readonly (int Source, int Tail)[] s_blocks = [(0, 1), (1, 0), (0, 2), (3, 1), (8, 2)];

    private static readonly int[] s_blocksOfLanes = [1, 2, 5], s_iterations = [3];

    public static IEnumerable<CompiledOperation> All =>
    [
        .. Algorithms.Aes.Kernels.Runnable.SelectMany(OfAes),
        .. Algorithms.Aeads.SelectMany(aead => aead.Kernels.Runnable.SelectMany(kernel => OfAead(aead, kernel))),
        .. MessagesOfGcm.Kernels.SelectMany(OfPieces),
        .. Algorithms.ChaCha20Poly1305.Kernels.Runnable.Select(OfSubkey),
        .. Algorithms.ChaCha20Poly1305.Kernels.Runnable.OfType<ChaChaPolyPortable>().Select(OfPoly1305),
        .. Hashes.SelectMany(hash => hash.Kernels.Runnable.SelectMany(kernel => OfHash(hash, kernel))),
        .. Algorithms.All.OfType<LanesFunction>().SelectMany(function => function.Kernels.Runnable.Select(kernel => OfLanes(function, kernel))),
        .. Algorithms.All.OfType<ChecksumAlgorithm>().SelectMany(checksum => checksum.Kernels.Runnable.Select(OfChecksum)),
    ];

    /// <summary>One for each list of kernels.</summary>
    private static HashFunction[] Hashes => [Algorithms.Md5, Algorithms.Sha1, Algorithms.Sha256, Algorithms.Sha512, Algorithms.Sha3_256];

    private static IEnumerable<CompiledOperation> OfAes(AesKernel kernel) =>
    [
        new(kernel, $"{kernel.Id} ExpandKey", OfEach(s_keys, bytes => call =>
            call.Run((AesKeyCall)kernel.ExpandKey, (nint)call.Secret(bytes), bytes, (nint)call.Secret(kernel.ScheduleBytes)))),
        new(kernel, $"{kernel.Id} ExpandDecryptionKey", OfEach(s_keys, bytes => call =>
            call.Run((AesInverseCall)kernel.ExpandDecryptionKey, (nint)call.Secret(kernel.ScheduleBytes), AesKernel.RoundsFor(bytes)))),
        .. Enum.GetValues<AesOperation>().Select(operation =>
            new CompiledOperation(kernel, $"{kernel.Id} {operation}", OfEach(Lengths(operation), bytes => call => Run(call, kernel, operation, bytes)))),
    ];

    private static IEnumerable<int> Lengths(AesOperation operation)
    {
        var name = operation.ToString();
        var takesAny = name.Contains("Ctr", StringComparison.Ordinal) || name.EndsWith("Cfb8", StringComparison.Ordinal);
        return s_texts.Where(bytes => takesAny || (IsXts(operation) ? bytes is 0 or >= BlockBytes : bytes % BlockBytes == 0));
    }

    private static bool IsXts(AesOperation operation) => operation is AesOperation.EncryptXts or AesOperation.DecryptXts;

    private static void Run(CompiledCall call, AesKernel kernel, AesOperation operation, int bytes) =>
        call.Run((AesCall)kernel.Run, (nint)operation, (nint)NewArguments(call, kernel, operation, bytes));

    /// <summary>Arguments of an operation on so many bytes, under an expanded key.</summary>
    public static AesArguments* NewArguments(CompiledCall call, AesKernel kernel, AesOperation operation, int bytes)
    {
        var arguments = call.Arguments<AesArguments>();
        var keyBytes = s_keys[bytes % s_keys.Length];
        arguments->Rounds = AesKernel.RoundsFor(keyBytes);
        arguments->Schedule = call.Secret(kernel.ScheduleBytes);
        kernel.ExpandKey(call.Secret(keyBytes), keyBytes, arguments->Schedule);
        kernel.ExpandDecryptionKey(arguments->Schedule, arguments->Rounds);
        arguments->Source = call.Secret(bytes);
        arguments->Destination = call.Secret(bytes);
        arguments->Length = bytes;
        arguments->IV = call.Secret(BlockBytes);
        arguments->TweakSchedule = IsXts(operation) ? call.Secret(kernel.ScheduleBytes) : null;
        return arguments;
    }

    private static IEnumerable<CompiledOperation> OfAead(Aead aead, AeadKernel kernel) =>
    [
        new(kernel, $"{aead} by {kernel.Id} ExpandKey", OfEach(aead.KeyBytes, bytes => call =>
            call.Run((AeadKeyCall)kernel.ExpandKey, (nint)call.Secret(bytes), bytes, (nint)call.Secret(kernel.KeyBytes), s_texts[^1] + s_data[^1]))),
        new(kernel, $"{aead} by {kernel.Id} Seal", OfEach(s_texts, bytes => call => Run(call, aead, kernel, kernel.Seal, bytes))),
        new(kernel, $"{aead} by {kernel.Id} Open", OfEach(s_texts, bytes => call => Run(call, aead, kernel, kernel.Open, bytes))),
    ];

    /// <summary>AES-GCM in pieces, which do the same with any kernel: those whose theorems are proven.</summary>
    private static IEnumerable<CompiledOperation> OfPieces(GcmKernel kernel) => Enum.GetValues<PiecesUse>().Select(use => new PiecesOfGcm(kernel, use)).Select(pieces =>
        new CompiledOperation(kernel, pieces.Name, OfEach(Enumerable.Range(0, PiecesOfGcm.Shapes.Length), shape => call =>
        {
            var (data, text, _) = PiecesOfGcm.Shapes[shape];
            var arguments = call.Arguments<AeadArguments>();
            var keyBytes = s_keys[shape % s_keys.Length];
            arguments->Key = call.Secret(kernel.KeyBytes);
            kernel.ExpandKey(call.Secret(keyBytes), keyBytes, arguments->Key, data.Sum() + text.Sum());
            arguments->Rounds = kernel.RoundsFor(keyBytes);
            arguments->NonceLength = shape;
            arguments->AssociatedData = call.Secret(data.Sum());
            arguments->Source = call.Secret(text.Sum());
            arguments->Destination = call.Secret(text.Sum());
            call.Run((AeadCall)pieces.Run, (nint)arguments);
        })));

    /// <summary>Kernels of AES-GCM take nonces of any size, and hash what has not 12 bytes.</summary>
    private static int[] NoncesOf(Aead aead) => aead.Name == "AES-GCM" ? [12, 12, 8, 20] : aead.NonceBytes;

    private static void Run(CompiledCall call, Aead aead, AeadKernel kernel, AeadCall method, int bytes) =>
        call.Run(method, (nint)NewArguments(call, aead, kernel, bytes));

    /// <summary>Arguments of a message of so many bytes, one of the sizes here, with associated data, a key, a nonce and a tag of one size or another.</summary>
    public static AeadArguments* NewArguments(CompiledCall call, Aead aead, AeadKernel kernel, int bytes)
    {
        int Drawn(int[] sizes) => sizes[Array.IndexOf(s_texts, bytes) % sizes.Length];
        var (keyBytes, nonceBytes, tagBytes, dataBytes) = (Drawn(aead.KeyBytes), Drawn(NoncesOf(aead)), Drawn(aead.TagBytes), Drawn(s_data));
        var arguments = call.Arguments<AeadArguments>();
        arguments->Key = call.Secret(kernel.KeyBytes);
        kernel.ExpandKey(call.Secret(keyBytes), keyBytes, arguments->Key, bytes + dataBytes);
        arguments->AssociatedData = call.Secret(dataBytes);
        arguments->AssociatedDataLength = dataBytes;
        arguments->Source = call.Secret(bytes);
        arguments->Destination = call.Secret(bytes);
        arguments->Length = bytes;
        arguments->Rounds = kernel.RoundsFor(keyBytes);
        arguments->Nonce = call.Secret(nonceBytes);
        arguments->NonceLength = nonceBytes;
        arguments->Given = call.Secret(tagBytes);
        arguments->TagLength = tagBytes;
        return arguments;
    }

    private static CompiledOperation OfSubkey(ChaChaPolyKernel kernel) => new(kernel, $"{kernel.Id} DeriveSubkey", OfEach([ChaChaPolyKernel.CipherKeyBytes], bytes => call =>
        call.Run((SubkeyCall)kernel.DeriveSubkey, (nint)call.Secret(bytes), (nint)call.Secret(ChaChaPolyKernel.HashedNonceBytes), (nint)call.Secret(bytes))));

    private static CompiledOperation OfPoly1305(ChaChaPolyKernel kernel) => new(kernel, $"{kernel.Id} Poly1305", OfEach(s_texts, bytes => call =>
    {
        var arguments = call.Arguments<ChaChaPolyArguments>();
        arguments->Hash = (ulong*)call.Secret(sizeof(Poly1305State));
        arguments->Source = call.Secret(bytes);
        arguments->Length = bytes;
        call.Run((Poly1305Call)new Poly1305OfMemory().Update, (nint)arguments);
    }));

    private static IEnumerable<CompiledOperation> OfHash(HashFunction hash, HashKernel kernel) =>
    [
        new(kernel, $"{kernel.Id} Compress", OfEach(s_blocks, blocks => call => Compress(call, hash, kernel, blocks.Source, blocks.Tail))),
        new(kernel, $"{kernel.Id} Iterate", OfEach(s_iterations, iterations => call => Iterate(call, hash, kernel.Iterate, iterations))),
        .. kernel.IteratesTwo(hash.DigestBytes)
            ? [new(kernel, $"{kernel.Id} IterateTwo", OfEach(s_iterations, iterations => call => Iterate(call, hash, kernel.IterateTwo, iterations)))]
            : Array.Empty<CompiledOperation>(),
    ];

    private static void Compress(CompiledCall call, HashFunction hash, HashKernel kernel, int source, int tail)
    {
        var arguments = call.Arguments<HashArguments>();
        arguments->State = call.Secret(StateBytes);
        arguments->Source = call.Secret(source * hash.BlockBytes);
        arguments->SourceBlocks = source;
        arguments->Tail = call.Secret(tail * hash.BlockBytes);
        arguments->TailBlocks = tail;
        arguments->BlockBytes = hash.BlockBytes;
        call.Run((HashCall)kernel.Compress, (nint)arguments);
    }

    private static void Iterate(CompiledCall call, HashFunction hash, IterationCall method, int iterations)
    {
        var arguments = call.Arguments<Pbkdf2Arguments>();
        arguments->Iterations = iterations;
        arguments->DigestBytes = hash.DigestBytes;
        arguments->BlockBytes = hash.BlockBytes;
        arguments->ChainBytes = hash.Construction.ChainBytes;
        arguments->WordBytes = hash.Construction.WordBytes;
        arguments->IsLittleEndian = hash.Construction.IsLittleEndian ? 1 : 0;
        call.Run(method, (nint)arguments);
    }

    private static CompiledOperation OfLanes(LanesFunction function, HashLanesKernel kernel) =>
        new(kernel, $"{kernel.Id} Compress", OfEach(s_blocksOfLanes, blocks => call => Compress(call, function.Function.BlockBytes, kernel, blocks)));

    private static void Compress(CompiledCall call, int blockBytes, HashLanesKernel kernel, int blocks)
    {
        var arguments = call.Arguments<HashLanesArguments>();
        arguments->States = call.Pointers(kernel.Lanes);
        arguments->Sources = call.Pointers(kernel.Lanes);
        for (var i = 0; i < kernel.Lanes; i++)
        {
            arguments->States[i] = call.Secret(StateBytes);
            arguments->Sources[i] = call.Secret(blocks * blockBytes);
        }

        arguments->Blocks = blocks;
        arguments->BlockBytes = blockBytes;
        call.Run((LanesCall)kernel.Compress, (nint)arguments);
    }

    private static CompiledOperation OfChecksum(ChecksumKernel kernel)
    {
        var checksum = new ChecksumOfMemory(kernel);
        return new(kernel.Id, kernel.IsConstantTime && !CompiledChecksums.Divides(kernel), $"{kernel.Id} Update", OfEach(s_texts, bytes => call =>
        {
            var arguments = call.Arguments<CrcArguments>();
            arguments->Source = call.Secret(bytes);
            arguments->Length = bytes;
            call.Run((ChecksumCall)checksum.Update, (nint)arguments);
        }));
    }

    private static IEnumerable<(string Size, Action<CompiledCall> Run)> OfEach<T>(IEnumerable<T> sizes, Func<T, Action<CompiledCall>> run) =>
        sizes.Select(size => ($"{size}", run(size)));
}
