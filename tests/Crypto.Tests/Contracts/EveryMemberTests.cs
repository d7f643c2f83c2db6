using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Security.Cryptography;
using System.Threading.Tasks;
using ManagedCrypto.Probe;
using ManagedCrypto.Tests.Wiping;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>Each public member of each type, also those that other tests reach by another overload alone.</summary>
public class EveryMemberTests(ITestOutputHelper output)
{
    /// <summary>As in a process without OpenSSL (WithoutOpenSslTests).</summary>
    [Fact]
    public Task Every_member_gives_the_right_answer() => AllMembers.Use();

    [Fact]
    public void Object_that_is_given_no_key_draws_one()
    {
        var types = typeof(AesGcm).Assembly.GetExportedTypes()
            .Where(type => type.IsSubclassOf(typeof(KeyedHashAlgorithm)) && type.GetConstructor([]) is not null).ToList();
        Assert.True(types.Count > 10);
        foreach (var type in types)
        {
            var keys = Enumerable.Range(0, 3).Select(_ => Convert.ToHexString(Drawn(type))).ToList();
            Assert.Equal(3, keys.Distinct().Count());
        }

        static byte[] Drawn(Type type)
        {
            using var hash = (KeyedHashAlgorithm)Activator.CreateInstance(type)!;
            return hash.Key;
        }
    }

    [Fact]
    public void Null_is_refused_by_the_name_of_the_parameter()
    {
        var (calls, nullability, faults, parameters) = (new PublicCalls(new Material()), new NullabilityInfoContext(), new List<string>(), 0);
        foreach (var (type, member) in PublicCalls.All.Where(call => call.Member.DeclaringType!.Assembly == typeof(AesGcm).Assembly))
        {
            foreach (var parameter in member.GetParameters().Where(MustBeThere))
            {
                var failure = calls.CallWith(type, member, parameter, _ => null);
                parameters++;
                if (!IsRefused(type, member, parameter, failure))
                    faults.Add($"{PublicCalls.Name(type, member)}: {parameter.Name}, {failure?.GetType().Name ?? "nothing"} {failure?.Message}");
            }
        }

        output.WriteLine($"{parameters} parameters");
        Assert.True(faults.Count == 0, string.Join('\n', faults));
        Assert.True(parameters > 500);

        bool MustBeThere(ParameterInfo parameter) =>
            parameter.ParameterType is { IsValueType: false, IsByRef: false } && nullability.Create(parameter).WriteState == NullabilityState.NotNull;
    }

    /// <summary>But for KMAC and SHAKE, whose codes have any length.</summary>
    [Fact]
    public void Code_of_another_length_is_refused_by_its_name()
    {
        var (calls, faults, members) = (new PublicCalls(new Material()), new List<string>(), 0);
        foreach (var (type, member) in PublicCalls.All.Where(call => call.Member.Name.Contains("Verify", StringComparison.Ordinal)))
        {
            var hash = member.GetParameters().SingleOrDefault(parameter => parameter.Name == "hash");
            if (hash is null || type.Name.StartsWith("Kmac", StringComparison.Ordinal) || type.Name.StartsWith("Shake", StringComparison.Ordinal))
                continue;
            foreach (var more in new[] { -1, 1 })
            {
                var failure = calls.CallWith(type, member, hash, right => new byte[((byte[])right!).Length + more]);
                if ((failure as ArgumentException)?.ParamName != "hash")
                    faults.Add($"{PublicCalls.Name(type, member)}, {more}: {failure?.GetType().Name ?? "nothing"} {failure?.Message}");
            }

            members++;
        }

        output.WriteLine($"{members} members");
        Assert.True(faults.Count == 0, string.Join('\n', faults));
        Assert.True(members > 50);
    }

    /// <summary>What refuses a call as a whole may do so first; the rest is as .NET has it.</summary>
    private static bool IsRefused(Type type, MethodBase member, ParameterInfo parameter, Exception? failure) => failure switch
    {
        ArgumentNullException refusal => refusal.ParamName == parameter.Name || (member.Name == "Create" && refusal.ParamName == "name"),
        NotSupportedException => typeof(Stream).IsAssignableFrom(type) || member.Name == nameof(Rfc2898DeriveBytes.CryptDeriveKey),
        CryptographicException => type == typeof(Aes) && member.Name == "set_Key",
        _ => false,
    };
}
