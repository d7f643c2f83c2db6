using System;
using Org.BouncyCastle.Crypto;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>The code of a message under a key that is set up in the call.</summary>
internal delegate int MacOneShot(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

/// <summary>A message authentication code, as each peer knows it.</summary>
/// <param name="OpenSsl">The name of OpenSSL's EVP_MAC.</param>
/// <param name="OpenSslParameter">What it is told, if anything, and the value: the digest, or the cipher.</param>
/// <param name="BouncyCastle">Makes Bouncy Castle's.</param>
/// <param name="Bcl">.NET's one-shot; null if it has none.</param>
/// <param name="Managed">The one-shot of ManagedCrypto on the kernels of a set; null where the set has none.</param>
internal sealed record Mac(
    string OpenSsl,
    (string Name, string Value)? OpenSslParameter,
    Func<IMac> BouncyCastle,
    MacOneShot? Bcl,
    Func<KernelSet, MacOneShot?> Managed);
