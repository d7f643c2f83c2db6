using System;
using System.IO;
using Microsoft.AspNetCore.DataProtection;

// Crypto.RingReader FOLDER PURPOSE PROTECTED: prints what was protected under a key of the ring in FOLDER.
var protector = DataProtectionProvider.Create(new DirectoryInfo(args[0])).CreateProtector(args[1]);
Console.Write(protector.Unprotect(args[2]));
