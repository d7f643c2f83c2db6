using System;
using System.Buffers;
using System.Text;
using ManagedCrypto;

/// <summary>A program that has spans from a version of System.Memory that it chose itself.</summary>
internal static class Program
{
    private static int Main()
    {
        var rented = ArrayPool<byte>.Shared.Rent(100);
        var sealedText = rented.AsSpan(0, 45);
        var text = Encoding.ASCII.GetBytes("In the middle of difficulty lies opportunity.");
        using var gcm = new AesGcm(new byte[16], 16);
        var tag = new byte[16];
        gcm.Encrypt(new byte[12], text, sealedText, tag);
        gcm.Decrypt(new byte[12], sealedText, tag, sealedText);
        Console.WriteLine(typeof(Span<byte>).Assembly.GetName().Version);
        Console.WriteLine(sealedText.SequenceEqual(text) ? "The text came back." : "The text did not come back.");
        return sealedText.SequenceEqual(text) ? 0 : 1;
    }
}
