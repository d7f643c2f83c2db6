namespace System
{
    /// <summary>A place in a sequence, counted from its start or its end.</summary>
    internal readonly struct Index(int value, bool fromEnd = false)
    {
        public static implicit operator Index(int value) => new(value);

        public int GetOffset(int length) => fromEnd ? length - value : value;
    }

    /// <summary>A part of a sequence.</summary>
    internal readonly struct Range(Index start, Index end)
    {
        public Index Start => start;

        public Index End => end;

        public static Range StartAt(Index start) => new(start, new Index(0, true));

        public static Range EndAt(Index end) => new(0, end);
    }
}

namespace System.Runtime.CompilerServices
{
    /// <summary>What the compiler marks setters with that only run at an object's making.</summary>
    internal static class IsExternalInit;

    internal static class RuntimeHelpers
    {
        /// <summary>What the compiler makes of a range of an array.</summary>
        public static T[] GetSubArray<T>(T[] array, Range range)
        {
            var start = range.Start.GetOffset(array.Length);
            return array.AsSpan(start, range.End.GetOffset(array.Length) - start).ToArray();
        }
    }
}
