using System;
using System.Text.Json.Nodes;

namespace ManagedCrypto.Acvp;

/// <summary>What can be answered, as a laboratory would register it, and how a case of it is answered.</summary>
/// <param name="Name">ACVP's name.</param>
/// <param name="Revision">The revision of the test that is registered.</param>
/// <param name="Capabilities">The properties of the registration beside name, mode and revision.</param>
/// <param name="Answer">The properties of a case's result beside <c>tcId</c>.</param>
internal sealed record Algorithm(string Name, string Revision, JsonObject Capabilities, Func<TestCase, JsonObject> Answer)
{
    /// <summary>Revisions whose cases are answered in the same way.</summary>
    public string[] OtherRevisions { get; init; } = [];

    public string? Mode { get; init; }

    public string FullName => Mode is null ? Name : $"{Name} {Mode}";

    /// <summary>The entry in the list of algorithms that a laboratory sends to register a test session.</summary>
    public JsonObject Registration()
    {
        var registration = new JsonObject { ["algorithm"] = Name };
        if (Mode is not null)
            registration["mode"] = Mode;
        registration["revision"] = Revision;
        foreach (var (name, value) in Capabilities)
            registration[name] = value?.DeepClone();
        return registration;
    }
}
