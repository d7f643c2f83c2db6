namespace ManagedCrypto.TypeGenerator;

/// <summary>A message and what becomes of it, in hexadecimal digits.</summary>
/// <param name="Source">Where it is from.</param>
/// <param name="Key">As many bytes as one may have.</param>
/// <param name="Nonce">As many bytes as one may have.</param>
/// <param name="AssociatedData">Any.</param>
/// <param name="Text">Any.</param>
/// <param name="Ciphertext">As long as the text.</param>
/// <param name="Tag">As many bytes as one may have.</param>
/// <param name="WholeTag">The tag of 16 bytes that sealing appends, if <paramref name="Tag"/> is another.</param>
internal sealed record AeadExample(
    string Source, string Key, string Nonce, string AssociatedData, string Text, string Ciphertext, string Tag, string? WholeTag = null);
