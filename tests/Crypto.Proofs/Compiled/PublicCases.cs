using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>
/// Public methods from the call to the return, on the kernels that this machine takes: those that end the same way whatever the secrets are. And
/// what compares secrets, or measures a padding: what it returns is secret here.
/// </summary>
internal static unsafe class PublicCases
{
    private const int RoomBytes = 1100, KeyBytes = 32, NonceBytes = 12, Iterations = 3;

    private static readonly int[] s_texts = [0, 1, 55, 64, 119, 128, 200, 1000];

    private delegate void Call(byte* key, byte* source, byte* destination);

    private delegate int Padding(byte* tail, int bytes, PaddingMode padding);

    public static IEnumerable<CompiledOperation> All =>
    [
        Of("SHA256.HashData", bytes => (_, source, destination) => SHA256.HashData(Of(source, bytes), Room(destination))),
        Of("SHA512.HashData", bytes => (_, source, destination) => SHA512.HashData(Of(source, bytes), Room(destination))),
        Of("SHA3_256.HashData", bytes => (_, source, destination) => SHA3_256.HashData(Of(source, bytes), Room(destination))),
        Of("Shake128.HashData", bytes => (_, source, destination) => Shake128.HashData(Of(source, bytes), Room(destination))),
        Of("HMACSHA1.HashData", bytes => (key, source, destination) => HMACSHA1.HashData(Of(key, bytes), Of(source, bytes), Room(destination))),
        Of("HMACSHA256.HashData", bytes => (key, source, destination) => HMACSHA256.HashData(Of(key, bytes), Of(source, bytes), Room(destination))),
        Of("HMACSHA3_512.HashData", bytes => (key, source, destination) => HMACSHA3_512.HashData(Of(key, bytes), Of(source, bytes), Room(destination))),
        Of("Kmac256.HashData", bytes => (key, source, destination) => Kmac256.HashData(Of(key, bytes), Of(source, bytes), Room(destination))),
        Of("AesCmac.HashData", bytes => (key, source, destination) => AesCmac.HashData(Of(key, KeyBytes), Of(source, bytes), Room(destination))),
        Of("Rfc2898DeriveBytes.Pbkdf2", bytes => (key, source, destination) =>
            Rfc2898DeriveBytes.Pbkdf2(Of(key, bytes), Of(source, bytes), Room(destination)[..(bytes + 1)], Iterations, HashAlgorithmName.SHA256)),
        Of("HKDF.DeriveKey", bytes => (key, source, destination) =>
            HKDF.DeriveKey(HashAlgorithmName.SHA512, Of(key, bytes), Room(destination)[..(bytes + 1)], Of(source, bytes), Of(source, bytes))),
        Of("SP800108HmacCounterKdf.DeriveBytes", bytes => (key, source, destination) =>
            SP800108HmacCounterKdf.DeriveBytes(Of(key, bytes), HashAlgorithmName.SHA256, Of(source, bytes), Of(source, bytes), Room(destination)[..(bytes + 1)])),
        Of("AesGcm.Seal", bytes => (key, source, destination) => AesGcm.Seal(Of(key, KeyBytes), Of(key, NonceBytes), Of(source, bytes), Room(destination), Of(key, bytes))),
        Of("AesCcm.Seal", bytes => (key, source, destination) => AesCcm.Seal(Of(key, KeyBytes), Of(key, NonceBytes), Of(source, bytes), Room(destination), Of(key, bytes))),
        Of("AesGcmSiv.Seal", bytes => (key, source, destination) => AesGcmSiv.Seal(Of(key, KeyBytes), Of(key, NonceBytes), Of(source, bytes), Room(destination), Of(key, bytes))),
        Of("ChaCha20Poly1305.Seal", bytes => (key, source, destination) =>
            ChaCha20Poly1305.Seal(Of(key, KeyBytes), Of(key, NonceBytes), Of(source, bytes), Room(destination), Of(key, bytes))),
        Of("CryptographicOperations.FixedTimeEquals", bytes => (key, source, _) => CryptographicOperations.FixedTimeEquals(Of(key, bytes), Of(source, bytes))),
        new("", true, "the length of a padding", [.. new[] { PaddingMode.PKCS7, PaddingMode.ANSIX923, PaddingMode.ISO10126 }.Select(Removal)]),
    ];

    private static CompiledOperation Of(string name, Func<int, Call> method) => new("", true, name, [.. s_texts.Select(bytes => ($"{bytes}", Run(method(bytes))))]);

    private static Action<CompiledCall> Run(Call method) => call => call.Run(method, (nint)call.Secret(RoomBytes), (nint)call.Secret(RoomBytes), (nint)call.Secret(RoomBytes));

    private static (string Size, Action<CompiledCall> Run) Removal(PaddingMode padding)
    {
        Padding method = (tail, bytes, mode) => AesPadding.Measure((AesTail*)tail, bytes, mode);
        return ($"{padding}", call => call.Run(method, (nint)call.Secret(sizeof(AesTail)), AesBlock.Bytes, (nint)padding));
    }

    private static ReadOnlySpan<byte> Of(byte* memory, int bytes) => new(memory, bytes);

    private static Span<byte> Room(byte* memory) => new(memory, RoomBytes);
}
