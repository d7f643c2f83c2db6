using System;
using System.Collections.Generic;
using System.IO;
using ManagedCrypto.Tests.Dispatch;

namespace ManagedCrypto.RepositoryTests.Fuzzing;

/// <summary>The fuzzer as its user starts it.</summary>
internal static class FuzzProgram
{
    public static (int ExitCode, string Output) Run(params string[] arguments) => Child.Run(
        TimeSpan.FromMinutes(10),
        new Dictionary<string, string>(),
        [Path.Combine(AppContext.BaseDirectory, "Crypto.Fuzz.dll"), .. arguments]);
}
