using System;

namespace ManagedCrypto.SourceMutants;

/// <summary>The command line is wrong, or the tree cannot do what it asks for.</summary>
internal sealed class UsageException(string message) : Exception(message);
