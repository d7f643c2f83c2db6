using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace ManagedCrypto.Packing;

/// <summary>The compiler writes down the documentation of everything, for users who see what is public or protected.</summary>
internal static class PublicDocumentation
{
    /// <summary>
    /// The documentation without that of what nobody sees, and without the indentation of the sources. It tells no overload from another.
    /// </summary>
    public static byte[] Of(byte[] documentation, byte[] assembly)
    {
        var document = XDocument.Load(new MemoryStream(documentation), LoadOptions.PreserveWhitespace);
        var visible = Visible(assembly);
        foreach (var member in document.Descendants("member").Where(member => !visible.Contains(Name((string)member.Attribute("name")!))).ToList())
        {
            (member.PreviousNode as XText)?.Remove();
            member.Remove();
        }

        foreach (var text in document.DescendantNodes().OfType<XText>().Where(text => !text.Ancestors("code").Any()))
            text.Value = Regex.Replace(text.Value, @"\s*\n\s*", "\n");

        using var content = new MemoryStream();
        using (var writer = XmlWriter.Create(content, new() { Encoding = new UTF8Encoding(false), NewLineHandling = NewLineHandling.None }))
            document.Save(writer);
        return content.ToArray();
    }

    /// <summary>Of "M:Space.Type.Member``1(System.Int32)", "Space.Type.Member".</summary>
    private static string Name(string id) => id[2..].Split('(', '~')[0].Split("``")[0];

    /// <summary>The names of types and their members as documentation has them.</summary>
    private static HashSet<string> Visible(byte[] assembly)
    {
        using var file = new PEReader(new MemoryStream(assembly));
        var metadata = file.GetMetadataReader();
        var visible = new HashSet<string>();
        foreach (var type in metadata.TypeDefinitions.Select(metadata.GetTypeDefinition).Where(IsVisible))
        {
            var name = NameOf(type);
            visible.Add(name);
            visible.UnionWith(type.GetMethods().Select(metadata.GetMethodDefinition).Where(IsSeen)
                .Select(method => $"{name}.{metadata.GetString(method.Name).Replace('.', '#')}"));
            visible.UnionWith(type.GetFields().Select(metadata.GetFieldDefinition)
                .Where(field => (field.Attributes & FieldAttributes.FieldAccessMask) is FieldAttributes.Public or FieldAttributes.Family or FieldAttributes.FamORAssem)
                .Select(field => $"{name}.{metadata.GetString(field.Name)}"));
            visible.UnionWith(type.GetProperties().Select(metadata.GetPropertyDefinition)
                .Where(property => AnySeen(property.GetAccessors().Getter, property.GetAccessors().Setter))
                .Select(property => $"{name}.{metadata.GetString(property.Name)}"));
            visible.UnionWith(type.GetEvents().Select(metadata.GetEventDefinition)
                .Where(@event => AnySeen(@event.GetAccessors().Adder, @event.GetAccessors().Remover))
                .Select(@event => $"{name}.{metadata.GetString(@event.Name)}"));
        }

        return visible;

        bool IsVisible(TypeDefinition type) => (type.Attributes & TypeAttributes.VisibilityMask) switch
        {
            TypeAttributes.Public => true,
            TypeAttributes.NestedPublic or TypeAttributes.NestedFamily or TypeAttributes.NestedFamORAssem =>
                IsVisible(metadata.GetTypeDefinition(type.GetDeclaringType())),
            _ => false,
        };

        string NameOf(TypeDefinition type) => type.GetDeclaringType() is { IsNil: false } outer
            ? $"{NameOf(metadata.GetTypeDefinition(outer))}.{metadata.GetString(type.Name)}"
            : $"{metadata.GetString(type.Namespace)}.{metadata.GetString(type.Name)}";

        bool IsSeen(MethodDefinition method) =>
            (method.Attributes & MethodAttributes.MemberAccessMask) is MethodAttributes.Public or MethodAttributes.Family or MethodAttributes.FamORAssem;

        bool AnySeen(params ReadOnlySpan<MethodDefinitionHandle> accessors)
        {
            foreach (var accessor in accessors)
                if (!accessor.IsNil && IsSeen(metadata.GetMethodDefinition(accessor)))
                    return true;
            return false;
        }
    }
}
