using Aes = System.Security.Cryptography.Aes;

namespace Obstacles;

/// <summary>O2: an alias of the file's own, as editors write it.</summary>
internal static class OwnAlias
{
    public static object[] Run()
    {
        using var aes = Aes.Create();
        return [aes.KeySize, Program.Kind(aes)];
    }
}
