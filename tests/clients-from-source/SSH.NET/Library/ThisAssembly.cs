/// <summary>Made from the version by a tool that a machine may not have.</summary>
internal static class ThisAssembly
{
    public const string NuGetPackageVersion = "0.0.0";
}
