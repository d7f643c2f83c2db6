Imports System.Security.Cryptography

Module Program
    Sub Main()
        For Each algorithm In New Object() {Aes.Create(), SHA256.Create(), New HMACSHA256(New Byte() {1})}
            Console.WriteLine(algorithm.GetType().FullName)
        Next
        Console.WriteLine(Convert.ToHexString(SHA256.HashData(New Byte() {})))
    End Sub
End Module
