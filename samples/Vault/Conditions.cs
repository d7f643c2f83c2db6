using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;
using Microsoft.Net.Http.Headers;

namespace Vault;

/// <summary>What a request demands of the file that is there before it is replaced or deleted: If-Match and If-None-Match (RFC 9110, 13.1).</summary>
internal sealed class Conditions
{
    private readonly IList<EntityTagHeaderValue>? _match;
    private readonly IList<EntityTagHeaderValue>? _noneMatch;

    private Conditions(IList<EntityTagHeaderValue>? match, IList<EntityTagHeaderValue>? noneMatch) =>
        (_match, _noneMatch) = (match, noneMatch);

    /// <summary>False if there is a header that cannot be understood: what it was to prevent is not done instead.</summary>
    public static bool TryRead(IHeaderDictionary headers, out Conditions conditions)
    {
        var isRight = TryRead(headers.IfMatch, out var match) & TryRead(headers.IfNoneMatch, out var noneMatch);
        conditions = new Conditions(match, noneMatch);
        return isRight;
    }

    /// <summary>Whether all is as demanded.</summary>
    /// <param name="exists">Whether there is a file.</param>
    /// <param name="version">Finds the file's version; null if it has none.</param>
    public bool Hold(bool exists, Func<string?> version)
    {
        // That which replaces a file demands the same bytes; that which spares one is content with a tag that is called weak.
        return (_match is null || Names(_match, useStrongComparison: true)) && (_noneMatch is null || !Names(_noneMatch, useStrongComparison: false));

        bool Names(IList<EntityTagHeaderValue> tags, bool useStrongComparison) =>
            tags.Contains(EntityTagHeaderValue.Any)
                ? exists
                : exists && version() is { } current && tags.Any(tag => tag.Compare(TagOf(current), useStrongComparison));
    }

    /// <summary>A version as it is sent.</summary>
    public static EntityTagHeaderValue TagOf(string version) => new($"\"{version}\"");

    /// <summary>Tags, or an asterisk alone; null where there is no header.</summary>
    private static bool TryRead(StringValues header, out IList<EntityTagHeaderValue>? tags)
    {
        tags = null;
        return header.Count == 0
            || (EntityTagHeaderValue.TryParseStrictList(header, out tags) && tags.Count > 0
                && (tags.Count == 1 || !tags.Contains(EntityTagHeaderValue.Any)));
    }
}
