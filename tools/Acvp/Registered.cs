using System.Linq;
using System.Security.Cryptography;
using System.Text.Json.Nodes;

namespace ManagedCrypto.Acvp;

/// <summary>Values that registrations of several families have.</summary>
internal static class Registered
{
    /// <summary>The longest text that ACVP asks for, in bits, but for large data tests.</summary>
    public const int LongestText = 65536;

    /// <summary>The longest key or message of a MAC, and the longest associated data, in bits.</summary>
    public const int LongestKey = 524288;

    public static JsonArray Directions => ["encrypt", "decrypt"];

    public static JsonArray AesKeys => [128, 192, 256];

    /// <summary>Lengths in bits, in whole bytes unless it is said otherwise.</summary>
    public static JsonArray Range(int from, int to, int step = 8) =>
        [new JsonObject { ["min"] = from, ["max"] = to, ["increment"] = step }];

    /// <summary>Lengths in bytes, each in bits.</summary>
    public static JsonArray Each(KeySizes sizes) =>
        [.. Enumerable.Range(0, ((sizes.MaxSize - sizes.MinSize) / sizes.SkipSize) + 1)
            .Select(step => JsonValue.Create(8 * (sizes.MinSize + (step * sizes.SkipSize))))];

    public static JsonArray Names(params string[] names) => [.. names.Select(name => JsonValue.Create(name))];
}
