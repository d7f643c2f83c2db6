using System;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.AesFile.Keys;

/// <summary>Where keys come from. What it has to read or to ask for, it reads or asks for once.</summary>
internal abstract class KeySource : IDisposable
{
    private SecretBytes? _secret;

    /// <summary>A header for a new file.</summary>
    public abstract SealedFileHeader NewHeader(ContentKind content);

    /// <summary>The key of a file with this header, for the caller to wipe.</summary>
    /// <exception cref="AesFileException">The file was sealed with another kind of key.</exception>
    public async Task<SecretBytes> KeyAsync(SealedFileHeader header, CancellationToken cancellationToken)
    {
        if (header.Key != Kind)
            throw AesFileException.NotGenuine($"The file says that it was sealed with {Name(header.Key)}, not with {Name(Kind)}.");
        _secret ??= await ReadAsync(cancellationToken);
        return Derive(_secret.Span, header);
    }

    public void Dispose() => _secret?.Dispose();

    protected abstract KeyKind Kind { get; }

    protected abstract Task<SecretBytes> ReadAsync(CancellationToken cancellationToken);

    protected abstract SecretBytes Derive(ReadOnlySpan<byte> secret, SealedFileHeader header);

    private static string Name(KeyKind kind) => kind == KeyKind.KeyFile ? "a key file" : "a passphrase";
}
