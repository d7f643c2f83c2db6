using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>What each way to write a switch's value means. What follows from it for the choice of kernels: <see cref="KnobTests"/>.</summary>
public class SwitchTests
{
    private static readonly string[] s_names = ["MachineCode", "RequireConstantTime", "ShaNi"];

    private static readonly string?[] s_silent = [null, "", " ", "\t "], s_off = ["0", " 0 ", "false", "False", "FALSE\n"],
        s_on = ["1", "1 ", "true", "True", " tRUE"],
        s_misread = ["2", "01", "0x0", "-1", "off", "OFF", "no", "none", "on", "yes", "ture", "fals", "0;", "\0", "\u00A01x", "true false"];

    public static IEnumerable<TheoryDataRow<string>> Names =>
        from name in s_names
        from source in new[] { "ManagedCrypto." + name, "MANAGEDCRYPTO_" + name.ToUpperInvariant() }
        where source != "ManagedCrypto.ShaNi"
        select new TheoryDataRow<string>(source);

    [Theory]
    [MemberData(nameof(Names))]
    public void Value_is_understood_or_tightens(string name)
    {
        var strict = name.EndsWith("Time", StringComparison.OrdinalIgnoreCase);
        void Means(string?[] values, bool[] settings, bool isMisread) => Assert.All(values, value =>
        {
            var switches = Read((name, value));
            Assert.Equal(settings, Settings(switches));
            Assert.Equal(isMisread ? 1 : 0, switches.Misread.Count);
            Assert.All(switches.Misread, sentence =>
            {
                Assert.StartsWith(name + " is \"", sentence);
                Assert.EndsWith(strict ? "taken for 1" : "taken for 0", sentence);
                Assert.DoesNotContain(sentence, char.IsControl);
            });
        });

        var (loose, tight) = (Settings(Read()), Settings(Read((name, strict ? "1" : "0"))));
        Assert.Equal([true, false, true], loose);
        Assert.Single(loose.Zip(tight), pair => pair.First != pair.Second);
        Means(s_silent, loose, isMisread: false);
        Means(strict ? s_off : s_on, loose, isMisread: false);
        Means(strict ? s_on : s_off, tight, isMisread: false);
        Means(s_misread, tight, isMisread: true);
    }

    [Theory]
    [InlineData("1", "0", true)]
    [InlineData("0", "what", true)]
    [InlineData("0", "0", false)]
    public void Either_of_AppContext_and_environment_tightens(string one, string other, bool isTight)
    {
        const string Name = "ManagedCrypto.RequireConstantTime", Variable = "MANAGEDCRYPTO_REQUIRECONSTANTTIME";
        Assert.Equal(isTight, Read((Name, one), (Variable, other)).RequireConstantTime);
        Assert.Equal(isTight, Read((Name, other), (Variable, one)).RequireConstantTime);
    }

    [Fact]
    public void Report_has_a_line_for_each_value_that_was_not_understood()
    {
        var misread = Read(("ManagedCrypto.MachineCode", "off"), ("MANAGEDCRYPTO_SHANI", "a\nb")).Misread;
        Assert.Equal(
            "ManagedCrypto.MachineCode is \"off\", which is none of 0, 1, false and true, and is taken for 0\n"
            + "MANAGEDCRYPTO_SHANI is \"a?b\", which is none of 0, 1, false and true, and is taken for 0\n"
            + "keys and states are somewhere\n",
            new KernelReport([], misread, "somewhere", []).ToString().Split('\n', 2)[1]);
    }

    private static Switches Read(params (string Name, string? Value)[] set)
    {
        string? Find(string name) => set.FirstOrDefault(each => each.Name == name).Value;
        return new(Find, Find);
    }

    private static bool[] Settings(Switches switches) => [switches.MachineCode, switches.RequireConstantTime, switches.ShaNi];
}
