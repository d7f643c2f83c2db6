using System;
using System.Reflection;

namespace ManagedCrypto.SourceMutants;

/// <summary>The class, compiled into the library, whose number says which mutant is on.</summary>
internal sealed class Switch
{
    public const string FullName = "ManagedCrypto.Intrinsics.MutantSwitch";

    /// <summary>The number of no mutant; and that which has the library note which mutants it comes to.</summary>
    public const int None = 0, Noting = -1;

    public const string Source = """
        namespace ManagedCrypto.Intrinsics;

        internal static class MutantSwitch
        {
            public static int Number;
            public static bool[] Reached;

            public static bool Is(int number) => Number == number || (Number < 0 && Note(number));

            private static bool Note(int number)
            {
                Reached[number] = true;
                return false;
            }
        }
        """;

    private readonly FieldInfo _number, _reached;

    /// <param name="count">One more than the highest number.</param>
    public Switch(int count)
    {
        var type = Type.GetType(FullName + ", ManagedCrypto", throwOnError: true)!;
        _number = type.GetField("Number")!;
        _reached = type.GetField("Reached")!;
        _reached.SetValue(null, new bool[count]);
    }

    public bool[] Reached => (bool[])_reached.GetValue(null)!;

    public void Set(int number) => _number.SetValue(null, number);
}
