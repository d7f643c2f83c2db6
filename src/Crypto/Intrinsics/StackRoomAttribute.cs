using System;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Marks a struct without fields that is room on the stack of a call. Not stackalloc: the JIT guards the stack of a method that has one, at a
/// price that a short message feels, and Mono on s390x gets the large structs of such a method wrong.
/// </summary>
[AttributeUsage(AttributeTargets.Struct)]
internal sealed class StackRoomAttribute : Attribute
{
}
