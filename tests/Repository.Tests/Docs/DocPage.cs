using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using Markdig;
using Markdig.Extensions.AutoIdentifiers;
using Markdig.Renderers.Html;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>One Markdown file of the repository.</summary>
/// <param name="path">From the repository's root, with slashes.</param>
/// <param name="text">What is in it.</param>
internal sealed partial class DocPage(string path, string text)
{
    private static readonly MarkdownPipeline s_pipeline =
        new MarkdownPipelineBuilder().UsePipeTables().UseAutoIdentifiers(AutoIdentifierOptions.GitHub).Build();

    private readonly MarkdownDocument _document = Markdown.Parse(text, s_pipeline);

    public static IReadOnlyList<DocPage> All { get; } =
        [.. RepositoryFiles.All.Where(path => path.EndsWith(".md", StringComparison.Ordinal)).Select(Read)];

    public string Path => path;

    public string Text => text;

    /// <summary>What a link may name after a <c>#</c>.</summary>
    public IEnumerable<string> Anchors =>
        _document.Descendants<HeadingBlock>().Select(heading => heading.GetAttributes().Id).OfType<string>();

    public IEnumerable<CodeBlock> Blocks => _document.Descendants<Markdig.Syntax.CodeBlock>().Select(block => new CodeBlock(
        $"{path}:{block.Line + 1}",
        block is FencedCodeBlock fenced ? $"{fenced.Info} {fenced.Arguments}".Trim() : "sh",
        block.Lines.ToString(),
        NotesBefore(block)));

    /// <summary>Code within a line.</summary>
    public IEnumerable<(string Place, string Code)> Spans => _document.Descendants<CodeInline>()
        .Select(span => ($"{path}:{span.Line + 1}", span.Content));

    /// <summary>Where links and pictures lead, those written as HTML included.</summary>
    public IEnumerable<(string Place, string Target)> Links => _document.Descendants<LinkInline>()
        .Select(link => ($"{path}:{link.Line + 1}", link.Url ?? ""))
        .Concat(HtmlLink().Matches(text).Select(match => (path, match.Groups[1].Value)));

    public static DocPage Read(string path) => new(path, RepositoryFiles.Text(path));

    private static string[] NotesBefore(Block block)
    {
        var siblings = block.Parent!;
        var index = siblings.IndexOf(block);
        return index > 0 && siblings[index - 1] is HtmlBlock { Type: HtmlBlockType.Comment } comment
            ? comment.Lines.ToString().Trim().TrimStart('<', '!', '-').TrimEnd('>', '-')
                .Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
            : [];
    }

    [GeneratedRegex("""<(?:a|img)\b[^>]*\b(?:href|src)="([^"]*)"[^>]*>""")]
    private static partial Regex HtmlLink();
}
