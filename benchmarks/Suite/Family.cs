using System.Collections.Generic;
using System.Linq;
using BenchmarkDotNet.Attributes;
using ManagedCrypto.Benchmarks.Peers;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>
/// Operations with the axes that all have: the side, and bytes of text. A benchmark's set-up names the operation; its result
/// must be that of the best kernels, byte for byte, before it is timed. BenchmarkDotNet wants these classes public and open, and
/// sources of values that are not overridden.
/// </summary>
public abstract class Family(IEnumerable<Implementation> implementations, params int[] sizes)
{
    private const int TextSeed = 1;

    private static readonly int[] s_sizes = [16, 1 << 10, 64 << 10, 1 << 20];

    private Lane? _lane;

    [ParamsSource(nameof(Implementations), Priority = 1)]
    public Implementation? By { get; set; }

    [ParamsSource(nameof(Sizes))]
    public int Bytes { get; set; }

    public IEnumerable<Implementation> Implementations { get; } = implementations;

    public IEnumerable<int> Sizes { get; } = sizes.Length > 0 ? sizes : s_sizes;

    /// <exception cref="WrongResultException">The result is wrong.</exception>
    private protected void Prepare(string operationId)
    {
        var operation = Operations.All.Concat(RealFiles.Operations).First(operation => operation.Id == operationId);
        var best = new ManagedPeer("managed", "ManagedCrypto", KernelSet.Best);
        var row = new Row(operation, new Workspace(Operations.Bytes(Bytes, TextSeed)), Bytes, [best, By!.Peer]);
        _lane = row.LaneOf(By.Peer);
    }

    private protected void Run() => _lane!.Call();
}

/// <summary>Operations under AES keys of either length.</summary>
public abstract class KeyedFamily(IEnumerable<Implementation> implementations, params int[] sizes)
    : Family(implementations, sizes)
{
    [Params(128, 256)]
    public int KeyBits { get; set; }
}
