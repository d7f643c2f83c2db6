using System;

namespace ManagedCrypto.Acvp;

/// <summary>What is wrong with a file, in one line.</summary>
internal class AcvpException(string message) : Exception(message);

/// <summary>A vector set, group or case that is as it should be, but asks for what this library does not do.</summary>
internal sealed class NotAnsweredException(string message) : AcvpException(message);
