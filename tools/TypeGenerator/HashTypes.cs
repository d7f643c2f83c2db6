using System.Linq;
using System.Reflection;

namespace ManagedCrypto.TypeGenerator;

/// <summary>The C# text of a public type: the head that its family has, and the members that all have.</summary>
internal static class HashTypes
{
    public static string Hash(HashFunction function)
    {
        var name = function.HashType.Type.Name;
        var bcl = new BclNamesake(name);
        var members = new HashMembers(
            name, "digest", "Hashes", function.DigestBytes, "MessageHash", $"Algorithms.{PropertyOf(function)}", "HashType")
        {
            New = "new ",
            HasSupport = bcl.IsRecent,
        };
        var lanes = LanesMembers.Of(function, PropertyOf);
        return $$"""
            {{Top(name, function.IsBroken ? function.Name : null, hasLists: lanes.Length > 0)}}/// <summary>
            /// {{function.Name}} ({{function.Standard}}): digests of {{function.DigestBytes}} bytes. {{bcl.Purpose}}{{(
                bcl.IsRecent ? " It derives from\n/// <see cref=\"HashAlgorithm\"/>, since the constructor of the BCL's asks that library." : "")}}
            /// </summary>
            /// <remarks>
            /// Messages may have any length{{(function.Construction is Sponge ? "" : " below 2^61 bytes")}}, and lie at any address; a destination may overlap its source.
            /// Static members may be called from many threads at once. An instance serves one call at a time: it throws
            /// <see cref="CryptographicException"/> to a second caller, and <see cref="ObjectDisposedException"/> after
            /// <see cref="HashAlgorithm.Dispose()"/>, which wipes its state.{{(
                function.IsBroken ? $"\n/// {function.Name} is broken for signatures: collisions are practical." : "")}}
            /// </remarks>
            {{bcl.Declaration}}
            {
            {{members.Constants}}

                private readonly RunningMessage<HashEngine> _hash;

                /// <summary>Begins a message.</summary>
                public {{name}}()
                    : this(Best)
                {
                }

            {{Constructor(name, bcl)}}

            {{members.Support}}{{members.Best}}

            {{members.Create(bcl.NameParameter,
                $"Begins a message, if the name is one of this hash function's{bcl.InTheBcl}; capitals do not matter.",
                Names(function.HashType))}}

            {{members.OneShots}}{{lanes}}

            {{members.Instance("byte[] array, int ibStart, int cbSize", "array, ibStart, cbSize")}}
            }

            """;
    }

    public static string Hmac(HashFunction function)
    {
        var name = function.HmacType.Type.Name;
        var bcl = new BclNamesake(name);
        var members = new HashMembers(
            name, "code", "Computes the code of", function.DigestBytes,
            "MessageHash", $"Algorithms.{PropertyOf(function)}", "HmacType")
        {
            Key = $"The key, of any length; the safest has {function.DigestBytes} to {function.BlockBytes} bytes.",
            HasSupport = bcl.IsRecent,
        };
        return $$"""
            {{Top(name, function.IsBroken ? function.Name : null)}}/// <summary>
            /// HMAC (FIPS 198-1, RFC 2104) over {{function.Name}}: codes of {{function.DigestBytes}} bytes. {{bcl.Purpose}} It derives from
            /// <see cref="HMAC"/>{{bcl.WhyHmac}}.
            /// </summary>
            /// <remarks>
            /// Keys and messages may have any length and lie at any address; a destination may overlap its source. Compare codes
            /// by <c>Verify</c>, in constant time. Static members may be called from many threads at once. An instance serves one call
            /// at a time: it throws <see cref="CryptographicException"/> to a second caller, and
            /// <see cref="ObjectDisposedException"/> after <see cref="HashAlgorithm.Dispose()"/>, which wipes its key and state.
            /// </remarks>
            public sealed partial class {{name}} : HMAC
            {
            {{members.Constants}}

                private const int BlockBytes = {{function.BlockBytes}};

                private readonly RunningMessage<HmacEngine> _hash;

                /// <summary>Begins a message under a random key of a block, {{function.BlockBytes}} bytes.</summary>
                public {{name}}()
                    : this(Best, null)
                {
                }

                /// <summary>Begins a message.</summary>
                /// <param name="key">The key, of any length. It is copied.</param>
                /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
                public {{name}}(byte[] key)
                    : this(Best, Arguments.Required(key, nameof(key)))
                {
                }

                internal {{name}}(MessageHash hash, byte[]? key)
                {
                    _hash = key is null ? HmacEngine.BeginUnderRandomKey(hash, this) : HmacEngine.Begin(hash, this, key);
                    HashName = "{{function.HashName}}";
                    HashSizeValue = HashSizeInBits;
                    BlockSizeValue = BlockBytes;
                }

                /// <summary>
                /// The key: a copy of it, or of its digest if it is longer than a block of {{function.BlockBytes}} bytes.
                /// </summary>
                /// <remarks>
                /// Setting a key forgets the message so far; the BCL of the .NET Framework refuses that until
                /// <see cref="Initialize"/>.
                /// </remarks>
                /// <exception cref="ArgumentNullException">The key is set to null; the parameter's name is <c>value</c>.</exception>
                /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
                public override byte[] Key
                {
                    get => HmacEngine.GetKey(_hash);
                    set => HmacEngine.SetKey(_hash, Arguments.Required(value, nameof(value)));
                }

            {{members.Support}}{{members.Best}}

            {{members.Create("algorithmName",
                "Begins a message under a random key, if the name is one of this HMAC's" + bcl.InTheBcl + "; capitals do not matter.",
                Names(function.HmacType))}}

            {{members.OneShots}}

            {{members.Verifications}}

            {{members.Instance("byte[] rgb, int ib, int cb", "rgb, ib, cb")}}
            }

            """;
    }

    public static string Checksum(ChecksumAlgorithm algorithm)
    {
        var (type, words) = (algorithm.Type.Type, ChecksumWords.Of[algorithm.Type.Type.Name]);
        var members = new HashMembers(
            type.Name, "digest", "Computes the checksum of", ChecksumAlgorithm.DigestBytes,
            "MessageChecksum", $"Algorithms.{PropertyOf(algorithm)}", "Type");
        return $$"""
            {{Top(type.Name)}}/// <summary>
            /// {{algorithm.Name}}, a checksum of {{ChecksumAlgorithm.DigestBytes}} bytes:
            /// {{words.Kind}}.
            /// It finds errors of transmission and storage. It does not show tampering: anyone can give any message any checksum.
            /// </summary>
            /// <remarks>
            /// The digest is {{words.Digest}}.
            /// System.IO.Hashing gives the same bytes: its CRCs are little-endian, too, and its Adler-32 big-endian.
            /// <see cref="HashToUInt32"/> gives the checksum as a number, as it is printed. Messages may have any length and lie
            /// at any address; a destination may overlap its source. Static members may be called from many threads at once; an
            /// instance serves one at a time. It throws <see cref="ObjectDisposedException"/> after
            /// <see cref="HashAlgorithm.Dispose()"/>.
            /// </remarks>
            public sealed class {{type.Name}} : HashAlgorithm
            {
            {{members.Constants}}

                private readonly RunningChecksum _hash;

                /// <summary>Begins a message.</summary>
                public {{type.Name}}()
                    : this(Best)
                {
                }

                internal {{type.Name}}(MessageChecksum checksum)
                {
                    _hash = new RunningChecksum(checksum, this);
                    HashSizeValue = HashSizeInBits;
                }

            {{members.Best}}

            {{members.Create("hashName",
                "Begins a message, if the name is that of this checksum; capitals do not matter.",
                $"<c>{type.Name}</c>, <c>{algorithm.Name}</c> or <c>{type.FullName}</c>.")}}

                /// <summary>Computes the checksum of a whole message as a number.</summary>
                /// <param name="source">The message.</param>
                /// <returns>The checksum, such as 0x{{words.Check}} for the nine digits "123456789".</returns>
                public static uint HashToUInt32(ReadOnlySpan<byte> source) => Best.Hash(source);

            {{members.OneShots}}

            {{members.Instance("byte[] array, int ibStart, int cbSize", "array, ibStart, cbSize")}}
            }

            """;
    }

    /// <param name="name">The type.</param>
    /// <param name="broken">A hash that analyzers warn of.</param>
    /// <param name="isAsyncEverywhere">Whether there are asynchronous members on older frameworks, too.</param>
    /// <param name="hasLists">Whether a member takes a list.</param>
    public static string Top(string name, string? broken = null, bool isAsyncEverywhere = true, bool hasLists = false) => $$"""
        // Written by tools/TypeGenerator from the catalogue, src/Crypto/Algorithms.cs. Do not edit: change it there, and run
        //     dotnet run --project tools/TypeGenerator
        using System;{{(hasLists ? "\nusing System.Collections.Generic;" : "")}}
        using System.IO;
        using System.Security.Cryptography;{{(isAsyncEverywhere ? "" : "\n#if NET")}}
        using System.Threading;
        using System.Threading.Tasks;{{(isAsyncEverywhere ? "" : "\n#endif")}}

        #pragma warning disable CS1573 // What overloads have in common is documented once.
        #pragma warning disable CS0109 // Members that hide one of the base class do so on newer frameworks only.{{(
            broken is null ? "" : $"\n#pragma warning disable CA5350, CA5351 // {broken} is weak, but formats demand it.")}}{{(
            !name.Contains('_') ? "" : "\n#pragma warning disable CA1707 // .NET calls such types so.")}}

        namespace ManagedCrypto;


        """;

    private static string Constructor(string name, BclNamesake bcl) => bcl.SetsHashSize
        ? $"    internal {name}(MessageHash hash) => _hash = HashEngine.Begin(hash, this);"
        : $$"""
                internal {{name}}(MessageHash hash)
                {
                    _hash = HashEngine.Begin(hash, this);
                    HashSizeValue = HashSizeInBits;
                }
            """;

    /// <summary>Which names a type goes by.</summary>
    private static string Names(PublicType type) => type.Names.Length switch
    {
        0 => "The BCL has no name for it.",
        1 => $"<c>{type.Names[0]}</c>.",
        3 => $"<c>{type.Names[0]}</c>, <c>{type.Names[1]}</c> or <c>{type.Names[2]}</c>.",
        _ => $"Such as <c>{type.Type.Name}</c>, <c>{PublicType.Bcl}{type.Type.Name}</c> or the URI in XML signatures.",
    };

    /// <summary>By which name the catalogue has it.</summary>
    private static string PropertyOf(Algorithm algorithm) => typeof(Algorithms)
        .GetProperties(BindingFlags.Public | BindingFlags.Static)
        .Single(property => (property.GetValue(null) as Algorithm)?.Name == algorithm.Name).Name;
}
