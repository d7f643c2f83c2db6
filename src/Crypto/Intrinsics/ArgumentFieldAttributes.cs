using System;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A field of a kernel's argument struct that branches and addresses may depend on. That is a claim about every caller: none may store what
/// follows from a key, a text or a state.
/// </summary>
/// <param name="reason">Why an observer may know it.</param>
[AttributeUsage(AttributeTargets.Field)]
internal sealed class PublicAttribute(string reason) : Attribute
{
    public string Reason => reason;
}

/// <summary>A field of a kernel's argument struct that follows from a key, a text or a state, or may.</summary>
[AttributeUsage(AttributeTargets.Field)]
internal sealed class SecretAttribute : Attribute
{
}

/// <summary>A field of a kernel's argument struct that the kernel may write; of a pointer, the memory that it points to.</summary>
[AttributeUsage(AttributeTargets.Field)]
internal sealed class WrittenAttribute : Attribute
{
}
