using System;
using System.Buffers.Binary;
using ManagedCrypto;

/// <summary>A data frame of LoRaWAN 1.0 as a device sends it or a network does: its text is encrypted, all of it is authenticated.</summary>
/// <param name="appKey">AppSKey, 16 bytes: for the text.</param>
/// <param name="networkKey">NwkSKey, 16 bytes: for the code.</param>
internal sealed class LoRaFrame(byte[] appKey, byte[] networkKey) : IDisposable
{
    private const int CodeBytes = 4;
    private const byte TextBlock = 0x01, CodeBlock = 0x49;

    private readonly AesCtr _ctr = new(appKey);

    /// <summary>Encrypts or decrypts the text (FRMPayload) of a frame on a port other than 0 (section 4.3.3).</summary>
    public byte[] Transform(bool isUp, uint address, uint count, byte[] text) =>
        _ctr.Transform(Block(TextBlock, isUp, address, count, 1), text); // the standard's A_1, A_2... are counter blocks

    /// <summary>Appends the code (MIC) to a frame that lacks it (section 4.4).</summary>
    public byte[] Sign(bool isUp, uint address, uint count, byte[] frame) =>
        [.. frame, .. Code(isUp, address, count, frame)];

    /// <summary>Whether the code at the end of a frame is right.</summary>
    public bool Verify(bool isUp, uint address, uint count, byte[] frame)
    {
        var code = Code(isUp, address, count, frame.AsSpan(0, frame.Length - CodeBytes));
        return CryptographicOperations.FixedTimeEquals(code, frame.AsSpan(frame.Length - CodeBytes));
    }

    public void Dispose() => _ctr.Dispose();

    private byte[] Code(bool isUp, uint address, uint count, ReadOnlySpan<byte> frame)
    {
        using var cmac = new AesCmac(networkKey);
        byte[] authenticated = [.. Block(CodeBlock, isUp, address, count, (byte)frame.Length), .. frame];
        return cmac.ComputeHash(authenticated)[..CodeBytes];
    }

    private static byte[] Block(byte kind, bool isUp, uint address, uint count, byte last)
    {
        var block = new byte[16];
        block[0] = kind;
        block[5] = (byte)(isUp ? 0 : 1);
        BinaryPrimitives.WriteUInt32LittleEndian(block.AsSpan(6), address);
        BinaryPrimitives.WriteUInt32LittleEndian(block.AsSpan(10), count);
        block[15] = last;
        return block;
    }
}
