using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Security.Cryptography;
using System.Threading.Tasks;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.MachineCode;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>How a call is to end.</summary>
internal enum CallEnd
{
    /// <summary>With its work done.</summary>
    Done,

    /// <summary>With what was changed on its way refused: a tag, a message, a code.</summary>
    Forged,

    /// <summary>Without room for the output.</summary>
    NoRoom,

    /// <summary>On an object that was disposed.</summary>
    Disposed,
}

/// <summary>What a call is of, and how it is made and is to end.</summary>
/// <param name="Type">Of the object.</param>
/// <param name="Member">What is called.</param>
/// <param name="End">How it ends.</param>
/// <param name="Bytes">Of the part of a message that is given to it, where it takes a part.</param>
/// <param name="Way">How the object is made: its name among <see cref="PublicCalls.Ways"/>; empty for the first one.</param>
internal sealed record PublicCall(Type Type, MethodBase Member, CallEnd End, int Bytes = PublicCalls.PartBytes, string Way = "")
{
    public override string ToString() => $"{PublicCalls.Name(Type, Member)}, {End}"
        + (Bytes == PublicCalls.PartBytes ? "" : $", {Bytes} bytes") + (Way.Length == 0 ? "" : $", {Way}");
}

/// <summary>
/// Every public member of every type that holds secrets, by reflection, and those that it inherits. Each gets the same secrets, as its
/// parameters' types and names ask for them: a new member is called without a word here, or fails for want of arguments.
/// </summary>
internal sealed unsafe class PublicCalls(Material material)
{
    public const int PartBytes = 24;

    private const string HashedNonce = "a hashed nonce", Decryptor = "decryptor", Encryptor = "encryptor";

    private const int TagBytes = 16, RoomBytes = 1024, DerivedBytes = 96, DigestBytes = 32, MessageBytes = 16, Messages = 20;

    private const BindingFlags Public = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static;

    private static readonly Dictionary<Type, string> s_withoutSecrets = new()
    {
        [typeof(Adler32)] = "a checksum",
        [typeof(Crc32)] = "a checksum",
        [typeof(Crc32C)] = "a checksum",
        [typeof(CobblestoneOptions)] = "a number of threads",
        [typeof(CryptoProvider)] = "names of kernels",
        [typeof(KernelReport)] = "names of kernels",
        [typeof(KernelRow)] = "names of kernels",
        [typeof(ManagedCrypto.RandomNumberGenerator)] = "random bytes, which are searched for nowhere",
    };

    /// <summary>What every stream refuses that does not say otherwise, or what takes an object of another call.</summary>
    private static readonly string[] s_ofStreams =
        ["get_ReadTimeout", "set_ReadTimeout", "get_WriteTimeout", "set_WriteTimeout", "EndRead", "EndWrite"];

    /// <summary>
    /// Less than a block, with a line of 16 bytes and a rest; a line alone; what completes a block of each function and leaves lines, and a
    /// rest, for the next.
    /// </summary>
    private static readonly int[] s_partBytes = [8, 13, 16, PartBytes, 100, 200];

    private readonly Dictionary<MethodBase, Calling> _callers = [];

    private PublicCall? _call;

    private delegate object? Calling(object? target, object?[] arguments, out Exception? failure);

    /// <summary>What is called, and on objects of which type: that of AES's transforms is not public, and .NET's interface is.</summary>
    public static IReadOnlyList<(Type Type, MethodBase Member)> All { get; } =
    [
        .. from type in typeof(AesGcm).Assembly.GetExportedTypes()
           where type is { IsEnum: false, IsInterface: false } and not { IsAbstract: true, IsSealed: false }
               && !type.IsSubclassOf(typeof(Exception)) && !s_withoutSecrets.ContainsKey(type)
           from member in type.GetConstructors().Concat<MethodBase>(type.GetMethods(Public))
           where member.DeclaringType != typeof(object) && member.DeclaringType != typeof(MarshalByRefObject) && !s_ofStreams.Contains(member.Name)
           select (type, member),
        .. from member in typeof(ICryptoTransform).GetMethods() select (typeof(ICryptoTransform), (MethodBase)member),
    ];

    public static string Name(Type type, MethodBase member) => $"{type.Name}.{member.Name}"
        + $"({string.Join(", ", member.GetParameters().Select(parameter => $"{parameter.ParameterType.Name} {parameter.Name}"))})";

    /// <summary>The calls of a member: each end that it can come to, with parts of each size, on objects made each way.</summary>
    public static IEnumerable<PublicCall> Of(Type type, MethodBase member) =>
        from end in Enum.GetValues<CallEnd>()
        from way in Ways(type, member)
        where CanEnd(end, type, member, way)
        from bytes in member.GetParameters().Any(parameter => IsPart(type, member, parameter)) ? s_partBytes : [PartBytes]
        select new PublicCall(type, member, end, bytes, way);

    /// <summary>The ways to make an object: a nonce of 12 bytes is not hashed, and others are; what decrypts ends with text.</summary>
    private static IEnumerable<string> Ways(Type type, MethodBase member) =>
        type == typeof(ICryptoTransform)
            ? from mode in (CipherMode[])[CipherMode.CBC, CipherMode.ECB, CipherMode.CFB]
              from direction in (string[])[Encryptor, Decryptor]
              select $"{mode} {direction}"
            : (type == typeof(AesGcm) && !member.IsStatic) || type == typeof(AesGcmSealer) || type == typeof(AesGcmUnverifiedOpener) ? ["", HashedNonce] : [""];

    /// <summary>Whether calls of a member can end so.</summary>
    private static bool CanEnd(CallEnd end, Type type, MethodBase member, string way) => end switch
    {
        CallEnd.Forged => member.GetParameters().Any(parameter => parameter.Name is "tag" or "hash" || IsSealed(member, parameter))
            || (OpensStream(type) && !member.IsConstructor) || (member.Name == "TransformFinalBlock" && way.EndsWith(Decryptor, StringComparison.Ordinal)),
        CallEnd.NoRoom => member.GetParameters().Any(IsRoom),
        CallEnd.Disposed => !member.IsStatic && !member.IsConstructor,
        _ => true,
    };

    /// <summary>Whether a stream refuses what it reads if that is not genuine.</summary>
    private static bool OpensStream(Type type) => type == typeof(CobblestoneOpeningStream) || type == typeof(AesCbcDecryptingStream);

    /// <summary>Whether a parameter takes a part of a message, of any length.</summary>
    private static bool IsPart(Type type, MethodBase member, ParameterInfo parameter) => parameter.Name switch
    {
        "data" => true,
        "inputBuffer" => member.Name == "TransformBlock" && typeof(HashAlgorithm).IsAssignableFrom(type),
        "plaintext" => type == typeof(AesGcmSealer),
        "ciphertext" => type == typeof(AesGcmUnverifiedOpener),
        _ => false,
    };

    /// <summary>Makes a call, and at once writes the registers down; twice, since the JIT comes between at first.</summary>
    /// <param name="one">The call.</param>
    /// <param name="drawnKey">The random key that the call made, if the object that it returns, or that it was made on, has one.</param>
    /// <returns>What it threw.</returns>
    public Exception? Call(PublicCall one, out byte[]? drawnKey)
    {
        var (type, member, end) = (one.Type, one.Member, one.End);
        _call = one;
        drawnKey = null;
        if (!_callers.TryGetValue(member, out var call))
            _callers[member] = call = Compile(member);
        Exception? failure = null;
        for (var i = 0; i < 2; i++)
        {
            var (target, arguments) = Prepare(one);
            if (end == CallEnd.Disposed)
                ((IDisposable)target!).Dispose();

            // What this leaves is not the call's.
            Secret.ForgetRegisters();
            Secret.ForgetGeneralRegisters();
            var result = call(target, arguments, out failure);
            failure ??= Await(result);
            drawnKey = member.Name.StartsWith("get_", StringComparison.Ordinal) ? null : DrawnKey(result) ?? DrawnKey(target);
            (result as IDisposable)?.Dispose();
            (target as IDisposable)?.Dispose();
        }

        return failure;
    }

    /// <summary>What a call throws that is given something else for one of its arguments.</summary>
    public Exception? CallWith(Type type, MethodBase member, ParameterInfo parameter, Func<object?, object?> change)
    {
        _call = new(type, member, CallEnd.Done, Way: Ways(type, member).First());
        var (target, arguments) = Prepare(_call);
        arguments[parameter.Position] = change(arguments[parameter.Position]);
        var result = Compile(member, writesRegisters: false)(target, arguments, out var failure);
        failure ??= Await(result);
        (result as IDisposable)?.Dispose();
        (target as IDisposable)?.Dispose();
        return failure;
    }

    /// <summary>
    /// The code that makes a forgery pass, if a call verifies one: by the member of the same type that makes it, given the same. For what is
    /// sealed, the tag before it was changed.
    /// </summary>
    public byte[]? RightCode(PublicCall one)
    {
        var (type, member) = (one.Type, one.Member);
        var hash = member.GetParameters().FirstOrDefault(parameter => parameter.Name == "hash");
        if (one.End != CallEnd.Forged || !member.Name.Contains("Verify", StringComparison.Ordinal))
            return null;
        _call = one;
        if (hash is null)
            return member.GetParameters().Any(parameter => parameter.Name == "tag") ? SealedBy(type, member, CallEnd.Done)[^TagBytes..] : null;
        var makes = member.Name switch
        {
            "VerifyHmac" or "VerifyHmacAsync" => "HmacData",
            "VerifyHashAndReset" => "GetHashAndReset",
            "VerifyCurrentHash" => "GetCurrentHash",
            "VerifyHash" => "ComputeHash",
            _ => "HashData",
        };
        var maker = type.GetMethods(Public).First(method => method.Name == makes && method.ReturnType == typeof(byte[])
            && method.GetParameters().All(parameter => ElementOf(parameter.ParameterType) is null && parameter.ParameterType != typeof(Stream)));
        var arguments = maker.GetParameters().Select(parameter => parameter.ParameterType == typeof(int)
            ? Bytes(type, member, hash, CallEnd.Forged)!.Length : Argument(type, maker, parameter, CallEnd.Done)).ToArray();
        return (byte[])maker.Invoke(maker.IsStatic ? null : Make(type, CallEnd.Done), arguments)!;
    }

    /// <summary>An object for a call, as far as that takes one, and its arguments.</summary>
    private (object? Target, object?[] Arguments) Prepare(PublicCall one)
    {
        var (type, member, end) = (one.Type, one.Member, one.End);
        var target = member.IsStatic || member.IsConstructor ? null : Make(type, end);
        if (target is AesGcmUnverifiedOpener opener && member.Name.EndsWith("VerifyTag", StringComparison.Ordinal))
            OpenAll(opener);
        if (target is AesGcmSealer sealer && member.Name == "Finish")
            sealer.Seal(material.Text.AsSpan(PartBytes), material.Sealed);
        if (member.Name == "get_Hash")
            ((HashAlgorithm)target!).TransformFinalBlock(material.Text, 0, PartBytes);
        var arguments = member.GetParameters().Select(parameter => Argument(type, member, parameter, end)).ToArray();
        SetCounts(member, arguments);
        return (target, arguments);
    }

    /// <summary>The key of an object that was not given the one of all calls.</summary>
    private byte[]? DrawnKey(object? made)
    {
        try
        {
            return made?.GetType().GetProperty("Key", typeof(byte[]))?.GetValue(made) is byte[] key && !key.AsSpan().SequenceEqual(material.Key) ? key : null;
        }
        catch (TargetInvocationException exception) when (exception.InnerException is ObjectDisposedException)
        {
            return null;
        }
    }

    /// <summary>The call, and after it, or where its exception is caught, <see cref="Registers.Write"/>, if asked for: with nothing between.</summary>
    private static Calling Compile(MethodBase member, bool writesRegisters = true)
    {
        var method = new DynamicMethod(
            member.Name, typeof(object), [typeof(object), typeof(object[]), typeof(Exception).MakeByRefType()], typeof(PublicCalls), skipVisibility: true);
        var il = method.GetILGenerator();
        var returned = member is MethodInfo { ReturnType: var type } ? type : member.DeclaringType!;
        var result = returned == typeof(void) ? null : il.DeclareLocal(returned);
        var boxed = il.DeclareLocal(typeof(object));
        var failure = il.DeclareLocal(typeof(Exception));
        il.BeginExceptionBlock();
        if (!member.IsStatic && !member.IsConstructor)
        {
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Castclass, member.DeclaringType!);
        }

        foreach (var parameter in member.GetParameters())
            LoadArgument(il, parameter);
        if (member is ConstructorInfo constructor)
            il.Emit(OpCodes.Newobj, constructor);
        else
            il.Emit(member.IsStatic ? OpCodes.Call : OpCodes.Callvirt, (MethodInfo)member);
        if (result is not null)
            il.Emit(OpCodes.Stloc, result);
        WriteRegistersIfAsked();
        if (result is not null)
        {
            il.Emit(OpCodes.Ldloc, result);
            if (returned.IsValueType)
                il.Emit(OpCodes.Box, returned);
            il.Emit(OpCodes.Stloc, boxed);
        }

        il.BeginCatchBlock(typeof(Exception));
        il.Emit(OpCodes.Stloc, failure);
        WriteRegistersIfAsked();
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ldarg_2);
        il.Emit(OpCodes.Ldloc, failure);
        il.Emit(OpCodes.Stind_Ref);
        il.Emit(OpCodes.Ldloc, boxed);
        il.Emit(OpCodes.Ret);
        return method.CreateDelegate<Calling>();

        void WriteRegistersIfAsked()
        {
            if (writesRegisters)
                WriteRegisters(il);
        }
    }

    private static void LoadArgument(ILGenerator il, ParameterInfo parameter)
    {
        var type = parameter.ParameterType;
        if (type.IsByRef)
        {
            il.Emit(OpCodes.Ldloca, il.DeclareLocal(type.GetElementType()!));
            return;
        }

        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ldc_I4, parameter.Position);
        il.Emit(OpCodes.Ldelem_Ref);
        if (ElementOf(type) is { } element)
        {
            il.Emit(OpCodes.Castclass, element.MakeArrayType());
            il.Emit(OpCodes.Call, type.GetMethod("op_Implicit", [element.MakeArrayType()])!);
        }
        else
        {
            il.Emit(type.IsValueType ? OpCodes.Unbox_Any : OpCodes.Castclass, type);
        }
    }

    private static void WriteRegisters(ILGenerator il)
    {
        il.Emit(OpCodes.Ldc_I8, (long)(nint)Registers.Write);
        il.Emit(OpCodes.Conv_I);
        il.EmitCalli(OpCodes.Calli, CallingConventions.Standard, typeof(void), null, null);
    }

    /// <summary>What a span or memory is of.</summary>
    private static Type? ElementOf(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() is var definition
        && (definition == typeof(Span<>) || definition == typeof(ReadOnlySpan<>) || definition == typeof(Memory<>) || definition == typeof(ReadOnlyMemory<>))
        ? type.GetGenericArguments()[0] : null;

    /// <summary>The end of work that goes on, and what it threw.</summary>
    private static Exception? Await(object? result)
    {
        try
        {
            ((result as Task) ?? result?.GetType().GetMethod("AsTask")?.Invoke(result, null) as Task)?.Wait();
            return null;
        }
        catch (AggregateException exception)
        {
            return exception.InnerException;
        }
    }

    /// <summary>Whether a parameter is a message to open.</summary>
    private static bool IsSealed(MethodBase member, ParameterInfo parameter) => parameter.Name == "ciphertext"
        && (member.Name.Contains("Open", StringComparison.Ordinal) || member.Name.Contains("Decrypt", StringComparison.Ordinal)
            || member.Name.Contains("Verify", StringComparison.Ordinal));

    /// <summary>Whether a parameter takes what is written, in as much room as there is.</summary>
    private static bool IsRoom(ParameterInfo parameter) => parameter.ParameterType == typeof(Span<byte>) || parameter.ParameterType == typeof(Memory<byte>);

    /// <summary>Offset and count after an array are those of all of it.</summary>
    private static void SetCounts(MethodBase member, object?[] arguments)
    {
        foreach (var parameter in member.GetParameters().Where(parameter => parameter.Name!.EndsWith("ount", StringComparison.Ordinal)))
            arguments[parameter.Position] = arguments.OfType<byte[]>().First().Length;
    }

    /// <summary>An object in the middle of its work; if the call is to end with a forgery, one that reads it.</summary>
    private object Make(Type type, CallEnd end)
    {
        if (type == typeof(AesCtrTransform))
            return new AesCtr(material.Key).CreateTransform(material.IV);
        if (type == typeof(ICryptoTransform))
        {
            var aes = Moded();
            return Decrypts ? aes.CreateDecryptor() : aes.CreateEncryptor();
        }

        if (type == typeof(AesGcm) && _call!.Way == HashedNonce)
            return AesGcm.CreateForAnyNonce(material.Key, TagBytes);
        if (type == typeof(ManagedCrypto.Aes))
            return new ManagedCrypto.Aes { Key = material.Key, IV = material.IV };
        var maker = type.GetConstructors()
            .Concat<MethodBase>(typeof(AesGcm).Assembly.GetExportedTypes().SelectMany(other => other.GetMethods(BindingFlags.Public | BindingFlags.Static)
                .Where(method => method.ReturnType == type && (other == type || other.IsAbstract))))
            .OrderBy(member => member.GetParameters().Any(parameter => parameter.ParameterType == typeof(string)))
            .ThenByDescending(member => member.GetParameters().Count(parameter => parameter.ParameterType == typeof(byte[])))
            .First();
        var arguments = maker.GetParameters().Select(parameter => Argument(type, maker, parameter, OpensStream(type) ? end : CallEnd.Done)).ToArray();
        var made = maker is ConstructorInfo constructor ? constructor.Invoke(arguments) : maker.Invoke(null, arguments)!;
        if (made is HashAlgorithm hash)
            hash.TransformBlock(material.Text, 0, PartBytes, null, 0);
        else if (made is Stream { CanRead: false } stream)
            stream.Write(material.Text, 0, PartBytes);
        else
            type.GetMethod("AppendData", [typeof(byte[])])?.Invoke(made, [material.Text[..PartBytes]]);
        return made;
    }

    private bool Decrypts => _call!.Way.EndsWith(Decryptor, StringComparison.Ordinal);

    /// <summary>In the mode that a transform is called in.</summary>
    private ManagedCrypto.Aes Moded() =>
        new() { Key = material.Key, IV = material.IV, Mode = Enum.Parse<CipherMode>(_call!.Way.Split(' ')[0]), FeedbackSize = 8 };

    /// <summary>What a transform takes: a text without padding, or one encrypted, which to a forger ends in no padding.</summary>
    private byte[] TransformInput(MethodBase member, CallEnd end)
    {
        var text = material.Text[..Material.NoPaddingBytes];
        if (!Decrypts)
            return text;
        using var aes = Moded();

        // With a block held back, else the text would be shorter than what went in.
        aes.Padding = end == CallEnd.Forged || member.Name == "TransformBlock" ? PaddingMode.None : PaddingMode.PKCS7;
        using var encryptor = aes.CreateEncryptor();
        return encryptor.TransformFinalBlock(text, 0, text.Length);
    }

    private object? Argument(Type type, MethodBase member, ParameterInfo parameter, CallEnd end)
    {
        var (asked, name) = (parameter.ParameterType, parameter.Name!);
        if (asked.IsByRef)
            return null;
        if (asked == typeof(byte[]) || ElementOf(asked) == typeof(byte))
            return Bytes(type, member, parameter, end);
        if (ElementOf(asked) == typeof(char))
            return "password or label".ToCharArray();
        if (asked == typeof(string))
            return name is "algname" ? "TripleDES" : name is "password" or "label" or "context" ? "password or label" : type.Name;
        if (asked == typeof(int))
            return Number(member, name);
        if (asked == typeof(Stream))
            return Beneath(type, member, name, end);
        if (asked == typeof(HashAlgorithmName))
            return HashAlgorithmName.SHA256;
        if (asked == typeof(long))
            return member.Name.StartsWith("Get", StringComparison.Ordinal) ? 1000L : 0L;
        if (asked == typeof(byte))
            return (byte)1;
        if (asked == typeof(PaddingMode))
            return PaddingMode.PKCS7;
        if (asked == typeof(CipherMode))
            return CipherMode.CBC;
        if (asked == typeof(IReadOnlyList<ReadOnlyMemory<byte>>))
            return Enumerable.Range(0, Messages).Select(i => (ReadOnlyMemory<byte>)material.Text.AsMemory(i)).ToArray();
        if (asked == typeof(ReadOnlySpan<ReadOnlyMemory<byte>>))
            return (ReadOnlyMemory<byte>[])[material.Nonce];
        return asked.IsValueType ? Activator.CreateInstance(asked) : null;
    }

    private static int Number(MethodBase member, string name) => name switch
    {
        "value" when member.Name == "set_BlockSize" => 128,
        "value" when member.Name == "set_FeedbackSize" => 8,
        "value" => 256,
        "minimumBytes" => 1,
        "offset" or "inputOffset" or "outputOffset" => 0,
        "tagSizeInBytes" => TagBytes,
        "sectorBytes" => 512,
        "messageBytes" => MessageBytes,
        "iterations" => 3,
        "feedbackSizeInBits" or "saltSize" => 8,
        "keySize" => 256,
        "bufferSize" => 4096,
        _ => DerivedBytes,
    };

    /// <summary>What a stream reads, or writes over.</summary>
    private MemoryStream Beneath(Type type, MethodBase member, string name, CallEnd end)
    {
        var holdsMessage = type == typeof(CobblestoneOpeningStream) || member.Name == "CreateOpeningStream" || type == typeof(AesCbcDecryptingStream);
        return name == "destination" ? new MemoryStream()
            : holdsMessage ? new MemoryStream(SealedBy(type, member, end))
            : IsOpened(type, member) ? new MemoryStream(SealedBy(type, member, end)[..^TagBytes])
            : name == "stream" ? new MemoryStream(new byte[RoomBytes]) : new MemoryStream(material.Text);
    }

    private static bool IsOpened(Type type, MethodBase member) =>
        type == typeof(AesGcm) && member.Name is "Verify" or "VerifyAsync" or "Decrypt" or "DecryptAsync";

    private byte[]? Bytes(Type type, MethodBase member, ParameterInfo parameter, CallEnd end)
    {
        if (end == CallEnd.NoRoom && IsRoom(parameter))
            return [];
        var isXNonce = DrawsNonce(type);
        var hashes = typeof(HashAlgorithm).IsAssignableFrom(type);
        var writes = member.Name.Contains("Write", StringComparison.Ordinal) || parameter.ParameterType == typeof(ReadOnlyMemory<byte>);
        var opens = IsSealed(member, parameter) || (parameter.Name == "tag" && !member.Name.Contains("Encrypt", StringComparison.Ordinal));
        switch (parameter.Name)
        {
            case "key" or "rgbKey" or "password" or "ikm" or "prk" when !IsRoom(parameter):
                return AeadOf(type)?.KeyBytes is [.., < 32] ? material.ShortKey : material.Key;
            case "value":
                return member.Name == "set_Key" ? material.Key : material.IV;
            case "left" or "right":
                return [.. material.Key];
            case "nonce" when (member.Name == "Begin") != (_call?.Way == HashedNonce):
                return material.IV;
            case "nonce":
                return AeadOf(type) is { } aead ? AeadWiping.Nonce(aead.NonceBytes, material) : material.Nonce;
            case "initialCounter" or "iv" or "rgbIV" or "tweak" or "salt":
                return material.IV;
            case "info" or "label" or "context" or "associatedData":
                return material.Nonce;
            case "customizationString":
                return [];
            case "data":
                return material.Text[.._call!.Bytes];
            case "hash":
                return new byte[type.GetField("HashSizeInBytes")?.GetRawConstantValue() is int bytes ? bytes : DigestBytes];
            case "tag" when opens:
                return SealedBy(type, member, end)[TagIn(type)];
            case "tag":
                return new byte[TagBytes];
            case "ciphertext" when opens:
                var whole = SealedBy(type, member, end);
                return IsPart(type, member, parameter) ? whole[.._call!.Bytes]
                    : member.GetParameters().Any(other => other.Name == "tag") ? whole[TextIn(type)] : whole;
            case "ciphertext":
                return new byte[material.Text.Length];
            case "plaintext" when IsRoom(parameter) || member.Name == "Decrypt":
                return new byte[material.Text.Length];
            case "plaintext" when member.Name == "EncryptKeyWrap":
                return material.Text[..Material.NoPaddingBytes];
            case "source" when member.Name == "HashMany":
                return material.Text[..(Messages * MessageBytes)];
            // .NET's code copies what it has hashed, without a word to us.
            case "outputBuffer" when hashes:
                return null;
            case "inputBuffer" when hashes:
                return material.Text[..(member.Name == "TransformBlock" ? _call!.Bytes : 0)];
            case "inputBuffer":
                return TransformInput(member, end);
            case "plaintext" when type == typeof(AesGcmSealer):
                return material.Text[.._call!.Bytes];
            case "plaintext" or "source" or "message":
                return material.Text;
            case "buffer" when writes || parameter.ParameterType == typeof(ReadOnlySpan<byte>):
                return material.Text;
            case "digests":
                return new byte[Messages * (int)type.GetField("HashSizeInBytes")!.GetRawConstantValue()!];
            case "output":
                return new byte[DerivedBytes];
            case "destination" when member.Name == "EncryptKeyWrap":
                return new byte[Material.NoPaddingBytes + 8];
            case "destination" when member.Name == "EncryptKeyWrapPadded":
                return new byte[368];
            case "destination" or "outputBuffer" or "prk":
                return new byte[RoomBytes];
            case "buffer":
                return new byte[PartBytes];
            default:
                throw new NotSupportedException($"{Name(type, member)}: no bytes are known for {parameter.Name}.");
        }
    }

    /// <summary>The text as the type seals it under the key, for the member that opens it.</summary>
    private byte[] SealedBy(Type type, MethodBase member, CallEnd end)
    {
        var text = material.Text;
        using ManagedCrypto.Aes aes = new() { Key = material.Key, IV = material.IV };
        var message = member.Name.Replace("Try", "", StringComparison.Ordinal) switch
        {
            "DecryptKeyWrap" => aes.EncryptKeyWrap(text[..Material.NoPaddingBytes]),
            "DecryptKeyWrapPadded" => aes.EncryptKeyWrapPadded(text),
            "DecryptEcb" => aes.EncryptEcb(text, PaddingMode.PKCS7),
            "DecryptCbc" => aes.EncryptCbc(text, material.IV),
            "DecryptCfb" => aes.EncryptCfb(text, material.IV, PaddingMode.PKCS7, feedbackSizeInBits: 8),
            _ when type == typeof(AesCbcDecryptingStream) && end == CallEnd.Forged =>
                aes.EncryptCbc(text[..Material.NoPaddingBytes], material.IV, PaddingMode.None),
            _ when type == typeof(AesCbcDecryptingStream) => aes.EncryptCbc(text, material.IV),
            _ when type.Name.StartsWith("Cobblestone", StringComparison.Ordinal) => Cobblestone.SealToArray(material.Key, text, material.Nonce),
            _ => Encrypted(type == typeof(AesGcmUnverifiedOpener) ? typeof(AesGcm) : type),
        };

        // Of a message whose first bit was changed, wiping cases know the right tag. Else all of the tag is another, so that none of its words
        // is one of the right tag's.
        if (end != CallEnd.Forged || type == typeof(AesCbcDecryptingStream))
            return message;
        var changed = type == typeof(AesCcm) || type == typeof(AesGcmSiv) || type == typeof(AesSiv) ? message.AsSpan(TextIn(type))[..1] : message.AsSpan(^TagBytes..);
        foreach (ref var value in changed)
            value ^= 1;
        return message;
    }

    private static Aead? AeadOf(Type type) => Algorithms.Aeads.SingleOrDefault(aead => aead.Type == type);

    private static bool DrawsNonce(Type type) => AeadOf(type)?.DrawsNonce == true;

    private static bool TagIsFirst(Type type) => AeadOf(type)?.TagIsFirst == true;

    /// <summary>Where a sealed message has its tag.</summary>
    private static Range TagIn(Type type) => TagIsFirst(type) ? ..TagBytes : ^TagBytes..;

    /// <summary>Where a sealed message has its ciphertext.</summary>
    private static Range TextIn(Type type) => TagIsFirst(type) ? TagBytes.. : (DrawsNonce(type) ? 24 : 0)..^TagBytes;

    /// <summary>Under the nonce of all calls, which no drawn one is.</summary>
    private byte[] Encrypted(Type type)
    {
        var encrypt = type.GetMethod("Encrypt", [.. Enumerable.Repeat(typeof(byte[]), 5)])!;
        var arguments = encrypt.GetParameters().Select(parameter => (byte[])Argument(type, encrypt, parameter, CallEnd.Done)!).ToArray();
        encrypt.Invoke(Make(type, CallEnd.Done), arguments);
        var (nonce, ciphertext, tag) = (arguments[0], arguments[2], arguments[3]);
        return TagIsFirst(type) ? [.. tag, .. ciphertext] : [.. DrawsNonce(type) ? nonce : [], .. ciphertext, .. tag];
    }

    private void OpenAll(AesGcmUnverifiedOpener opener)
    {
        opener.AppendAssociatedData(material.Nonce);
        opener.OpenUnverified(Encrypted(typeof(AesGcm)).AsSpan(..^TagBytes), material.Opened);
    }
}
