using System;
using System.Collections.Generic;
using System.Reflection;

namespace ManagedCrypto.Tests;

/// <summary>What an assembly names and does not define.</summary>
internal static class References
{
    /// <summary>Every such method.</summary>
    public static IEnumerable<MethodBase> Of(Module module)
    {
        const int MemberReference = 0x0a000000;
        for (var token = MemberReference + 1; ; token++)
        {
            MemberInfo? member;
            try
            {
                member = module.ResolveMember(token);
            }
            catch (ArgumentOutOfRangeException)
            {
                yield break;
            }
            catch (ArgumentException)
            {
                continue; // A member of a generic type of the assembly's own.
            }

            if (member is MethodBase method)
                yield return method;
        }
    }
}
