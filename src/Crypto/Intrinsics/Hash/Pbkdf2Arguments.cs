using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The iterations of PBKDF2 (RFC 8018, section 5.2): each takes the HMAC of the result before, and costs the two compressions that
/// are left of it once both padded keys are compressed. All of it is secret but the numbers.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal struct Pbkdf2Arguments
{
    /// <summary>The chaining values after the inner and the outer padded key, which are only read.</summary>
    [Secret]
    public HashChain Inner, Outer;

    /// <summary>The XOR of all results, read and updated: words of a chaining value.</summary>
    [Secret, Written]
    public HashWords Sum;

    /// <summary>
    /// The last result with its padding, one block, the same for the inner hash and the outer one, since both messages are a padded
    /// key and a digest. Read and updated, so that a call goes on where another ended.
    /// </summary>
    [Secret, Written]
    public HashBlock Block;

    /// <summary>The same of a second block of the key, where two are made at once.</summary>
    [Secret, Written]
    public HashWords OtherSum;

    /// <inheritdoc cref="OtherSum"/>
    [Secret, Written]
    public HashBlock OtherBlock;

    [Public("a number that is stored beside the salt")]
    public nint Iterations;

    [Public("the function, not its input")]
    public int DigestBytes, BlockBytes;

    /// <summary>Of the chaining value: the first words, or all.</summary>
    [Public("the function, not its input")]
    public int ChainBytes;

    /// <summary>Bytes of a word, 4 or 8.</summary>
    [Public("the function, not its input")]
    public int WordBytes;

    /// <summary>Whether words begin with their lowest byte, zero or one.</summary>
    [Public("the function, not its input")]
    public int IsLittleEndian;

    /// <summary>Working memory of machine code, which wipes what is secret in it.</summary>
    public ShaScratch Scratch;
}
