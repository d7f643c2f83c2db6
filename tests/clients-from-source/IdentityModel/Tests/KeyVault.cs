namespace Microsoft.Azure.KeyVault.Cryptography
{
    /// <summary>A file of the tests imports the namespace, and uses nothing of it.</summary>
    internal static class Absent
    {
    }
}
