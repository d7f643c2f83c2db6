using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>What is done with the pieces of a text.</summary>
internal enum PiecesUse
{
    Seal,
    Open,

    /// <summary>The ciphertext is hashed alone.</summary>
    Verify,
}

/// <summary>Messages of AES-GCM in pieces (<see cref="GcmPieces"/>), as one method of the arguments of a whole one.</summary>
/// <param name="kernel">What the pieces go by.</param>
/// <param name="use">What is done with the text.</param>
internal sealed unsafe class PiecesOfGcm(GcmKernel kernel, PiecesUse use)
{
    private const int BlockBytes = PowersOfH.Bytes, LongestHashed = 8192 - BlockBytes;

    private readonly int[][] _data = [.. Shapes.Select(shape => shape.Data)], _text = [.. Shapes.Select(shape => shape.Text)];

    /// <summary>
    /// Bytes of pieces of associated data and of text: gathered, whole windows, long ones at a block and within one, longer ones than are copied at once; and the last 32
    /// bits of J0.
    /// </summary>
    public static (int[] Data, int[] Text, uint Counter)[] Shapes { get; } =
    [
        ([5, 3], [1, 20, 7], 1), ([], [10, 600, 3], 1), ([16, 272], [300], uint.MaxValue - 3), ([300, 1], [], 1), ([], [256, 256], 1), ([], [], 1),
        ([20], [255, 1, 1], 1), ([256, 40], [512, 5], uint.MaxValue), ([13], [0, 40, 700, 16], 7), ([8500], [9], 1),
    ];

    public PiecesUse Use => use;

    public string Name => $"AES-GCM by {kernel.Id} pieces {use}";

    /// <summary>Which of the shapes it is stands where the length of the nonce is.</summary>
    public void Run(AeadArguments* arguments)
    {
        var (data, text) = (_data[arguments->NonceLength], _text[arguments->NonceLength]);
        GcmMessage message;
        var pieces = new GcmPieces(kernel, (int)arguments->Rounds, arguments->Key, &message);
        pieces.Begin(&arguments->J0);
        var at = 0;
        foreach (var bytes in data)
        {
            pieces.AppendAssociatedData(arguments->AssociatedData + at, bytes);
            at += bytes;
        }

        at = 0;
        foreach (var bytes in text)
        {
            if (use == PiecesUse.Verify)
                pieces.AppendCiphertext(arguments->Source + at, bytes);
            else
                pieces.Transform(arguments->Source + at, arguments->Destination + at, bytes, use == PiecesUse.Open);
            at += bytes;
        }

        pieces.Finish(&arguments->Tag);
    }

    /// <summary>
    /// The kernel's calls that hash something of the message: bytes of associated data, the hash so far first of these, and of text. The last block of
    /// each call is one block more.
    /// </summary>
    public static IEnumerable<(int Data, int Text)> Calls(PiecesUse use, int[] data, int[] text)
    {
        var pending = 0;
        List<(int Data, int Text)> calls = [];
        foreach (var bytes in data)
            Hash(bytes);
        var isText = false;
        foreach (var piece in text)
        {
            if (!isText && pending > 0)
                HashPending();
            isText |= piece > 0;
            if (use == PiecesUse.Verify)
                Hash(piece);
            else
                Transform(piece);
        }

        calls.Add((BlockBytes + Whole(pending), 0));
        return calls;

        void Hash(int left)
        {
            while (left > 0)
            {
                if (pending == 0 && left >= GcmWindow.Bytes)
                {
                    var whole = Math.Min(left & -BlockBytes, LongestHashed);
                    calls.Add((whole - BlockBytes, 0));
                    left -= whole;
                    continue;
                }

                left -= Gather(Math.Min(left, GcmWindow.Bytes - pending));
            }
        }

        void Transform(int left)
        {
            while (left > 0)
            {
                var (isLong, begun) = (left >= GcmWindow.Bytes, pending % BlockBytes);
                if (isLong && begun == 0)
                {
                    HashPending();
                    calls.Add((BlockBytes, (left & -BlockBytes) - (2 * BlockBytes)));
                    left %= BlockBytes;
                    continue;
                }

                left -= Gather(Math.Min(left, isLong ? BlockBytes - begun : GcmWindow.Bytes - pending));
            }
        }

        int Gather(int bytes)
        {
            pending += bytes;
            if (pending == GcmWindow.Bytes)
                HashPending();
            return bytes;
        }

        void HashPending()
        {
            if (pending > 0)
                calls.Add((Whole(pending) - BlockBytes, 0));
            pending = 0;
        }
    }

    private static int Whole(int bytes) => (bytes + BlockBytes - 1) & -BlockBytes;
}
