using System;

namespace ManagedCrypto.Benchmarks;

/// <summary>A way to make a ciphertext of the file "plain", and the file "opened" of that.</summary>
internal sealed record FileWay(string Id, string Name, Action Seal, Action Open);
