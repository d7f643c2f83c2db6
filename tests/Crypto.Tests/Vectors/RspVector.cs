using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>
/// One vector of a response file as NIST's validation programs write them: <c>NAME = value</c> lines up to a blank line. A
/// line in brackets opens a section (<c>[ENCRYPT]</c>) or sets a value for all vectors that follow (<c>[Taglen = 96]</c>), or several.
/// </summary>
internal sealed class RspVector
{
    private readonly Dictionary<string, string> _values;

    private RspVector(string section, Dictionary<string, string> values)
    {
        Section = section;
        _values = values;
    }

    public string Section { get; }

    public bool Has(string name) => _values.ContainsKey(name);

    public int Number(string name) => int.Parse(_values[name], CultureInfo.InvariantCulture);

    public string Text(string name) => _values[name];

    public byte[] Bytes(string name) => Hex.Bytes(_values[name]);

    public static IEnumerable<RspVector> Read(TextReader reader)
    {
        var section = "";
        var shared = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        var values = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        for (var line = reader.ReadLine(); line is not null; line = reader.ReadLine())
        {
            line = line.Trim();
            if (line.Length == 0 && values.Count > 0)
            {
                yield return Vector();
                values.Clear();
            }
            else if (line.StartsWith('[') && line.Contains('='))
            {
                foreach (var value in line.Trim('[', ']').Split(','))
                    Add(shared, value);
            }
            else if (line.StartsWith('['))
            {
                section = line.Trim('[', ']');
            }
            else if (line.Length > 0 && !line.StartsWith('#'))
            {
                Add(values, line);
            }
        }

        if (values.Count > 0)
            yield return Vector();

        RspVector Vector()
        {
            var all = new Dictionary<string, string>(shared, StringComparer.OrdinalIgnoreCase);
            foreach (var value in values)
                all[value.Key] = value.Value;
            return new RspVector(section, all);
        }

        static void Add(Dictionary<string, string> to, string line)
        {
            var parts = line.Split('=', 2);
            to[parts[0].Trim()] = parts.Length == 2 ? parts[1].Trim() : "";
        }
    }
}
