namespace ManagedCrypto.Acvp;

/// <summary>How the program ends; README.md has them, too.</summary>
internal static class ExitCode
{
    public const int Fine = 0;
    public const int Different = 1;
    public const int Failed = 2;
    public const int NotAllAnswered = 3;
}
