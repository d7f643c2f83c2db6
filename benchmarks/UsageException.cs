using System;

namespace ManagedCrypto.Benchmarks;

/// <summary>A wrong option, file or name: one line says what is wrong and what is allowed; the program ends with 2.</summary>
internal sealed class UsageException(string message) : Exception(message);

/// <summary>An implementation gave a wrong result: one line says which and where; the program ends with 1.</summary>
internal sealed class WrongResultException(string message) : Exception(message);
