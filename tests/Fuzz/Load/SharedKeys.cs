using System;
using System.Threading;

namespace ManagedCrypto.Fuzz.Load;

/// <summary>Objects that many threads use at once, until one of them disposes of them.</summary>
internal sealed class SharedKeys(Answers answers) : IDisposable
{
    private bool _isDisposed;

    public Answers Answers => answers;

    public AesGcm Gcm { get; } = new(answers.Key, Load.Answers.TagBytes);

    public AesCtr Ctr { get; } = new(answers.Key);

    public Aes Aes { get; } = new() { Key = answers.Key };

    /// <summary>Whether a call may be refused.</summary>
    public bool IsDisposed => Volatile.Read(ref _isDisposed);

    public void Dispose()
    {
        Volatile.Write(ref _isDisposed, true);
        Gcm.Dispose();
        Ctr.Dispose();
        Aes.Dispose();
    }
}
