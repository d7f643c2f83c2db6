namespace Consumers
{
    internal static class Program
    {
        private static int Main() => Checks.Run();
    }
}
