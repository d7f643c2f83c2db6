using System;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;
using Xunit;
using Framework = System.Security.Cryptography.Aes;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>The same bad calls on AES of either maker: what one throws, the other throws.</summary>
public class AesContractTests
{
    private static readonly byte[] s_key = TestBytes.Random(16, 1);
    private static readonly byte[] s_iv = TestBytes.Random(16, 2);
    private static readonly byte[] s_message = TestBytes.Random(40, 3);

    private static readonly int?[] s_ivLengths = [null, 0, 1, 8, 15, 17, 32];
    private static readonly int[] s_feedbackSizes =
        [int.MinValue, -8, 0, 1, 7, 9, 16, 24, 64, 120, 127, 129, 136, 256, 1024, int.MaxValue];
    private static readonly PaddingMode[] s_noPaddings = [0, (PaddingMode)6, (PaddingMode)(-1), (PaddingMode)int.MaxValue];

    [Fact]
    public void One_shots_refuse_what_the_framework_refuses()
    {
        var calls = new Calls();
        foreach (var padding in s_noPaddings)
            AddOneShots(calls, new byte[16], s_iv, 64, padding, 8);
        foreach (var length in s_ivLengths)
            AddOneShots(calls, new byte[16], Array(length), 64, PaddingMode.PKCS7, 8);
        foreach (var feedbackSize in s_feedbackSizes)
            AddOneShots(calls, new byte[16], s_iv, 64, PaddingMode.None, feedbackSize);
        foreach (var padding in AesMatrix.Paddings)
        {
            // In CFB8 the framework runs off messages that are shorter than the padding that they claim.
            foreach (var length in new[] { 0, 1, 15, 17, 31 })
                AddOneShots(calls, new byte[length], s_iv, 64, padding, 128);
            foreach (var room in new[] { 0, 1, 15 })
                AddOneShots(calls, new byte[32], s_iv, room, padding, 128);
        }

        AddOneShots(calls, null, s_iv, 64, PaddingMode.PKCS7, 8);
        AddOneShots(calls, null, null, 0, PaddingMode.PKCS7, 8);
        AddOneShots(calls, new byte[3], new byte[3], 0, 0, 3);
        AddOneShots(calls, new byte[3], new byte[3], 0, PaddingMode.None, 3);
        AddOneShots(calls, new byte[3], s_iv, 0, PaddingMode.None, 64);
        calls.AssertCompared(24 * (4 + 7 + 16 + (5 * 8) + 5));
    }

    [Fact]
    public void Ciphertext_lengths_are_told_and_refused_as_by_the_framework()
    {
        var calls = new Calls();
        foreach (var padding in (PaddingMode[])[.. AesMatrix.Paddings, .. s_noPaddings])
        {
            foreach (var length in new[] { int.MinValue, -1, 0, 1, 16, 17, int.MaxValue - 15, int.MaxValue - 14, int.MaxValue })
            {
                calls.Add(aes => aes.GetCiphertextLengthEcb(length, padding), $"ECB length {length} {padding}");
                calls.Add(aes => aes.GetCiphertextLengthCbc(length, padding), $"CBC length {length} {padding}");
                foreach (var feedbackSize in s_feedbackSizes)
                    calls.Add(aes => aes.GetCiphertextLengthCfb(length, padding, feedbackSize), $"{length} {feedbackSize}");
            }
        }

        calls.AssertCompared(9 * 9 * (2 + s_feedbackSizes.Length));
    }

    [Fact]
    public void Settings_refuse_what_the_framework_refuses()
    {
        var calls = new Calls();
        foreach (int? bytes in new int?[] { null, 0, 1, 8, 15, 16, 17, 23, 24, 25, 31, 32, 33, 64, 1000 })
        {
            calls.Add(aes => aes.Key = Array(bytes)!, $"key of {bytes}");
            calls.Add(aes => aes.SetKey(Array(bytes)), $"key of {bytes}");
            calls.Add(aes => aes.IV = Array(bytes)!, $"IV of {bytes}");
        }

        foreach (var number in (int[])[.. s_feedbackSizes, -128, 5, 6, 8, 32, 128, 160, 191, 192, 193, 512])
        {
            calls.Add(aes => aes.KeySize = number, $"key size {number}");
            calls.Add(aes => aes.ValidKeySize(number), $"valid key size {number}");
            calls.Add(aes => aes.BlockSize = number, $"block size {number}");
            calls.Add(aes => aes.FeedbackSize = number, $"feedback size {number}");
            calls.Add(aes => aes.Mode = (CipherMode)number, $"mode {number}");
            calls.Add(aes => aes.Padding = (PaddingMode)number, $"padding {number}");
        }

        for (var value = 1; value <= 5; value++)
        {
            var number = value;
            calls.Add(aes => aes.Mode = (CipherMode)number, $"mode {number}");
            calls.Add(aes => aes.Padding = (PaddingMode)number, $"padding {number}");
        }

        calls.AssertCompared(217);
    }

    [Fact]
    public void Settings_begin_and_change_one_another_as_the_frameworks_do()
    {
        using var ours = new Aes();
        using var theirs = Framework.Create();
        var oursWas = Story(ours);
        Assert.Equal(Story(theirs), oursWas);
        Assert.Equal("256 128 8 CBC PKCS7 32 16; 24 192; True True; True False; 16 False", oursWas);

        static string Story(Framework aes)
        {
            var story = $"{aes.KeySize} {aes.BlockSize} {aes.FeedbackSize} {aes.Mode} {aes.Padding} ";
            story += $"{aes.Key.Length} {aes.IV.Length}; ";
            aes.SetKey(new byte[24]);
            story += $"{aes.Key.Length} {aes.KeySize}; ";
            (aes.Key, aes.IV) = (s_key, s_iv);
            story += $"{aes.Key.AsSpan().SequenceEqual(s_key)} {aes.IV.AsSpan().SequenceEqual(s_iv)}; ";
            aes.BlockSize = 128;
            story += $"{aes.Key.AsSpan().SequenceEqual(s_key)} {aes.IV.AsSpan().SequenceEqual(s_iv)}; ";
            aes.KeySize = 128;
            return story + $"{aes.Key.Length} {aes.Key.AsSpan().SequenceEqual(s_key)}";
        }
    }

    [Fact]
    public void Transforms_are_refused_where_the_framework_refuses_them()
    {
        var calls = new Calls();
        foreach (var mode in new[] { CipherMode.ECB, CipherMode.CBC, CipherMode.CFB })
        {
            foreach (int? keyLength in new int?[] { null, 0, 15, 16, 17, 24, 32, 33 })
            {
                foreach (var ivLength in (int?[])[16, .. s_ivLengths])
                {
                    var what = $"{mode} {keyLength} {ivLength}";
                    calls.Add(aes => Set(aes, mode, 8).CreateEncryptor(Array(keyLength)!, Array(ivLength)).Dispose(), what);
                    calls.Add(aes => Set(aes, mode, 24).CreateDecryptor(Array(keyLength)!, Array(ivLength)).Dispose(), what);
                }
            }

            for (var bits = 8; bits <= 128; bits += 8)
            {
                var feedbackSize = bits;
                calls.Add(aes => Set(aes, mode, feedbackSize).CreateEncryptor().Dispose(), $"encryptor {mode} {bits}");
                calls.Add(aes => Set(aes, mode, feedbackSize).CreateDecryptor().Dispose(), $"decryptor {mode} {bits}");
            }
        }

        calls.AssertCompared((3 * 8 * 8 * 2) + (3 * 16 * 2));

        static Framework Set(Framework aes, CipherMode mode, int feedbackSize)
        {
            aes.Mode = mode;
            aes.FeedbackSize = feedbackSize;
            return aes;
        }
    }

    [Fact]
    public void Transforms_refuse_what_the_frameworks_refuse_and_still_work()
    {
        var calls = new Calls();
        foreach (int? length in new int?[] { null, 0, 16, 40 })
        {
            foreach (var offset in new[] { int.MinValue, -1, 0, 1, 16, 40, 41, int.MaxValue })
            {
                foreach (var count in new[] { int.MinValue, -16, -1, 0, 1, 15, 16, 17, 32, 48, int.MaxValue - 15, int.MaxValue })
                {
                    var what = $"{length} {offset} {count}";
                    calls.AddTransform(of => of.TransformFinalBlock(Array(length)!, offset, count), what);
                    calls.AddTransform(of => of.TransformBlock(Array(length)!, offset, count, new byte[48], 0), what);
                    calls.AddTransform(of => of.TransformBlock(new byte[48], 0, count, Array(length)!, offset), what);
                }
            }
        }

        calls.AssertCompared(4 * 8 * 12 * 3 * 2);
    }

    [Fact]
    public void Key_wrap_refuses_what_the_framework_refuses()
    {
        var calls = new Calls();
        foreach (int? length in new int?[] { null, 0, 1, 7, 8, 9, 15, 16, 17, 24, 32 })
        {
            calls.Add(aes => aes.EncryptKeyWrapPadded(Array(length)!), $"wrap {length}");
            calls.Add(aes => aes.DecryptKeyWrapPadded(Array(length)!), $"unwrap {length}");
            calls.Add(aes => aes.DecryptKeyWrapPadded(Array(length).AsSpan()), $"unwrap span {length}");
            foreach (var room in new[] { 0, 1, 8, 15, 16, 17, 24, 40 })
            {
                calls.Add(aes => aes.EncryptKeyWrapPadded(Array(length), new byte[room]), $"wrap {length} into {room}");
                calls.Add(aes => aes.DecryptKeyWrapPadded(Array(length), new byte[room]), $"unwrap {length} into {room}");
                calls.Add(aes => aes.TryDecryptKeyWrapPadded(Array(length), new byte[room], out _), $"try {length} into {room}");
            }
        }

        for (var offset = 0; offset <= 32; offset += 8)
        {
            var at = offset;
            var memory = new byte[80];
            calls.Add(aes => aes.EncryptKeyWrapPadded(memory.AsSpan(24, 16), memory.AsSpan(at, 24)), $"wrap at {at}");
            calls.Add(aes => aes.DecryptKeyWrapPadded(memory.AsSpan(16, 24), memory.AsSpan(at, 16)), $"unwrap at {at}");
        }

        foreach (var length in new[] { int.MinValue, -1, 0, 1, 7, 8, 9, 0x7FFF_FFF0, 0x7FFF_FFF1, int.MaxValue })
        {
            calls.Compare(
                () => Framework.GetKeyWrapPaddedLength(length), () => Aes.GetKeyWrapPaddedLength(length), $"length {length}");
        }


        calls.AssertCompared((11 * (3 + (8 * 3))) + 10 + 10);
    }

    [Fact]
    public void Names_create_ours_where_they_create_the_frameworks()
    {
        foreach (var name in new[]
        {
            "AES", "aes", "AesManaged", "System.Security.Cryptography.AesManaged", "AesCryptoServiceProvider",
            "system.security.cryptography.aesCryptoServiceProvider", "System.Security.Cryptography.Aes", "Rijndael", "AES128",
        })
        {
#pragma warning disable SYSLIB0045 // The factory by name is obsolete, and tested.
            object? theirs = null;
            try
            {
                theirs = Framework.Create(name);
            }
            catch (InvalidCastException)
            {
            }

            using var ours = Aes.Create(name);
            Assert.True(theirs is null == ours is null, name);
        }

        Assert.Equal("algorithmName", Assert.Throws<ArgumentNullException>(() => Aes.Create(null!)).ParamName);
#pragma warning restore SYSLIB0045
    }

    private static byte[]? Array(int? length) => length is null ? null : new byte[length.Value];

    private static void AddOneShots(Calls calls, byte[]? input, byte[]? iv, int room, PaddingMode padding, int feedbackSize)
    {
        var what = $"{input?.Length} {iv?.Length} {room} {padding} {feedbackSize}";
        calls.Add(aes => aes.EncryptEcb(input!, padding), $"{what} ECB to array");
        calls.Add(aes => aes.DecryptEcb(input!, padding), $"{what} ECB from array");
        calls.Add(aes => aes.EncryptCbc(input!, iv!, padding), $"{what} CBC to array");
        calls.Add(aes => aes.DecryptCbc(input!, iv!, padding), $"{what} CBC from array");
        calls.Add(aes => aes.EncryptCfb(input!, iv!, padding, feedbackSize), $"{what} CFB to array");
        calls.Add(aes => aes.DecryptCfb(input!, iv!, padding, feedbackSize), $"{what} CFB from array");
        calls.Add(aes => aes.EncryptEcb(input.AsSpan(), padding), $"{what} ECB span to array");
        calls.Add(aes => aes.DecryptEcb(input.AsSpan(), padding), $"{what} ECB span from array");
        calls.Add(aes => aes.EncryptCbc(input.AsSpan(), iv, padding), $"{what} CBC span to array");
        calls.Add(aes => aes.DecryptCbc(input.AsSpan(), iv, padding), $"{what} CBC span from array");
        calls.Add(aes => aes.EncryptCfb(input.AsSpan(), iv, padding, feedbackSize), $"{what} CFB span to array");
        calls.Add(aes => aes.DecryptCfb(input.AsSpan(), iv, padding, feedbackSize), $"{what} CFB span from array");
        calls.Add(aes => aes.EncryptEcb(input, new byte[room], padding), $"{what} ECB");
        calls.Add(aes => aes.DecryptEcb(input, new byte[room], padding), $"{what} ECB decrypt");
        calls.Add(aes => aes.EncryptCbc(input, iv, new byte[room], padding), $"{what} CBC");
        calls.Add(aes => aes.DecryptCbc(input, iv, new byte[room], padding), $"{what} CBC decrypt");
        calls.Add(aes => aes.EncryptCfb(input, iv, new byte[room], padding, feedbackSize), $"{what} CFB");
        calls.Add(aes => aes.DecryptCfb(input, iv, new byte[room], padding, feedbackSize), $"{what} CFB decrypt");
        calls.Add(aes => aes.TryEncryptEcb(input, new byte[room], padding, out _), $"{what} try ECB");
        calls.Add(aes => aes.TryDecryptEcb(input, new byte[room], padding, out _), $"{what} try ECB decrypt");
        calls.Add(aes => aes.TryEncryptCbc(input, iv, new byte[room], out _, padding), $"{what} try CBC");
        calls.Add(aes => aes.TryDecryptCbc(input, iv, new byte[room], out _, padding), $"{what} try CBC decrypt");
        calls.Add(aes => aes.TryEncryptCfb(input, iv, new byte[room], out _, padding, feedbackSize), $"{what} try CFB");
        calls.Add(aes => aes.TryDecryptCfb(input, iv, new byte[room], out _, padding, feedbackSize), $"{what} try CFB decrypt");
    }

    /// <summary>Makes each call on both sides, on objects that are used again, and counts.</summary>
    private sealed class Calls
    {
        private int _compared;
        private int _refused;

        /// <summary>A call that may return something or nothing; what it returns is compared elsewhere.</summary>
        public void Add(Action<Framework> call, string what)
        {
            using var ours = new Aes { Key = s_key, IV = s_iv };
            using var theirs = Framework.Create();
            theirs.Key = s_key;
            theirs.IV = s_iv;
            if (!Compare(() => call(theirs), () => call(ours), what))
                return;

            // What was refused has changed nothing.
            Assert.Equal(s_key, ours.Key);
            Assert.Equal(s_iv, ours.IV);
            Assert.Equal(theirs.EncryptCbc(s_message, s_iv), ours.EncryptCbc(s_message, s_iv));
        }

        public void AddTransform(Action<ICryptoTransform> call, string what)
        {
            using var ours = new Aes { Key = s_key, IV = s_iv };
            foreach (var encrypting in new[] { true, false })
            {
                using var theirs = Framework.Create();
                theirs.Key = s_key;
                theirs.IV = s_iv;
                using var ourTransform = encrypting ? ours.CreateEncryptor() : ours.CreateDecryptor();
                using var theirTransform = encrypting ? theirs.CreateEncryptor() : theirs.CreateDecryptor();
                if (!Compare(() => call(theirTransform), () => call(ourTransform), what))
                    continue;

                var (input, output) = (s_message, ours.EncryptCbc(s_message, s_iv));
                if (!encrypting)
                    (input, output) = (output, input);
                Assert.Equal(output, ourTransform.TransformFinalBlock(input, 0, input.Length));
            }
        }

        /// <returns>Whether the call was refused.</returns>
        public bool Compare(Action theirs, Action ours, string what)
        {
            var expected = Outcome.Of(theirs);
            var actual = Outcome.Of(ours);
            _compared++;
            if (expected.Exception is not null)
                _refused++;

            // Where the framework names no argument, ours does.
            if (expected.Exception is ArgumentException { ParamName: null })
                Assert.NotNull(Assert.IsAssignableFrom<ArgumentException>(actual.Exception).ParamName);
            else
                actual.AssertSameAs(expected, what);
            Assert.Equal(expected.Exception?.GetType(), actual.Exception?.GetType());
            return expected.Exception is not null;
        }

        public void AssertCompared(int count)
        {
            Assert.Equal(count, _compared);
            Assert.InRange(_refused, count / 4, count);
        }
    }
}
