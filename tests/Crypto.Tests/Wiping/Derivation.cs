using System;
using System.Buffers.Binary;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>
/// What AES and its modes make of a key and a text on the way: as secret as these. Computed by slow code of its own, but for the
/// cipher itself, in memory that is wiped; its stack is the stage's to clean.
/// </summary>
internal sealed unsafe class Derivation : IDisposable
{
    private const int BlockBytes = 16;
    private const int LargestScheduleBytes = 2 * 1024;

    /// <summary>As many as any kernel has of them.</summary>
    private const int PowersOfH = 64;

    /// <summary>x^7 + x^2 + x + 1 in the bit order of SP 800-38D.</summary>
    private static readonly UInt128 s_ghashPolynomial = (UInt128)0xE1 << 120;

    /// <summary>The same where bits are reversed and a product has been shifted (docs/kernels.md, step Shift).</summary>
    private static readonly UInt128 s_shiftedPolynomial = ((UInt128)0xC2 << 120) | 1;

    private readonly AesKernel _aes = Algorithms.Aes.Kernels.Best;
    private readonly byte[] _schedule = Material.Pinned(LargestScheduleBytes);
    private readonly byte[] _blocks = Material.Pinned(2 * BlockBytes);
    private readonly Secrets _secrets;
    private readonly Material _material;
    private readonly int _rounds;

    public Derivation(ReadOnlySpan<byte> key, Material material, Secrets secrets)
    {
        (_material, _secrets, _rounds) = (material, secrets, AesKernel.RoundsFor(key.Length));
        fixed (byte* cipherKey = key)
            _aes.ExpandKey(cipherKey, key.Length, Schedule);
    }

    private byte* Schedule =>
        (byte*)(((nint)Marshal.UnsafeAddrOfPinnedArrayElement(_schedule, 0) + 63) & ~(nint)63);

    /// <inheritdoc cref="AddGcm(ReadOnlySpan{byte})"/>
    public void AddGcm() => AddGcm(_material.Nonce);

    /// <summary>
    /// H, its powers, E(K, J0), the keystream, and each state of GHASH over a message that was sealed; and of a nonce that is hashed J0.
    /// </summary>
    public void AddGcm(ReadOnlySpan<byte> nonce)
    {
        var h = Encrypt(0);
        AddPowers(h);
        var hash = UInt128.Zero;
        var isSecret = false;
        UInt128 counter;
        if (nonce.Length == BlockBytes)
        {
            AddHash(ref hash, BinaryPrimitives.ReadUInt128BigEndian(nonce), h);
            AddHash(ref hash, BlockBytes * 8, h);
            (counter, hash) = (hash, 0);
            Add("J0, masked", counter ^ h);
            isSecret = true;
        }
        else
        {
            counter = BinaryPrimitives.ReadUInt128BigEndian([.. nonce, 0, 0, 0, 1]);
        }

        Add("E(K, J0)", Encrypt(counter));
        var length = _material.Text.Length;
        for (var done = 0; done < length; done += BlockBytes)
        {
            Add("keystream", Encrypt(++counter));
            if (isSecret)
                Add("counter", counter);
        }

        AddHashes(ref hash, _material.Sealed.AsSpan(0, length), h, isPolyval: false);
        AddHash(ref hash, (UInt128)length * 8, h);
    }

    /// <summary>Under a subkey of its own, its powers, and each state of the hash of a text.</summary>
    public void AddGhash(ReadOnlySpan<byte> subkey, ReadOnlySpan<byte> text, bool isPolyval)
    {
        var h = isPolyval ? PolyvalSubkey(subkey) : BinaryPrimitives.ReadUInt128BigEndian(subkey);
        AddPowers(h);
        var hash = UInt128.Zero;
        AddHashes(ref hash, text, h, isPolyval);
    }

    /// <summary>Of XAES-256-GCM the subkey, and the key of a message whose nonce begins as the material's, which it writes.</summary>
    public void AddXAes(Span<byte> messageKey)
    {
        var subkey = Encrypt(0);
        Add("L", subkey);
        subkey = (subkey << 1) ^ ((subkey >> 127) * 0x87);
        Add("K1", subkey);
        for (var block = 0; block < 2; block++)
        {
            var message = BinaryPrimitives.ReadUInt128BigEndian([0, (byte)(block + 1), (byte)'X', 0, .. _material.Nonce]) ^ subkey;
            Add("message of CMAC", message);
            var part = messageKey.Slice(BlockBytes * block, BlockBytes);
            BinaryPrimitives.WriteUInt128BigEndian(part, Encrypt(message));
            _secrets.Add("key of a message", part);
        }
    }

    /// <summary>The blocks that a message's keys are made of, H in the order of GHASH, its powers, and each state of the hash of a text.</summary>
    /// <returns>The message's AES key; the caller wipes it.</returns>
    public byte[] AddGcmSiv()
    {
        const int Words = 6;
        var keys = Material.Pinned(Words * sizeof(ulong));
        for (byte i = 0; i < Words; i++)
        {
            var derived = Encrypt(BinaryPrimitives.ReadUInt128BigEndian([i, 0, 0, 0, .. _material.Nonce]));
            Add("block of keys", derived);
            BinaryPrimitives.WriteUInt64BigEndian(keys.AsSpan(i * sizeof(ulong)), (ulong)(derived >> 64));
        }

        _secrets.Add("message's keys", keys);
        var h = PolyvalSubkey(keys);
        AddPowers(h);
        var hash = UInt128.Zero;
        AddHashes(ref hash, _material.Text, h, isPolyval: true);
        AddHash(ref hash, (UInt128)((ulong)_material.Text.Length * 8) << 64, h);
        var cipherKey = Material.Pinned(keys.Length - BlockBytes);
        keys.AsSpan(BlockBytes).CopyTo(cipherKey);
        CryptographicOperations.ZeroMemory(keys);
        return cipherKey;
    }

    /// <summary>The keystreams of CFB, with feedback of a byte and of a block.</summary>
    public void AddCfb()
    {
        var previous = BinaryPrimitives.ReadUInt128BigEndian(_material.IV);
        foreach (var text in _material.Text)
        {
            var keystream = Encrypt(previous);
            Add("keystream of CFB-8", keystream);
            previous = (previous << 8) | (byte)((byte)(keystream >> 120) ^ text);
        }

        previous = BinaryPrimitives.ReadUInt128BigEndian(_material.IV);
        for (var done = 0; done < _material.Text.Length; done += BlockBytes)
        {
            var keystream = Encrypt(previous);
            Add("keystream of CFB-128", keystream);
            if (done + BlockBytes <= _material.Text.Length)
                previous = keystream ^ BinaryPrimitives.ReadUInt128BigEndian(_material.Text.AsSpan(done));
        }
    }

    /// <summary>The keystream of AES-GCM-SIV, as if the IV were the first counter.</summary>
    public void AddGcmSivCtr()
    {
        byte[] counter = [.. _material.IV];
        for (var done = 0; done < _material.Text.Length; done += BlockBytes)
        {
            Add("keystream", Encrypt(BinaryPrimitives.ReadUInt128BigEndian(counter)));
            BinaryPrimitives.WriteUInt32LittleEndian(counter, BinaryPrimitives.ReadUInt32LittleEndian(counter) + 1);
        }
    }

    /// <summary>The keystream of CTR.</summary>
    public void AddCtr()
    {
        var counter = BinaryPrimitives.ReadUInt128BigEndian(_material.IV);
        for (var done = 0; done < _material.Text.Length + BlockBytes; done += BlockBytes)
            Add("keystream", Encrypt(counter++));
    }

    /// <summary>Of a message of CCM with a tag of 16 bytes: the tag's mask, the keystream, and the chain.</summary>
    public void AddCcm(ReadOnlySpan<byte> associatedData)
    {
        const byte LengthFlag = 2, Flags = 0x40 | (7 << 3) | LengthFlag;
        var length = _material.Text.Length;
        var first = BinaryPrimitives.ReadUInt128BigEndian([LengthFlag, .. _material.Nonce, 0, 0, 0]);
        for (var i = 0; i <= length / BlockBytes + 1; i++)
            Add("keystream of CCM", Encrypt(first + (uint)i));
        var b0 = (first ^ ((UInt128)(Flags ^ LengthFlag) << 120)) + (uint)length;
        var chain = Encrypt(b0);
        AddChain([(byte)(associatedData.Length >> 8), (byte)associatedData.Length, .. associatedData]);
        AddChain(_material.Text);

        void AddChain(ReadOnlySpan<byte> bytes)
        {
            Span<byte> block = stackalloc byte[BlockBytes];
            for (; !bytes.IsEmpty; bytes = bytes[Math.Min(BlockBytes, bytes.Length)..])
            {
                block.Clear();
                bytes[..Math.Min(BlockBytes, bytes.Length)].CopyTo(block);
                chain = Encrypt(chain ^ BinaryPrimitives.ReadUInt128BigEndian(block));
                Add("chain of CCM", chain);
            }
        }
    }

    /// <summary>
    /// CMAC's subkeys under the first half of a key of AES-SIV; S2V of the nonce, once for associated data, and once for itself; what that
    /// makes of the end of the text; and what CBC gives out of the text.
    /// </summary>
    public void AddSiv()
    {
        var l = Encrypt(0);
        UInt128 whole = Double(l), padded = Double(whole);
        Add("L", l);
        Add("K1", whole);
        Add("K2", padded);
        var sum = Encrypt(whole);
        Add("S2V of nothing", sum);
        var block = padded ^ BinaryPrimitives.ReadUInt128BigEndian([.. _material.Nonce, 0x80, 0, 0, 0]);
        var code = Encrypt(block);
        Add("last block of a string", block);
        Add("CMAC of a string", code);
        for (var i = 0; i < 2; i++)
        {
            Add("S2V, doubled", Double(sum));
            sum = Double(sum) ^ code;
            Add("S2V", sum);
        }

        var text = Material.Pinned((_material.Text.Length + BlockBytes) & -BlockBytes);
        _material.Text.CopyTo(text, 0);
        var end = text.AsSpan(_material.Text.Length - BlockBytes, BlockBytes);
        BinaryPrimitives.WriteUInt128BigEndian(end, BinaryPrimitives.ReadUInt128BigEndian(end) ^ sum);
        _secrets.Add("end of the text", end);
        text[_material.Text.Length] = 0x80;
        var chain = UInt128.Zero;
        for (var done = 0; done < text.Length - BlockBytes; done += BlockBytes)
        {
            chain = Encrypt(chain ^ BinaryPrimitives.ReadUInt128BigEndian(text.AsSpan(done)));
            Add("state of S2V", chain);
        }

        Add("last block of the text", padded ^ BinaryPrimitives.ReadUInt128BigEndian(text.AsSpan(text.Length - BlockBytes)));
        CryptographicOperations.ZeroMemory(text);

        static UInt128 Double(UInt128 value) => (value << 1) ^ ((value >> 127) * 0x87);
    }

    /// <summary>The tweaks of XTS, by their key, and what they make of a text before it is encrypted.</summary>
    public void AddXts()
    {
        var tweak = BinaryPrimitives.ReverseEndianness(Encrypt(BinaryPrimitives.ReadUInt128BigEndian(_material.IV)));
        for (var done = 0; done < _material.Text.Length + BlockBytes; done += BlockBytes)
        {
            Add("tweak", tweak);
            if (done + BlockBytes <= _material.Text.Length)
                Add("tweaked block", tweak ^ BinaryPrimitives.ReadUInt128LittleEndian(_material.Text.AsSpan(done)));
            tweak = (tweak << 1) ^ ((tweak >> 127) * 0x87);
        }
    }

    /// <summary>CMAC's subkeys, and what CBC gives out on its way; its first block is that of ECB, which is sent.</summary>
    public void AddCmac()
    {
        var subkey = Encrypt(0);
        foreach (var name in (string[])["L", "K1", "K2"])
        {
            Add(name, subkey);
            subkey = (subkey << 1) ^ ((subkey >> 127) * 0x87);
        }

        var chain = UInt128.Zero;
        for (var done = 0; done + BlockBytes < _material.Text.Length; done += BlockBytes)
        {
            chain = Encrypt(chain ^ BinaryPrimitives.ReadUInt128BigEndian(_material.Text.AsSpan(done)));
            if (done > 0)
                Add("state of CMAC", chain);
        }
    }

    public void Dispose()
    {
        CryptographicOperations.ZeroMemory(_schedule);
        CryptographicOperations.ZeroMemory(_blocks);
        Secret.ForgetRegisters();
    }

    private static UInt128 Multiply(UInt128 x, UInt128 y)
    {
        var product = UInt128.Zero;
        for (var bit = 127; bit >= 0; bit--)
        {
            product ^= y & (0 - ((x >> bit) & 1));
            y = (y >> 1) ^ (s_ghashPolynomial & (0 - (y & 1)));
        }

        return product;
    }

    /// <summary>Of a subkey of POLYVAL, H in the order of GHASH: times x.</summary>
    private static UInt128 PolyvalSubkey(ReadOnlySpan<byte> subkey)
    {
        var h = BinaryPrimitives.ReadUInt128LittleEndian(subkey);
        return (h >> 1) ^ (s_ghashPolynomial & (0 - (h & 1)));
    }

    private void AddPowers(UInt128 h)
    {
        var power = h;
        for (var i = 1; i <= PowersOfH; i++, power = Multiply(power, h))
            AddPower($"H^{i}", power);
    }

    /// <summary>The states of a text, whose last block is padded with zeros.</summary>
    private void AddHashes(ref UInt128 hash, ReadOnlySpan<byte> text, UInt128 h, bool isPolyval)
    {
        Span<byte> block = stackalloc byte[BlockBytes];
        for (; !text.IsEmpty; text = text[Math.Min(BlockBytes, text.Length)..])
        {
            block.Clear();
            text[..Math.Min(BlockBytes, text.Length)].CopyTo(block);
            AddHash(ref hash, isPolyval ? BinaryPrimitives.ReadUInt128LittleEndian(block) : BinaryPrimitives.ReadUInt128BigEndian(block), h);
        }
    }

    /// <summary>A state, and what is multiplied to make it: first the text that is sent.</summary>
    private void AddHash(ref UInt128 hash, UInt128 block, UInt128 h)
    {
        if (hash != 0)
            Add("state of GHASH", hash ^ block);
        hash = Multiply(hash ^ block, h);
        Add("state of GHASH", hash);
    }

    /// <summary>As it is, shifted, and of both the sum of halves that Karatsuba's method takes.</summary>
    private void AddPower(string name, UInt128 power)
    {
        Add(name, power);
        AddSum(power);
        var shifted = (power << 1) ^ (s_shiftedPolynomial & (0 - (power >> 127)));
        Add(name, shifted);
        AddSum(shifted);

        void AddSum(UInt128 of) => Add(name, ((of >> 64) ^ of) & ulong.MaxValue);
    }

    /// <summary>In both orders of bytes.</summary>
    private void Add(string name, UInt128 value)
    {
        var bytes = _blocks.AsSpan(0, BlockBytes);
        BinaryPrimitives.WriteUInt128BigEndian(bytes, value);
        _secrets.Add(name, bytes);
        bytes.Reverse();
        _secrets.Add(name, bytes);
    }

    private UInt128 Encrypt(UInt128 block)
    {
        var bytes = _blocks.AsSpan(BlockBytes);
        BinaryPrimitives.WriteUInt128BigEndian(bytes, block);
        fixed (byte* both = bytes)
        {
            AesArguments arguments;
            arguments.Schedule = Schedule;
            arguments.Source = both;
            arguments.Destination = both;
            arguments.Length = BlockBytes;
            arguments.Rounds = _rounds;
            _aes.Run(AesOperation.EncryptEcb, &arguments);
        }

        return BinaryPrimitives.ReadUInt128BigEndian(bytes);
    }
}
