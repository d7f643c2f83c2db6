using System;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Mutants;

/// <summary>What the library has of a family: its bytes, and the page that it maps them to.</summary>
internal sealed class CodeOfFamily
{
    private CodeOfFamily(Type type)
    {
        Bytes = type.GetProperty(nameof(Bytes))!.GetMethod!.CreateDelegate<BytesGetter>()().ToArray();
        Entries = [.. type.GetProperties()
            .Where(property => property.PropertyType == typeof(CodeEntry))
            .Select(property => ((CodeEntry)property.GetValue(null)!).Offset)];
        Page = (CodePage)type.GetProperty(nameof(Page))!.GetValue(null)!;
    }

    private delegate ReadOnlySpan<byte> BytesGetter();

    public byte[] Bytes { get; }

    /// <summary>Where its routines begin.</summary>
    public int[] Entries { get; }

    public CodePage Page { get; }

    /// <param name="className">The generated class.</param>
    public static CodeOfFamily Find(string className) =>
        new(typeof(CodePage).Assembly.GetType("ManagedCrypto.Intrinsics." + className, throwOnError: true)!);
}
