using System;
using System.Security.Cryptography;

namespace ManagedCrypto.Probe;

/// <summary>What <see cref="AesSiv"/> has for several associated data, on RFC 5297, appendix A.2; <see cref="AeadMembers"/> has the rest.</summary>
internal static class SivMembers
{
    public static void Use()
    {
        byte[] key = Convert.FromHexString("7f7e7d7c7b7a79787776757473727170404142434445464748494a4b4c4d4e4f");
        byte[] nonce = Convert.FromHexString("09f911029d74e35bd84156c5635688c0");
        byte[] text = Convert.FromHexString(
            "7468697320697320736f6d6520706c61696e7465787420746f20656e6372797074207573696e67205349562d414553");
        byte[] sealedText = Convert.FromHexString(
            "7bdb6e3b432667eb06f4d14bff2fbd0fcb900f2fddbe404326601965c889bf17"
            + "dba77ceb094fa663b7a3f748ba8af829ea64ad544a272e9c485b62a3fd5c0d");
        ReadOnlyMemory<byte>[] data =
        [
            Convert.FromHexString("00112233445566778899aabbccddeeffdeaddadadeaddadaffeeddccbbaa99887766554433221100"),
            Convert.FromHexString("102030405060708090a0"),
        ];

        byte[] ciphertext = new byte[text.Length], tag = new byte[16], opened = new byte[text.Length];
        using var siv = new AesSiv(key);
        siv.Encrypt(nonce, text, ciphertext, tag, data);
        siv.Decrypt(nonce, ciphertext, tag, opened, data);
        Check.Equal(sealedText, [.. tag, .. ciphertext], Check.Written(sealedText.Length, to => siv.Seal(nonce, text, to, data)));
        Check.Equal(text, opened, Check.Written(text.Length, to => siv.Open(nonce, sealedText, to, data)));
        tag[0] ^= 1;
        Check.Throws<AuthenticationTagMismatchException>(() => siv.Decrypt(nonce, ciphertext, tag, opened, data));
    }
}
