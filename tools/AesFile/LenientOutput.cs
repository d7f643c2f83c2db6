using System;
using System.IO;
using System.Text;
using Spectre.Console;

namespace ManagedCrypto.AesFile;

/// <summary>A terminal that may go away: what is drawn then is lost, and whatever draws goes on.</summary>
internal sealed class LenientOutput(IAnsiConsoleOutput terminal) : IAnsiConsoleOutput
{
    public TextWriter Writer { get; } = new LenientWriter(terminal.Writer);

    public bool IsTerminal => terminal.IsTerminal;

    public int Width => terminal.Width;

    public int Height => terminal.Height;

    public void SetEncoding(Encoding encoding) => terminal.SetEncoding(encoding);

    private sealed class LenientWriter(TextWriter beneath) : TextWriter
    {
        public override Encoding Encoding => beneath.Encoding;

        public override void Write(char value) => Write([value]);

        public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));

        public override void Write(string? value) => Write(value.AsSpan());

        public override void Write(ReadOnlySpan<char> buffer)
        {
            try
            {
                beneath.Write(buffer);
            }
            catch (IOException)
            {
                // Nobody sees it.
            }
        }

        public override void Flush()
        {
            try
            {
                beneath.Flush();
            }
            catch (IOException)
            {
                // Nobody sees it.
            }
        }
    }
}
