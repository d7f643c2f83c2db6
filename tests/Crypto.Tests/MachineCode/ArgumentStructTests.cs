using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// Each field of each argument struct says what it is: public, with the reason, or secret. Addresses are what callers choose and never
/// what they read, as <see cref="PublicFieldTests"/> shows; a kernel's own memory is neither.
/// </summary>
public class ArgumentStructTests(ITestOutputHelper output)
{
    [Fact]
    public void Each_field_of_an_argument_struct_says_what_it_is()
    {
        var structs = typeof(AeadArguments).Assembly.GetTypes()
            .Where(type => type.IsValueType && type.Name.EndsWith("Arguments", StringComparison.Ordinal)).ToArray();
        output.WriteLine(string.Join('\n', structs.Select(type => type.Name).Order()));
        Assert.Contains(typeof(HashLanesArguments), structs);
        Assert.Empty(structs.SelectMany(Unsaid));
    }

    [Fact]
    public void Field_that_says_nothing_is_found() =>
        Assert.Equal(["Faulty.Silent", "Faulty.Both", "Faulty.Reasonless", "Faulty.Address"], Unsaid(typeof(Faulty)));

    private static IEnumerable<string> Unsaid(Type type) => type
        .GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)
        .Where(field => !IsSaid(field)).Select(field => $"{type.Name}.{field.Name}");

    private static bool IsSaid(FieldInfo field)
    {
        var reason = field.GetCustomAttribute<PublicAttribute>()?.Reason;
        var isSecret = field.IsDefined(typeof(SecretAttribute));
        if (field.FieldType.IsPointer || field.FieldType.Name.EndsWith("Scratch", StringComparison.Ordinal))
            return reason is null && !isSecret;
        return isSecret ? reason is null : !string.IsNullOrWhiteSpace(reason);
    }

    // Looked at by reflection alone.
#pragma warning disable CS0649
    private unsafe struct Faulty
    {
        [Public("a length")]
        public int Said;

        [Secret]
        public Block128 Hidden;

        public byte* Plain;

        public int Silent;

        [Public("a length"), Secret]
        public int Both;

        [Public("")]
        public int Reasonless;

        [Public("an address")]
        public byte* Address;
    }
}
