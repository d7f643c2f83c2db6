using System;
using System.Globalization;
using System.IO;
using System.Linq;

namespace ManagedCrypto.Probe;

/// <summary>
/// Uses every public member of ManagedCrypto (a test compares the references of this assembly with the public surface; hashes
/// are found by reflection) and ends with 0 if all answers agreed and neither libssl nor libcrypto was mapped: under the culture that the argument
/// <c>culture NAME</c> names, if there is one. With <c>memory</c> it makes objects where there is next to no memory; with
/// <c>first</c>, <c>first memory BYTES</c> and <c>first files</c> it uses everything for the first time, where there is enough, no memory and
/// no file. With
/// <c>bcl</c> it uses .NET's own random numbers instead: where OpenSSL is hidden, that must end the process.
/// </summary>
internal static class Program
{
    private static async System.Threading.Tasks.Task<int> Main(string[] arguments)
    {
        switch (arguments)
        {
            case ["bcl"]:
#pragma warning disable MCDI101 // .NET's own is meant.
                Console.WriteLine(Convert.ToHexString(System.Security.Cryptography.RandomNumberGenerator.GetBytes(16)));
#pragma warning restore MCDI101
                return 0;
            case ["memory"]:
                MemoryPressure.Use();
                Console.WriteLine("survived");
                return 0;
            case ["first"]:
                FirstUse.WithEverything();
                return 0;
            case ["first", "memory", var bytes]:
                FirstUse.WithoutMemory(int.Parse(bytes, CultureInfo.InvariantCulture));
                return 0;
            case ["first", "files"]:
                FirstUse.WithoutFiles();
                return 0;
            case ["culture", var name]:
                CultureInfo.CurrentCulture = CultureInfo.CurrentUICulture = CultureInfo.DefaultThreadCurrentCulture = new(name);
                var (minus, calendar) = (NumberFormatInfo.CurrentInfo.NegativeSign[^1], CultureInfo.CurrentCulture.Calendar);
                Console.WriteLine($"i becomes U+{(int)char.ToUpper('i', CultureInfo.CurrentCulture):X4}");
                Console.WriteLine($"minus is U+{(int)minus:X4}, dates go by {calendar.GetType().Name}");
                break;
        }

        await AllMembers.Use();
        ProviderMembers.Use();
        var mapped = File.ReadLines("/proc/self/maps")
            .Where(line => line.Contains("libssl") || line.Contains("libcrypto")).ToList();
        mapped.ForEach(Console.WriteLine);
        Console.WriteLine("all members used");
        return mapped.Count == 0 ? 0 : 1;
    }
}
