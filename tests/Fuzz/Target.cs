using System;

namespace ManagedCrypto.Fuzz;

/// <summary>Something of which there are cases: a kernel, and what is done with it.</summary>
internal sealed record Target(string Name, Action<Case> Run);
