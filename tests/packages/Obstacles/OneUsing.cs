using System.Security.Cryptography;

namespace Obstacles;

/// <summary>O3 to O5: the switch in Directory.Build.targets, Using items beside it, and a using that only .NET's names need (IDE0005).</summary>
internal static class OneUsing
{
    public static object[] Run() => [SHA1.HashData([1])[0], Program.Kind(SHA1.Create())];
}
