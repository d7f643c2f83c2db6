open System
open System.Security.Cryptography

let made (algorithm: obj) = printfn "%s" (algorithm.GetType().FullName)

using (Aes.Create()) made
using (SHA256.Create()) made
using (new HMACSHA256([| 1uy |])) made
printfn "%s" (Convert.ToHexString(SHA256.HashData [||]))
