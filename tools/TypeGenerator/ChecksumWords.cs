using System.Collections.Generic;

namespace ManagedCrypto.TypeGenerator;

/// <summary>What the catalogue does not say of a checksum.</summary>
/// <param name="Kind">What it is, and which formats use it.</param>
/// <param name="Digest">The order of the digest's bytes.</param>
/// <param name="Check">The checksum of the nine digits "123456789".</param>
internal sealed record ChecksumWords(string Kind, string Digest, string Check)
{
    public static IReadOnlyDictionary<string, ChecksumWords> Of { get; } = new Dictionary<string, ChecksumWords>
    {
        ["Crc32"] = new(
            "the cyclic redundancy check of gzip (RFC 1952), ZIP, PNG and Ethernet, of the polynomial 0x04C11DB7",
            "little-endian, as a gzip file has it after its data",
            "CBF43926"),
        ["Crc32C"] = new(
            "the cyclic redundancy check of iSCSI (RFC 3720), SCTP, ext4 and Btrfs, of the polynomial 0x1EDC6F41 (Castagnoli)",
            "little-endian, as iSCSI sends it after its data",
            "E3069283"),
        ["Adler32"] = new(
            "the checksum of the zlib format (RFC 1950), two sums modulo 65521",
            "big-endian, as the zlib format has it after its data",
            "091E01DE"),
    };
}
