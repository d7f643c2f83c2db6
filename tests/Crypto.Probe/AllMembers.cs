using System.Threading.Tasks;

namespace ManagedCrypto.Probe;

/// <summary>Every public member of ManagedCrypto, and whether its answer is right; but for what changes the whole process.</summary>
internal static class AllMembers
{
    public static async Task Use()
    {
        AesMembers.Use();
        GcmMembers.Use();
        AeadMembers.Use();
        SivMembers.Use();
        CtrMembers.Use();
        await CtrMembers.UseStream();
        await CbcMembers.UseStreams();
        XtsMembers.Use();
        await XtsMembers.UseStream();
        await CobblestoneMembers.Use();
        await HashMembers.Use();
        IncrementalHashMembers.Use();
        await XofMembers.Use();
        await DerivationMembers.Use();
    }
}
