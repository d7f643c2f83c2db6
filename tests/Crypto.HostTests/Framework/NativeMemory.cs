namespace System.Runtime.InteropServices;

/// <summary>Memory that does not move.</summary>
internal static unsafe class NativeMemory
{
    public static void* Alloc(nuint bytes) => (void*)Marshal.AllocHGlobal((IntPtr)(long)bytes);

    public static void Free(void* memory) => Marshal.FreeHGlobal((IntPtr)memory);

    /// <summary>The address that the memory really begins at is kept directly before it.</summary>
    public static void* AlignedAlloc(nuint bytes, nuint alignment)
    {
        var begin = (nuint)Alloc(bytes + alignment + (nuint)sizeof(void*));
        var aligned = (begin + (nuint)sizeof(void*) + alignment - 1) & ~(alignment - 1);
        ((nuint*)aligned)[-1] = begin;
        return (void*)aligned;
    }

    public static void AlignedFree(void* memory)
    {
        if (memory != null)
            Free((void*)((nuint*)memory)[-1]);
    }
}
