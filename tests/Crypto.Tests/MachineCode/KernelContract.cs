using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// The memory that a kernel may touch, by what the argument structs say of each field: for one set of public fields, the bytes at each
/// pointer. Each buffer, the struct and the kernel lie so far apart that no small step leads from one to another.
/// </summary>
internal sealed class KernelContract
{
    public const ulong Code = 1UL << 40, Struct = 2UL << 40;

    private const int BlockBytes = 16, CrcFactorBytes = 208;

    /// <summary>A pointer is null if a work says that it is 0.</summary>
    private const long PointerIsSet = 1;

    private readonly DecodedKernel _kernel;
    private readonly ArgumentLayout _layout;
    private readonly (int From, int Bytes)[] _buffers;

    public KernelContract(DecodedKernel kernel, IReadOnlyDictionary<string, long> publics)
    {
        (_kernel, _layout) = (kernel, kernel.Code.Program.Arguments);
        Argument = new byte[_layout.Bytes];
        _buffers = new (int, int)[_layout.Fields.Count];
        var counter = new Random((int)publics.Values.Sum());
        for (var i = 0; i < _buffers.Length; i++)
        {
            var field = _layout.Fields[i];
            var place = Argument.AsSpan(field.Offset, field.Bytes);
            if (field.Kind == FieldKind.PointerToSecret && publics.GetValueOrDefault(field.Name, PointerIsSet) == PointerIsSet)
            {
                MemoryMarshal.Write(place, PointerTo(i));
                _buffers[i] = Buffer(kernel.Code.Program.Name, field.Name, name => (int)publics.GetValueOrDefault(name));
            }
            else if (field.Kind == FieldKind.Public && field.Bytes > sizeof(long))
            {
                counter.NextBytes(place);
            }
            else if (field.Kind == FieldKind.Public)
            {
                ArgumentMemory.SetNumber(place, publics.GetValueOrDefault(field.Name));
            }
        }
    }

    /// <summary>The argument struct.</summary>
    public byte[] Argument { get; }

    /// <summary>What is wrong with an access, or null.</summary>
    public string? Breach(MemoryAccess access)
    {
        if (access.Mask == 0)
            return null;
        var first = access.Mask is { } mask ? (ulong)BitOperations.TrailingZeroCount(mask) : 0;
        var last = access.Mask is { } same ? BitOperations.Log2(same) : access.Bytes - 1;
        var start = access.Address + first;
        var (region, offset, bytes) = (start >> 40, (long)(start & ((1UL << 40) - 1)), last - (int)first + 1);
        var (name, from, length, writable) = region switch
        {
            Code >> 40 => ("constants", _kernel.Code.InstructionBytes, _kernel.Code.Bytes.Length - _kernel.Code.InstructionBytes, false),
            Struct >> 40 => OfStruct(offset),
            >= 3 when region - 3 < (ulong)_buffers.Length && _buffers[region - 3].Bytes > 0 => OfBuffer((int)region - 3),
            _ => ("no buffer", 0, 0, false),
        };
        if (offset < from || offset + bytes > from + length)
            return $"{Describe(access)} touches {offset} to {offset + bytes - 1} of {name}, which has {from} to {from + length - 1}";
        return access.Writes && !writable ? $"{Describe(access)} writes to {name}" : null;
    }

    private static ulong PointerTo(int field) => (ulong)(field + 3) << 40;

    private string Describe(MemoryAccess access) => _kernel.Describe(access.Index);

    private (string, int, int, bool) OfBuffer(int field) =>
        (_layout.Fields[field].Name, _buffers[field].From, _buffers[field].Bytes, _layout.Fields[field].Writable);

    /// <summary>An access to the struct stays in a field.</summary>
    private (string, int, int, bool) OfStruct(long offset) =>
        _layout.Fields.Where(field => offset >= field.Offset && offset < field.Offset + field.Bytes)
            .Select(field => (field.Name, field.Offset, field.Bytes, field.Writable))
            .SingleOrDefault(("the struct", 0, 0, false));

    /// <summary>Where the bytes at a pointer begin that the kernel may touch, and how many they are.</summary>
    private (int From, int Bytes) Buffer(string kernel, string field, Func<string, int> number)
    {
        var roundKeys = (number("Rounds") + 1) * BlockBytes;
        var cipherKey = (number("Rounds") - 6) * 4;
        var isInverse = kernel.StartsWith("DecryptEcb", StringComparison.Ordinal)
            || kernel.StartsWith("DecryptCbc", StringComparison.Ordinal)
            || kernel.StartsWith("DecryptXts", StringComparison.Ordinal);
        var text = number("AssociatedDataLength") + number("Length");
        var aegisVector = kernel.EndsWith("512", StringComparison.Ordinal) ? 64 : 32;
        return (_layout.StructName, field) switch
        {
            (nameof(AesKeyArguments), "Key") => (0, kernel == "ExpandKey" ? cipherKey : 0),
            (nameof(AesKeyArguments), _) => (0, kernel == "ExpandKey" ? roundKeys : AesCode.EncryptionScheduleBytes + roundKeys),
            (nameof(AesArguments), "Schedule") => (isInverse ? AesCode.EncryptionScheduleBytes : 0, roundKeys),
            (nameof(AesArguments), "TweakSchedule") => (0, kernel.Contains("Xts", StringComparison.Ordinal) ? roundKeys : 0),
            (nameof(AesArguments), "IV") => (0, kernel.Contains("Ecb", StringComparison.Ordinal) ? 0 : BlockBytes),
            (nameof(AegisArguments), "State") => (0, 8 * aegisVector),
            (nameof(AegisArguments), "Destination") when kernel.StartsWith("Absorb", StringComparison.Ordinal) => (0, 0),
            (nameof(AegisArguments), _) when number("Count") == 0 => (0, 0),
            (nameof(AegisArguments), _) => (0, ((number("Count") - 1) * number("Stride")) + number("SecondOffset") + aegisVector),
            (nameof(AesCcmArguments), "Schedule") => (0, roundKeys),
            (nameof(AesCcmArguments), "Head") => (0, number("HeadLength")),
            (nameof(GcmKeyArguments), "Key") => (0, cipherKey),
            (nameof(GcmKeyArguments), _) => (0, GcmKeyBytes(kernel, number("Short") != 0)),
            (nameof(AeadArguments), "Key") => (0, GcmKeyBytes(kernel, text <= GcmCode.ShortMessageBytes && number("Part") == 0)),
            (nameof(AeadArguments), "Nonce" or "Given") => (0, 0),
            (nameof(AeadArguments), "AssociatedData") => (0, number("AssociatedDataLength")),
            (nameof(GcmSivKeysArguments) or nameof(GcmSivShortArguments), "Key") => (0, roundKeys),
            (nameof(GcmSivKeysArguments), _) => (0, GcmSivCode.AfterSchedule + GcmSivCode.KeyBytes),
            (nameof(PolyvalKeyArguments), "Subkey") => (0, BlockBytes),
            (nameof(PolyvalKeyArguments) or nameof(PolyvalArguments), "Key") => (0, GcmSivCode.KeyBytes),
            (nameof(ChaChaKeystreamArguments), "Destination") => (0, kernel.StartsWith("Rows", StringComparison.Ordinal) ? ChaChaPolyCode.RowBlocks * 64 : ChaChaPolyCode.BatchBytes),
            (nameof(ChaChaPolyArguments), "Cipher" or "Destination") when kernel == "HashBmi2" => (0, 0),
            (nameof(ChaChaPolyArguments) or nameof(ChaChaKeystreamArguments), "Cipher") => (0, 64),
            (nameof(ChaChaPolyArguments), "Hash") => (0, 56),
            (nameof(CrcArguments), "Factors") => (0, CrcFactorBytes),
            (nameof(HashArguments), "State") => (0, HashStateBytes(kernel)),
            (nameof(HashArguments), "Source") => (0, number("SourceBlocks") * number("BlockBytes")),
            (nameof(HashArguments), _) => (0, number("TailBlocks") * number("BlockBytes")),
            (nameof(ShaPairArguments), "State0" or "State1") => (0, HashStateBytes(kernel)),
            (nameof(ShaPairArguments), _) => (0, number("Blocks") * 64),
            (nameof(SmallArguments), _) => (0, number("Length")),
            (_, "Source" or "Destination") => (0, number("Length")),
            _ => throw new NotSupportedException($"{_layout.StructName}.{field}"),
        };
    }

    private static int GcmKeyBytes(string kernel, bool isShort) =>
        !isShort && kernel.EndsWith("512", StringComparison.Ordinal) ? GcmCode.KeyBytes512 : GcmCode.ShortKeyBytes;

    private static int HashStateBytes(string kernel) =>
        kernel.StartsWith("Keccak", StringComparison.Ordinal) ? 200
        : kernel.StartsWith("Sha512", StringComparison.Ordinal) ? 64
        : kernel.StartsWith("Sha256", StringComparison.Ordinal) ? 32
        : 20;
}
