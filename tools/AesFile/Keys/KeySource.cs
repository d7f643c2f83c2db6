using System;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.AesFile.Keys;

/// <summary>Where keys come from. What it has to read or to ask for, it reads or asks for once.</summary>
internal abstract class KeySource : IDisposable
{
    private SecretBytes? _secret;

    public abstract KeyKind Kind { get; }

    /// <summary>One for a new key.</summary>
    public abstract KeyRecipe NewRecipe();

    /// <summary>The key that comes of a recipe of this kind, for the caller to wipe.</summary>
    public async Task<SecretBytes> KeyAsync(KeyRecipe recipe, CancellationToken cancellationToken)
    {
        _secret ??= await ReadAsync(cancellationToken);
        return Derive(_secret.Span, recipe);
    }

    public void Dispose() => _secret?.Dispose();

    protected abstract Task<SecretBytes> ReadAsync(CancellationToken cancellationToken);

    protected abstract SecretBytes Derive(ReadOnlySpan<byte> secret, KeyRecipe recipe);
}
