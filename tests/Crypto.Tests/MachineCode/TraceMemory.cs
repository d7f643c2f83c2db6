using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// What a tracee is given: the argument struct, followed by a buffer for each of its pointers, at fixed addresses. All bytes are
/// secrets but the pointers and the public fields, of which blocks (a counter is one) are another random one for each work.
/// </summary>
internal static class TraceMemory
{
    private const int BufferBytes = 12 * 1024, Alignment = 64;

    /// <summary>All bits clear, all bits set, bytes of 1, and then random bytes: borders first, where branches lie.</summary>
    public static byte[] Build(ArgumentLayout layout, IReadOnlyDictionary<string, long> publics, int secrets)
    {
        var memory = new byte[TraceeProgram.MemoryBytes];
        switch (secrets)
        {
            case 0:
                break;
            case 1:
                memory.AsSpan().Fill(0xFF);
                break;
            case 2:
                memory.AsSpan().Fill(1);
                break;
            default:
                new Random(secrets).NextBytes(memory);
                break;
        }

        var buffer = (layout.Bytes + Alignment - 1) & -Alignment;
        foreach (var field in layout.Fields)
        {
            var place = memory.AsSpan(field.Offset, field.Bytes);
            if (field.Kind == FieldKind.PointerToSecret)
            {
                MemoryMarshal.Write(place, TraceeProgram.Memory + (ulong)buffer);
                buffer += BufferBytes;
            }
            else if (field.Kind == FieldKind.Public && field.Bytes > sizeof(long))
            {
                new Random((int)publics.Values.Sum()).NextBytes(place);
            }
            else if (field.Kind == FieldKind.Public)
            {
                ArgumentMemory.SetNumber(place, publics.GetValueOrDefault(field.Name));
            }
        }

        return memory;
    }
}
