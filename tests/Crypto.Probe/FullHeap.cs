using System;

namespace ManagedCrypto.Probe;

/// <summary>Fills the heap of this process, which must be limited (<c>DOTNET_GCHeapHardLimit</c>).</summary>
internal static class FullHeap
{
    private const int Largest = 1 << 20;

    /// <summary>With pieces, each half as large as those before it where they no longer fit.</summary>
    /// <param name="pieces">Holds them; has room for more than fit.</param>
    /// <param name="count">Those that are there already.</param>
    /// <param name="smallest">Bytes of the last ones.</param>
    public static void Fill(byte[]?[] pieces, int count, int smallest)
    {
        for (var size = Largest; size >= smallest; size /= 2)
        {
            try
            {
                while (true)
                    pieces[count++] = new byte[size];
            }
            catch (OutOfMemoryException)
            {
            }
        }
    }
}
