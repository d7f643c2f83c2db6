using System;

namespace ManagedCrypto.Fuzz;

/// <summary>A case ended otherwise than its oracle says.</summary>
internal sealed class FindingException(string message) : Exception(message);
