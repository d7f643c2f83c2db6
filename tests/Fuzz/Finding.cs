using System;
using System.Collections.Generic;
using System.IO;
using System.Text.Json;
using ManagedCrypto.Tests;

namespace ManagedCrypto.Fuzz;

/// <summary>
/// A case that can be run again: by what it was drawn from, or, if they are there, by its choices. Its file is of JSON.
/// </summary>
internal sealed record Finding(string Target, ulong Seed, ulong Index)
{
    private static readonly JsonSerializerOptions s_json = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DefaultIgnoreCondition = System.Text.Json.Serialization.JsonIgnoreCondition.WhenWritingNull,
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>What was wrong.</summary>
    public string? Message { get; init; }

    public IReadOnlyList<Choice>? Choices { get; init; }

    public string ToJson() => JsonSerializer.Serialize(this, s_json);

    /// <exception cref="UsageException">The file cannot be read, or is none of these.</exception>
    public static Finding Read(string path)
    {
        try
        {
            return JsonSerializer.Deserialize<Finding>(File.ReadAllText(path), s_json) is { Target: not null } finding
                ? finding
                : throw new JsonException("it names no target");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new UsageException($"{path} is no saved case: {exception.Message}");
        }
    }
}
