using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto;

/// <summary>
/// Reads a file ahead of what is made of its bytes: copying them out of the system's cache takes a fifth of the time of a hash. The thread
/// pool reads if it has a thread in time, and otherwise whoever waits for it, so that a busy pool delays nothing. For one caller.
/// </summary>
internal sealed class ReadAhead(Stream source)
{
    private Task<int>? _read;

    /// <summary>Whether another thread may read a stream: files, since other streams may not expect that, or wait for ever.</summary>
    public static bool Suits(Stream source) =>
        source.GetType() == typeof(FileStream) && Environment.ProcessorCount > 1 && source.CanSeek;

    /// <summary>Begins to read from where the stream stands. Until the end of that, nobody else uses the stream or the bytes.</summary>
    public void Begin(byte[] bytes, int from, int to) => _read = Task.Run(() => UnderlyingStream.Read(source, bytes, from, to));

    /// <summary>Waits for the bytes. An interruption of the wait leaves it to be done again.</summary>
    /// <returns>How many there were: none at the end, or where nothing was read.</returns>
    public int End()
    {
        var bytes = _read is null ? 0 : _read.GetAwaiter().GetResult();
        _read = null;
        return bytes;
    }

    /// <summary>Waits for the bytes, whatever that comes to.</summary>
    /// <returns>Negative if the read failed, and may still write to the array.</returns>
    public int Drop()
    {
        try
        {
            return End();
        }
        catch (Exception)
        {
            if (_read is { IsCompleted: true })
                _read = null;
            return -1;
        }
    }

    /// <summary>When the bytes are there, or the read has failed. Cancellation ends this wait, and not the read.</summary>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public async Task WhenRead(CancellationToken cancellationToken)
    {
        var cancelled = new TaskCompletionSource<bool>();
        using (cancellationToken.Register(() => cancelled.TrySetResult(true)))
            await Task.WhenAny(_read ?? Task.FromResult(0), cancelled.Task).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }
}
