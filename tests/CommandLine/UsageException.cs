using System;

namespace ManagedCrypto.Tests;

/// <summary>The command line is wrong, or the machine cannot do what it asks for.</summary>
internal sealed class UsageException(string message) : Exception(message);
