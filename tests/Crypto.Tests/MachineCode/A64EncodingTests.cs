using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using ManagedCrypto.KernelAssembler.Arm64;
using Xunit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// The assembler for Arm64 beside a list of words that GNU's and LLVM's assemblers make of the texts beside them; tests/hosts/a64-encodings
/// asks these again.
/// </summary>
public class A64EncodingTests
{
    private static IEnumerable<(uint Word, string Text)> Record =>
        File.ReadLines(Path.Combine(Repository.Root, "tests/Crypto.Tests/MachineCode/A64Encodings.txt"))
            .Select(line => (uint.Parse(line.AsSpan(0, 8), NumberStyles.HexNumber, CultureInfo.InvariantCulture), line[9..]));

    [Fact]
    public void Words_are_read_and_written_as_other_assemblers_do()
    {
        foreach (var (word, text) in Record)
        {
            var encoding = A64Instructions.Of(word);
            Assert.Equal(text, encoding.Format(word));
            Assert.Equal(word, encoding.Encode(encoding.Decode(word)));
        }
    }

    [Fact]
    public void Each_form_is_on_record() =>
        Assert.Equal(A64Instructions.All.Select(form => form.Text).Order(), Record.Select(row => A64Instructions.Of(row.Word).Text).Distinct().Order());

    [Theory]
    [InlineData(-1)]
    [InlineData(4096)]
    public void Number_that_does_not_fit_is_refused(int number) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new A64Assembler().Add(A64Registers.x[0], A64Registers.x[0], number));

    [Fact]
    public void Label_that_is_not_bound_is_refused()
    {
        var assembler = new A64Assembler();
        assembler.B(new A64Label());
        Assert.Throws<InvalidOperationException>(assembler.Assemble);
    }

    [Fact]
    public void Word_that_no_kernel_has_is_no_instruction() => Assert.Throws<ArgumentException>(() => A64Instructions.Of(0));
}
