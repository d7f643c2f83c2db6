using System;
using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>zlib, as Debian has it, by function pointers. It has CRC-32 and Adler-32.</summary>
internal sealed unsafe class ZlibPeer : IPeer
{
    public const string TheId = "zlib";

    public const string WhyNotHere = "no libz";

    private const string Adler32 = "Adler-32";

    private readonly delegate* unmanaged<nuint, byte*, uint, nuint> _crc32;
    private readonly delegate* unmanaged<nuint, byte*, uint, nuint> _adler32;

    private ZlibPeer(nint library)
    {
        _crc32 = (delegate* unmanaged<nuint, byte*, uint, nuint>)NativeLibrary.GetExport(library, "crc32");
        _adler32 = (delegate* unmanaged<nuint, byte*, uint, nuint>)NativeLibrary.GetExport(library, "adler32");
        Version = Marshal.PtrToStringUTF8(((delegate* unmanaged<nint>)NativeLibrary.GetExport(library, "zlibVersion"))())!;
    }

    public string Id => TheId;

    public string Name => "zlib";

    public string Version { get; }

    /// <summary>The peer, or null where there is no libz.</summary>
    public static ZlibPeer? TryCreate()
    {
        // Its long has 64 bits on these systems alone.
        var name = OperatingSystem.IsLinux() ? "libz.so.1" : OperatingSystem.IsMacOS() ? "libz.1.dylib" : "";
        return NativeLibrary.TryLoad(name, out var library) ? new ZlibPeer(library) : null;
    }

    public Transform? Checksum(ChecksumAlgorithm checksum)
    {
        var (function, initial) = checksum.Name switch
        {
            "CRC-32" => ((nint)_crc32, (nuint)0),
            Adler32 => ((nint)_adler32, (nuint)1),
            _ => default,
        };
        if (function == 0)
            return null;
        return (in source, in destination) =>
        {
            fixed (byte* from = source.AsSpan())
            {
                var value = ((delegate* unmanaged<nuint, byte*, uint, nuint>)function)(initial, from, (uint)source.Count);
                if (checksum.Name == Adler32)
                    BinaryPrimitives.WriteUInt32BigEndian(destination, (uint)value);
                else
                    BinaryPrimitives.WriteUInt32LittleEndian(destination, (uint)value);
            }
        };
    }

    public Transform? Hash(HashFunction hash) => null;

    public Transform? HashInPieces(HashFunction hash, int pieceBytes) => null;

    public Transform? Mac(Mac mac, byte[] key) => null;

    public Transform? Cipher(CipherMode mode, bool encrypt, byte[] key, byte[] iv) => null;
}
