using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Simplification;

namespace ManagedCrypto.CodeFixes;

/// <summary>An expression that uses .NET's type, and what stands in its place.</summary>
internal sealed class Change
{
    private Change(ExpressionSyntax old, ExpressionSyntax @new)
    {
        Old = old;
        New = @new;
    }

    public ExpressionSyntax Old { get; }

    public ExpressionSyntax New { get; }

    /// <summary>The type of the variable or property that begins with what is created or returned; null if there is none.</summary>
    public TypeSyntax? DeclaredType
    {
        get
        {
            ExpressionSyntax? value = Old switch
            {
                BaseObjectCreationExpressionSyntax => Old,
                { Parent: MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax call } } => call,
                { Parent: InvocationExpressionSyntax call } when call.Expression == Old => call,
                _ => null,
            };
            var type = value?.Parent is not EqualsValueClauseSyntax start ? null : start.Parent switch
            {
                VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax declaration } => declaration.Type,
                PropertyDeclarationSyntax property => property.Type,
                _ => null,
            };
            return type is NullableTypeSyntax nullable ? nullable.ElementType : type;
        }
    }

    /// <param name="place">What the analyzer reports.</param>
    /// <param name="name">Of ManagedCrypto's type.</param>
    /// <param name="isOtherName">Whether .NET's has another.</param>
    /// <returns>Null where it takes more than that.</returns>
    public static Change? Of(SyntaxNode place, string name, bool isOtherName) => place switch
    {
        // Ours are sealed.
        { Parent: BaseTypeSyntax } => null,
        BaseObjectCreationExpressionSyntax creation => OfCreation(creation, name, isOtherName),
        { Parent: ObjectCreationExpressionSyntax creation } when creation.Type == place => OfCreation(creation, name, isOtherName),
        ExpressionSyntax { Parent: MemberAccessExpressionSyntax access } type when access.Expression == type =>
            new(type, OursInExpression(name)),
        SimpleNameSyntax member => new(member, MemberOfOurs(name, member.WithoutTrivia())),
        _ => null,
    };

    public static TypeSyntax Ours(string name) =>
        SyntaxFactory.ParseTypeName("global::ManagedCrypto." + name).WithAdditionalAnnotations(Simplifier.Annotation);

    /// <summary>Arguments of another class have another meaning.</summary>
    private static Change? OfCreation(BaseObjectCreationExpressionSyntax creation, string name, bool isOtherName)
    {
        if (isOtherName && creation.ArgumentList?.Arguments.Count > 0)
            return null;
        return new(creation, isOtherName && creation.Initializer is null
            ? SyntaxFactory.InvocationExpression(MemberOfOurs(name, SyntaxFactory.IdentifierName("Create")))
            : SyntaxFactory.ObjectCreationExpression(
                creation.NewKeyword.WithTrailingTrivia(SyntaxFactory.Space), Ours(name), creation.ArgumentList, creation.Initializer));
    }

    private static MemberAccessExpressionSyntax MemberOfOurs(string name, SimpleNameSyntax member) =>
        SyntaxFactory.MemberAccessExpression(SyntaxKind.SimpleMemberAccessExpression, OursInExpression(name), member);

    private static ExpressionSyntax OursInExpression(string name) =>
        SyntaxFactory.ParseExpression("global::ManagedCrypto." + name).WithAdditionalAnnotations(Simplifier.Annotation);
}
