using System.IO;

namespace ManagedCrypto.AesFile.Files;

/// <summary>Who may read, write and execute, or look into a folder.</summary>
internal static class Rights
{
    public const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    /// <summary>Not the bits that have a program run as somebody else.</summary>
    public const UnixFileMode All = Owner
        | UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute
        | UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;
}
