#if !NET
namespace System.Diagnostics.CodeAnalysis;

/// <summary>What older frameworks lack: tells trimmers what a type is asked for by reflection. They know it by its name.</summary>
[AttributeUsage(AttributeTargets.Parameter | AttributeTargets.Property)]
internal sealed class DynamicallyAccessedMembersAttribute(DynamicallyAccessedMemberTypes memberTypes) : Attribute
{
    public DynamicallyAccessedMemberTypes MemberTypes { get; } = memberTypes;
}

/// <summary>The members that are asked for.</summary>
[Flags]
internal enum DynamicallyAccessedMemberTypes
{
    None = 0,
    PublicParameterlessConstructor = 1,
}
#endif
