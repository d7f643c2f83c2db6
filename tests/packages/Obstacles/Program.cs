namespace Obstacles;

/// <summary>
/// What aliases in place of the change of IL could not do, a class for each. It prints the same with the switch and without, but for the
/// kinds of objects.
/// </summary>
internal static class Program
{
    /// <summary>Whose it is.</summary>
    public static string Kind(object made) => $"made by {made.GetType().Namespace}";

    private static void Main()
    {
        Print("own types", OwnTypes.Run());
        Print("own alias", OwnAlias.Run());
        Print("one using", OneUsing.Run());
        Print("older names", OlderNames.Run());
        Print("tested", Tested.Run());
    }

    private static void Print(string name, object[] results) => Console.WriteLine($"{name}: {string.Join(", ", results)}");
}
