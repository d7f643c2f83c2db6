namespace ManagedCrypto.Intrinsics;

/// <summary>What a data unit of XTS is composed of.</summary>
internal unsafe interface IXtsBlocks
{
    /// <summary>Encrypts one block in place, under the schedule of the arguments.</summary>
    void EncryptBlock(AesArguments* arguments, byte* block);

    /// <summary>Transforms whole blocks, the first under the encrypted tweak of the arguments, which goes on.</summary>
    void Transform(AesArguments* arguments);
}

/// <summary>
/// A data unit of XTS (IEEE 1619, sections 5.3 and 5.4) around its whole blocks: its tweak is encrypted before them, and ciphertext is
/// stolen after them. For kernels that have no code for both.
/// </summary>
internal static unsafe class XtsUnit
{
    private const int Block = 16;

    public static void Transform<TBlocks>(TBlocks blocks, AesArguments* arguments, bool decrypts)
        where TBlocks : struct, IXtsBlocks
    {
        if (arguments->TweakSchedule != null)
        {
            var schedule = arguments->Schedule;
            arguments->Schedule = arguments->TweakSchedule;
            blocks.EncryptBlock(arguments, arguments->IV);
            arguments->Schedule = schedule;
        }

        var rest = (int)(arguments->Length % Block);
        if (rest == 0)
            blocks.Transform(arguments);
        else
            TransformAndSteal(blocks, arguments, arguments->Length - rest - Block, rest, decrypts);
    }

    /// <summary>
    /// The output of the last whole block is cut in two: its first bytes, as many as the rest has, are the last bytes of the result, and
    /// the others fill the rest up to a block. That block is transformed in turn, and takes the place of the last whole one. Decryption
    /// uses the last two tweaks in the other order.
    /// </summary>
    private static void TransformAndSteal<TBlocks>(TBlocks blocks, AesArguments* arguments, nint before, int rest, bool decrypts)
        where TBlocks : struct, IXtsBlocks
    {
        byte* source = arguments->Source + before, destination = arguments->Destination + before;
        arguments->Length = before;
        blocks.Transform(arguments);

        var secrets = stackalloc byte[2 * Block];
        byte* completed = secrets, lastTweak = secrets + Block, tweak = arguments->IV;
        if (decrypts)
        {
            XtsTweak.Next(tweak, lastTweak);
            arguments->IV = lastTweak;
        }

        Transform(blocks, arguments, source, destination);
        arguments->IV = tweak;
        for (var i = 0; i < Block; i++)
        {
            // The source may be the destination: its byte is read before another takes its place.
            completed[i] = i < rest ? source[Block + i] : destination[i];
            if (i < rest)
                destination[Block + i] = destination[i];
        }

        Transform(blocks, arguments, completed, destination);
        Secret.Wipe(secrets, 2 * Block);
    }

    private static void Transform<TBlocks>(TBlocks blocks, AesArguments* arguments, byte* source, byte* destination)
        where TBlocks : struct, IXtsBlocks
    {
        arguments->Source = source;
        arguments->Destination = destination;
        arguments->Length = Block;
        blocks.Transform(arguments);
    }
}
