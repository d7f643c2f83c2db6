using System.Linq;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>A lane of AEGIS-128 (draft-irtf-cfrg-aegis-aead, section 4), eight blocks, on numbers or on terms.</summary>
internal sealed class AegisSpecification<T, TValues>(TValues values)
    where T : unmanaged
    where TValues : IValues<T>
{
    public const int Blocks = 8;

    private const int BlockBytes = 16;

    /// <summary>Update.</summary>
    public T[][] Update(T[][] state, T[] first, T[] second)
    {
        T[][] next = [.. state.Select((block, i) => values.Xor(Round(state[(i + Blocks - 1) % Blocks]), block))];
        next[0] = values.Xor(next[0], first);
        next[4] = values.Xor(next[4], second);
        return next;
    }

    /// <summary>What both blocks of a text are XORed with: z0 and z1 of Enc and Dec.</summary>
    public (T[] First, T[] Second) Keystream(T[][] state) =>
        (values.Xor(values.Xor(state[6], state[1]), values.And(state[2], state[3])), values.Xor(values.Xor(state[2], state[5]), values.And(state[6], state[7])));

    private T[] Round(T[] block)
    {
        var result = new T[BlockBytes];
        values.Aes(AesStep.Round, block, result);
        return result;
    }
}
