using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ManagedCrypto.CodeFixes;

/// <summary>An expression that uses .NET's type, and how ManagedCrypto's takes the place of that.</summary>
internal sealed class Change
{
    private Change(ExpressionSyntax old, Form form)
    {
        Old = old;
        New = form;
    }

    /// <summary>What stands in its place.</summary>
    private enum Form
    {
        Type,
        Member,
        Creation,
        CallOfCreate,
    }

    public ExpressionSyntax Old { get; }

    private Form New { get; }

    /// <summary>Whether it is <c>new()</c>, which takes its type from what it is for.</summary>
    public bool IsOfDeclaredType => Old is ImplicitObjectCreationExpressionSyntax && New == Form.Creation;

    /// <summary>The type of the variable or property that begins with what is made; null if there is none.</summary>
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
    /// <param name="isOtherName">Whether .NET's type has another name than ManagedCrypto's.</param>
    /// <returns>Null where it takes more than that.</returns>
    public static Change? Of(SyntaxNode place, bool isOtherName) => place switch
    {
        // Ours are sealed.
        { Parent: BaseTypeSyntax } => null,
        BaseObjectCreationExpressionSyntax creation => OfCreation(creation, isOtherName),
        { Parent: ObjectCreationExpressionSyntax creation } when creation.Type == place => OfCreation(creation, isOtherName),
        ExpressionSyntax { Parent: MemberAccessExpressionSyntax access } type when access.Expression == type =>
            new(type, Form.Type),
        SimpleNameSyntax member => new(member, Form.Member),
        _ => null,
    };

    /// <param name="old">The expression, in which others may have changed.</param>
    /// <param name="name">What means ManagedCrypto's type there.</param>
    public ExpressionSyntax Changed(SyntaxNode old, string name)
    {
        var type = SyntaxFactory.ParseExpression(name);
        return New switch
        {
            Form.Type => type,
            Form.Member => Member(type, ((SimpleNameSyntax)old).WithoutTrivia()),
            Form.CallOfCreate => SyntaxFactory.InvocationExpression(Member(type, SyntaxFactory.IdentifierName("Create"))),
            _ => Creation((BaseObjectCreationExpressionSyntax)old, SyntaxFactory.ParseTypeName(name)),
        };
    }

    /// <summary>Arguments of another class have another meaning.</summary>
    private static Change? OfCreation(BaseObjectCreationExpressionSyntax creation, bool isOtherName) =>
        isOtherName && creation.ArgumentList?.Arguments.Count > 0
            ? null : new(creation, isOtherName && creation.Initializer is null ? Form.CallOfCreate : Form.Creation);

    private static ObjectCreationExpressionSyntax Creation(BaseObjectCreationExpressionSyntax old, TypeSyntax type) =>
        old is ObjectCreationExpressionSyntax { Type: var named } whole
            ? whole.WithType(type.WithTriviaFrom(named))
            : SyntaxFactory.ObjectCreationExpression(
                old.NewKeyword.WithTrailingTrivia(SyntaxFactory.Space), type, old.ArgumentList, old.Initializer);

    private static MemberAccessExpressionSyntax Member(ExpressionSyntax type, SimpleNameSyntax member) =>
        SyntaxFactory.MemberAccessExpression(SyntaxKind.SimpleMemberAccessExpression, type, member);
}
