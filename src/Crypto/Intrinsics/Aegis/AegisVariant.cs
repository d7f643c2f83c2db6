namespace ManagedCrypto.Intrinsics;

/// <summary>What sets one AEGIS apart from another (draft-irtf-cfrg-aegis-aead).</summary>
internal sealed class AegisVariant
{
    /// <summary>No variant has more lanes.</summary>
    public const int MostLanes = 4;

    private AegisVariant(string id, int keyBytes, int stateBlocks, int lanes)
    {
        Id = id;
        KeyBytes = keyBytes;
        StateBlocks = stateBlocks;
        Lanes = lanes;
    }

    public static AegisVariant Aegis128L => field ??= new("aegis-128l", keyBytes: 16, stateBlocks: 8, lanes: 1);

    public static AegisVariant Aegis256 => field ??= new("aegis-256", keyBytes: 32, stateBlocks: 6, lanes: 1);

    public static AegisVariant Aegis128X2 => field ??= new("aegis-128x2", keyBytes: 16, stateBlocks: 8, lanes: 2);

    public static AegisVariant Aegis128X4 => field ??= new("aegis-128x4", keyBytes: 16, stateBlocks: 8, lanes: 4);

    /// <summary>What the ids of its kernels begin with.</summary>
    public string Id { get; }

    /// <summary>Bytes of a key, and of a nonce.</summary>
    public int KeyBytes { get; }

    /// <summary>Blocks of a lane's state: eight, or six.</summary>
    public int StateBlocks { get; }

    /// <summary>States that run side by side.</summary>
    public int Lanes { get; }

    /// <summary>Whether an update takes two blocks, as with eight blocks of state, or one.</summary>
    public bool TakesTwo => StateBlocks == 8;

    /// <summary>Bytes of text that a lane takes at once.</summary>
    public int LaneBytes => TakesTwo ? 32 : 16;

    /// <summary>Bytes of text that all lanes take at once.</summary>
    public int RateBytes => LaneBytes * Lanes;
}
