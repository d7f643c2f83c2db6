using System;

namespace ManagedCrypto.Fuzz;

/// <summary>The program was called wrongly.</summary>
internal sealed class UsageException(string message) : Exception(message);
