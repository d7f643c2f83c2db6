using System.IO;
using System.Linq;
using ManagedCrypto.TypeGenerator;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What is committed and compiled into the library is what tools/TypeGenerator makes of the catalogue now.</summary>
public class GeneratedTypesTests
{
    public static TheoryData<string> Paths => new(GeneratedFiles.In(Repository.Root).Select(file => file.Path));

    [Theory]
    [MemberData(nameof(Paths))]
    public void Generated_file_is_what_the_generator_writes(string path)
    {
        var text = GeneratedFiles.In(Repository.Root).Single(file => file.Path == path).Text;
        Assert.True(
            text == File.ReadAllText(Path.Combine(Repository.Root, path)),
            path + " is another than the generator writes. Write it anew: dotnet run --project tools/TypeGenerator");
    }
}
