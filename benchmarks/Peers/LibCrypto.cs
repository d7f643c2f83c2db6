using System;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>The EVP functions of one libcrypto, 3.0 or later, as raw function pointers. The library stays loaded.</summary>
internal sealed unsafe class LibCrypto(nint library)
{
    public const int ControlSetNonceBytes = 0x09;
    public const int ControlGetTag = 0x10;
    public const int ControlSetTag = 0x11;

    private static readonly string[] s_names =
        OperatingSystem.IsWindows() ? ["libcrypto-3-x64.dll", "libcrypto-3-arm64.dll", "libcrypto-3.dll", "libcrypto-4-x64.dll", "libcrypto-4-arm64.dll"]
        : OperatingSystem.IsMacOS() ? ["/opt/homebrew/lib/libcrypto.3.dylib", "/usr/local/lib/libcrypto.3.dylib", "/opt/homebrew/lib/libcrypto.4.dylib"]
        : ["libcrypto.so.3", "libcrypto.so.4"];

    public readonly delegate* unmanaged<int, byte*> Version = (delegate* unmanaged<int, byte*>)Export(library, "OpenSSL_version");

    public readonly delegate* unmanaged<uint> VersionNumber = (delegate* unmanaged<uint>)Export(library, "OpenSSL_version_num");

    public readonly delegate* unmanaged<void*, byte*, byte*, void*> FetchCipher =
        (delegate* unmanaged<void*, byte*, byte*, void*>)Export(library, "EVP_CIPHER_fetch");

    public readonly delegate* unmanaged<void*> NewCipherContext =
        (delegate* unmanaged<void*>)Export(library, "EVP_CIPHER_CTX_new");

    /// <summary>Context, cipher, key, IV, 1 to encrypt, parameters; null leaves what the context has.</summary>
    public readonly delegate* unmanaged<void*, void*, byte*, byte*, int, void*, int> InitCipher =
        (delegate* unmanaged<void*, void*, byte*, byte*, int, void*, int>)Export(library, "EVP_CipherInit_ex2");

    public readonly delegate* unmanaged<void*, int, int> SetPadding =
        (delegate* unmanaged<void*, int, int>)Export(library, "EVP_CIPHER_CTX_set_padding");

    public readonly delegate* unmanaged<void*, byte*, int*, byte*, int, int> UpdateCipher =
        (delegate* unmanaged<void*, byte*, int*, byte*, int, int>)Export(library, "EVP_CipherUpdate");

    public readonly delegate* unmanaged<void*, byte*, int*, int> FinishCipher =
        (delegate* unmanaged<void*, byte*, int*, int>)Export(library, "EVP_CipherFinal_ex");

    public readonly delegate* unmanaged<void*, int, int, void*, int> ControlCipher =
        (delegate* unmanaged<void*, int, int, void*, int>)Export(library, "EVP_CIPHER_CTX_ctrl");

    public readonly delegate* unmanaged<void*, byte*, byte*, void*> FetchDigest =
        (delegate* unmanaged<void*, byte*, byte*, void*>)Export(library, "EVP_MD_fetch");

    public readonly delegate* unmanaged<void*> NewDigestContext = (delegate* unmanaged<void*>)Export(library, "EVP_MD_CTX_new");

    /// <summary>Context, digest, parameters; null leaves what the context has.</summary>
    public readonly delegate* unmanaged<void*, void*, void*, int> InitDigest =
        (delegate* unmanaged<void*, void*, void*, int>)Export(library, "EVP_DigestInit_ex2");

    public readonly delegate* unmanaged<void*, byte*, nuint, int> UpdateDigest =
        (delegate* unmanaged<void*, byte*, nuint, int>)Export(library, "EVP_DigestUpdate");

    public readonly delegate* unmanaged<void*, byte*, uint*, int> FinishDigest =
        (delegate* unmanaged<void*, byte*, uint*, int>)Export(library, "EVP_DigestFinal_ex");

    public readonly delegate* unmanaged<void*, byte*, nuint, int> FinishXof =
        (delegate* unmanaged<void*, byte*, nuint, int>)Export(library, "EVP_DigestFinalXOF");

    public readonly delegate* unmanaged<byte*, int, byte*, int, int, void*, int, byte*, int> DerivePbkdf2 =
        (delegate* unmanaged<byte*, int, byte*, int, int, void*, int, byte*, int>)Export(library, "PKCS5_PBKDF2_HMAC");

    public readonly delegate* unmanaged<void*, byte*, byte*, void*> FetchMac =
        (delegate* unmanaged<void*, byte*, byte*, void*>)Export(library, "EVP_MAC_fetch");

    public readonly delegate* unmanaged<void*, void*> NewMacContext =
        (delegate* unmanaged<void*, void*>)Export(library, "EVP_MAC_CTX_new");

    public readonly delegate* unmanaged<void*, byte*, nuint, Parameter*, int> InitMac =
        (delegate* unmanaged<void*, byte*, nuint, Parameter*, int>)Export(library, "EVP_MAC_init");

    public readonly delegate* unmanaged<void*, byte*, nuint, int> UpdateMac =
        (delegate* unmanaged<void*, byte*, nuint, int>)Export(library, "EVP_MAC_update");

    public readonly delegate* unmanaged<void*, byte*, nuint*, nuint, int> FinishMac =
        (delegate* unmanaged<void*, byte*, nuint*, nuint, int>)Export(library, "EVP_MAC_final");

    /// <summary>Loads the library at a path, or the machine's own (null if there is none).</summary>
    /// <exception cref="UsageException">There is no usable library at the path.</exception>
    public static LibCrypto? Load(string? path)
    {
        var library = nint.Zero;
        if (path is null)
            return s_names.Any(name => NativeLibrary.TryLoad(name, out library)) ? new LibCrypto(library) : null;

        if (!File.Exists(path))
            throw new UsageException($"--openssl {path}: no such file; name a libcrypto of OpenSSL 3.0 or later");
        try
        {
            return new LibCrypto(NativeLibrary.Load(System.IO.Path.GetFullPath(path)));
        }
        catch (MissingExportException exception)
        {
            throw new UsageException($"--openssl {path}: has no {exception.Message}; name a libcrypto of OpenSSL 3.0 or later");
        }
        catch (Exception exception) when (exception is DllNotFoundException or BadImageFormatException)
        {
            throw new UsageException($"--openssl {path}: not a libcrypto of OpenSSL 3.0 or later");
        }
    }

    private static void* Export(nint library, string name) =>
        NativeLibrary.TryGetExport(library, name, out var address) ? (void*)address : throw new MissingExportException(name);

    /// <summary>The message is the name of the function.</summary>
    private sealed class MissingExportException(string name) : EntryPointNotFoundException(name);

    /// <summary>OSSL_PARAM.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Parameter
    {
        public const uint Utf8String = 4;

        public byte* Key;
        public uint Type;
        public void* Data;
        public nuint Size;
        public nuint ReturnSize;
    }
}
