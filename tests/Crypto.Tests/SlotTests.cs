using System;
using Xunit;

namespace ManagedCrypto.Tests;

public unsafe class SlotTests
{
    [Fact]
    public void A_disposed_key_slot_is_wiped_and_says_so()
    {
        var slot = new KeySlot(100);
        var bytes = slot.Bytes;
        new Span<byte>(bytes, 256).Fill(0x5A);
        Assert.True(slot.IsAlive);
        slot.Dispose();
        Assert.False(slot.IsAlive);
        Assert.Equal(-1, new Span<byte>(bytes, 256).IndexOfAnyExcept((byte)0));
    }
}
