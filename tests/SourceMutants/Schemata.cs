using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ManagedCrypto.SourceMutants;

/// <summary>
/// Writes the mutants of a file into it: each is a branch that one number takes. So the library is compiled once for all of them. What
/// the compiler wants to be constant stays as it is.
/// </summary>
/// <param name="model">Of the file as it stands.</param>
/// <param name="file">From the root.</param>
/// <param name="first">The number of its first mutant.</param>
/// <param name="isWanted">Whether a mutant is written. All are counted, so that a number always stands for the same one.</param>
internal sealed class Schemata(SemanticModel model, string file, int first, Func<Site, bool> isWanted) : CSharpSyntaxRewriter
{
    /// <summary>What marks the nodes that were written; its data is the number.</summary>
    public const string Annotation = "mutant";

    /// <summary>Lists of more elements are tables, of which any test of their algorithm meets each.</summary>
    private const int Table = 8;

    private static readonly Dictionary<SyntaxKind, SyntaxKind> s_binary = new()
    {
        [SyntaxKind.AddExpression] = SyntaxKind.SubtractExpression,
        [SyntaxKind.SubtractExpression] = SyntaxKind.AddExpression,
        [SyntaxKind.LeftShiftExpression] = SyntaxKind.RightShiftExpression,
        [SyntaxKind.RightShiftExpression] = SyntaxKind.LeftShiftExpression,
        [SyntaxKind.UnsignedRightShiftExpression] = SyntaxKind.LeftShiftExpression,
        [SyntaxKind.BitwiseAndExpression] = SyntaxKind.BitwiseOrExpression,
        [SyntaxKind.BitwiseOrExpression] = SyntaxKind.BitwiseAndExpression,
        [SyntaxKind.ExclusiveOrExpression] = SyntaxKind.BitwiseOrExpression,
        [SyntaxKind.LessThanExpression] = SyntaxKind.LessThanOrEqualExpression,
        [SyntaxKind.LessThanOrEqualExpression] = SyntaxKind.LessThanExpression,
        [SyntaxKind.GreaterThanExpression] = SyntaxKind.GreaterThanOrEqualExpression,
        [SyntaxKind.GreaterThanOrEqualExpression] = SyntaxKind.GreaterThanExpression,
        [SyntaxKind.EqualsExpression] = SyntaxKind.NotEqualsExpression,
        [SyntaxKind.NotEqualsExpression] = SyntaxKind.EqualsExpression,
        [SyntaxKind.LogicalAndExpression] = SyntaxKind.LogicalOrExpression,
        [SyntaxKind.LogicalOrExpression] = SyntaxKind.LogicalAndExpression,
    };

    private static readonly Dictionary<SyntaxKind, SyntaxKind> s_steps = new()
    {
        [SyntaxKind.AddAssignmentExpression] = SyntaxKind.SubtractAssignmentExpression,
        [SyntaxKind.SubtractAssignmentExpression] = SyntaxKind.AddAssignmentExpression,
        [SyntaxKind.LeftShiftAssignmentExpression] = SyntaxKind.RightShiftAssignmentExpression,
        [SyntaxKind.RightShiftAssignmentExpression] = SyntaxKind.LeftShiftAssignmentExpression,
        [SyntaxKind.AndAssignmentExpression] = SyntaxKind.OrAssignmentExpression,
        [SyntaxKind.OrAssignmentExpression] = SyntaxKind.AndAssignmentExpression,
        [SyntaxKind.ExclusiveOrAssignmentExpression] = SyntaxKind.OrAssignmentExpression,
        [SyntaxKind.PreIncrementExpression] = SyntaxKind.PreDecrementExpression,
        [SyntaxKind.PreDecrementExpression] = SyntaxKind.PreIncrementExpression,
        [SyntaxKind.PostIncrementExpression] = SyntaxKind.PostDecrementExpression,
        [SyntaxKind.PostDecrementExpression] = SyntaxKind.PostIncrementExpression,
    };

    private static readonly Dictionary<string, string> s_comparisons = new()
    {
        ["LessThan"] = "LessThanOrEqual",
        ["LessThanOrEqual"] = "LessThan",
        ["GreaterThan"] = "GreaterThanOrEqual",
        ["GreaterThanOrEqual"] = "GreaterThan",
    };

    private static readonly HashSet<string> s_cuts = ["Slice", "AsSpan", "AsMemory"];

    /// <summary>All mutants of the file, whether they are wanted or not.</summary>
    public List<Site> Sites { get; } = [];

    // What must be constant, what no test looks at, and long tables.
    public override SyntaxNode? VisitAttributeList(AttributeListSyntax node) => node;

    public override SyntaxNode? VisitEnumDeclaration(EnumDeclarationSyntax node) => node;

    public override SyntaxNode? VisitConstantPattern(ConstantPatternSyntax node) => node;

    public override SyntaxNode? VisitRelationalPattern(RelationalPatternSyntax node) => node;

    public override SyntaxNode? VisitCaseSwitchLabel(CaseSwitchLabelSyntax node) => node;

    public override SyntaxNode? VisitParameter(ParameterSyntax node) => node;

    public override SyntaxNode? VisitThrowStatement(ThrowStatementSyntax node) => node;

    public override SyntaxNode? VisitThrowExpression(ThrowExpressionSyntax node) => node;

    public override SyntaxNode? VisitInterpolatedStringExpression(InterpolatedStringExpressionSyntax node) => node;

    public override SyntaxNode? VisitFieldDeclaration(FieldDeclarationSyntax node) =>
        node.Modifiers.Any(SyntaxKind.ConstKeyword) ? node : base.VisitFieldDeclaration(node);

    public override SyntaxNode? VisitLocalDeclarationStatement(LocalDeclarationStatementSyntax node) =>
        node.IsConst ? node : base.VisitLocalDeclarationStatement(node);

    public override SyntaxNode? VisitCollectionExpression(CollectionExpressionSyntax node) =>
        node.Elements.Count > Table ? node : base.VisitCollectionExpression(node);

    public override SyntaxNode? VisitInitializerExpression(InitializerExpressionSyntax node) =>
        node.Expressions.Count > Table ? node : base.VisitInitializerExpression(node);

    public override SyntaxNode? VisitBinaryExpression(BinaryExpressionSyntax node)
    {
        var visited = WithoutOperand(node, (BinaryExpressionSyntax)base.VisitBinaryExpression(node)!);
        if (!s_binary.TryGetValue(node.Kind(), out var other) || TypeOf(node)?.SpecialType == SpecialType.System_String)
            return visited;
        return Choose(node, BinaryExpression(other, node.Left.WithoutTrivia(), node.Right.WithoutTrivia()).NormalizeWhitespace(), visited);
    }

    public override SyntaxNode? VisitAssignmentExpression(AssignmentExpressionSyntax node)
    {
        var visited = (AssignmentExpressionSyntax)base.VisitAssignmentExpression(node)!;
        if (!s_steps.TryGetValue(node.Kind(), out var other))
            return visited;
        return ChooseStep(node, AssignmentExpression(other, node.Left.WithoutTrivia(), node.Right.WithoutTrivia()), visited);
    }

    public override SyntaxNode? VisitPostfixUnaryExpression(PostfixUnaryExpressionSyntax node)
    {
        var visited = (ExpressionSyntax)base.VisitPostfixUnaryExpression(node)!;
        return s_steps.TryGetValue(node.Kind(), out var other)
            ? ChooseStep(node, PostfixUnaryExpression(other, node.Operand.WithoutTrivia()), visited)
            : visited;
    }

    public override SyntaxNode? VisitPrefixUnaryExpression(PrefixUnaryExpressionSyntax node)
    {
        var visited = (PrefixUnaryExpressionSyntax)base.VisitPrefixUnaryExpression(node)!;
        if (s_steps.TryGetValue(node.Kind(), out var other))
            return ChooseStep(node, PrefixUnaryExpression(other, node.Operand.WithoutTrivia()), visited);
        if (!node.IsKind(SyntaxKind.LogicalNotExpression))
            return visited;
        return Count(node, node.Operand.ToString()) is { } site
            ? Mark(site, ParenthesizedExpression(BinaryExpression(SyntaxKind.EqualsExpression, Is(site), ParenthesizedExpression(visited.Operand))), node)
            : visited;
    }

    public override SyntaxNode? VisitLiteralExpression(LiteralExpressionSyntax node)
    {
        if (node.Token.Value is bool value)
        {
            return node.Parent is WhileStatementSyntax or DoStatementSyntax
                ? node
                : Choose(node, LiteralExpression(value ? SyntaxKind.FalseLiteralExpression : SyntaxKind.TrueLiteralExpression), node);
        }

        if (node.Token.Value is not (int or uint or long or ulong) || model.GetTypeInfo(node).ConvertedType is not { } type || !IsNumber(type))
            return node;
        var more = node.Token.Value switch
        {
            int number => Literal(unchecked(number + 1)),
            uint number => Literal(unchecked(number + 1)),
            long number => Literal(unchecked(number + 1)),
            _ => Literal(unchecked((ulong)node.Token.Value + 1)),
        };
        return Choose(node, LiteralExpression(SyntaxKind.NumericLiteralExpression, more), node);
    }

    public override SyntaxNode? VisitIdentifierName(IdentifierNameSyntax node) => NameOfConstant(node);

    public override SyntaxNode? VisitMemberAccessExpression(MemberAccessExpressionSyntax node) =>
        ConstantOf(node) is null ? base.VisitMemberAccessExpression(node) : NameOfConstant(node);

    public override SyntaxNode? VisitSizeOfExpression(SizeOfExpressionSyntax node) =>
        Choose(node, BinaryExpression(SyntaxKind.SubtractExpression, node.WithoutTrivia(), One).NormalizeWhitespace(), node);

    /// <summary>A number without its conversion, and with its lowest byte alone.</summary>
    public override SyntaxNode? VisitCastExpression(CastExpressionSyntax node)
    {
        var visited = (CastExpressionSyntax)base.VisitCastExpression(node)!;
        if (TypeOf(node) is not { } to || TypeOf(node.Expression) is not { } from || !IsNumber(to) || !IsNumber(from)
            || model.GetConstantValue(node).HasValue)
        {
            return visited;
        }

        ExpressionSyntax chosen = visited;
        if (to.SpecialType is not (SpecialType.System_Byte or SpecialType.System_SByte))
        {
            var lowest = CastExpression(ParseTypeName("byte"), node.Expression);
            chosen = Choose(node, node.WithExpression(lowest).NormalizeWhitespace(), chosen);
        }

        // The branch would be widened to the type of the other one.
        if (model.ClassifyConversion(node.Expression, to).IsImplicit)
            return chosen;

        // Neither int nor uint holds the other.
        var isOf32 = to.SpecialType is SpecialType.System_Int32 or SpecialType.System_UInt32
            && from.SpecialType is SpecialType.System_Int32 or SpecialType.System_UInt32;
        return Choose(node, isOf32 ? CastExpression(ParseTypeName("long"), node.Expression) : node.Expression, chosen);
    }

    public override SyntaxNode? VisitForStatement(ForStatementSyntax node)
    {
        var visited = (ForStatementSyntax)base.VisitForStatement(node)!;
        return node.Condition is null ? visited : visited.WithCondition(Never(node.Condition, visited.Condition!));
    }

    public override SyntaxNode? VisitWhileStatement(WhileStatementSyntax node)
    {
        var visited = (WhileStatementSyntax)base.VisitWhileStatement(node)!;
        return node.Condition is LiteralExpressionSyntax ? visited : visited.WithCondition(Never(node.Condition, visited.Condition));
    }

    public override SyntaxNode? VisitIfStatement(IfStatementSyntax node)
    {
        var visited = (IfStatementSyntax)base.VisitIfStatement(node)!;
        return visited.WithCondition(Negate(node.Condition, visited.Condition));
    }

    public override SyntaxNode? VisitConditionalExpression(ConditionalExpressionSyntax node)
    {
        var visited = (ConditionalExpressionSyntax)base.VisitConditionalExpression(node)!;
        return visited.WithCondition(Negate(node.Condition, visited.Condition));
    }

    public override SyntaxNode? VisitReturnStatement(ReturnStatementSyntax node)
    {
        var visited = (ReturnStatementSyntax)base.VisitReturnStatement(node)!;
        return IsQuestion(node.Expression) ? visited.WithExpression(Negate(node.Expression!, visited.Expression!)) : visited;
    }

    public override SyntaxNode? VisitArrowExpressionClause(ArrowExpressionClauseSyntax node)
    {
        var visited = (ArrowExpressionClauseSyntax)base.VisitArrowExpressionClause(node)!;
        return IsQuestion(node.Expression) ? visited.WithExpression(Negate(node.Expression, visited.Expression)) : visited;
    }

    public override SyntaxNode? VisitExpressionStatement(ExpressionStatementSyntax node)
    {
        var visited = (ExpressionStatementSyntax)base.VisitExpressionStatement(node)!;
        StatementSyntax chosen = visited;
        if (IsRemovable(node.Expression) && Count(node, Site.Nothing) is { } site)
            chosen = Without(site, visited, node);
        return node.Expression is AssignmentExpressionSyntax { Left: TupleExpressionSyntax places } assignment
            ? WithoutPlaces(assignment, places, chosen)
            : chosen;
    }

    /// <summary>The call that is all of a method.</summary>
    public override SyntaxNode? VisitMethodDeclaration(MethodDeclarationSyntax node)
    {
        var visited = (MethodDeclarationSyntax)base.VisitMethodDeclaration(node)!;
        return node.ExpressionBody is { } body && TypeOf(node.ReturnType)?.SpecialType == SpecialType.System_Void
            && IsRemovable(body.Expression) && Count(body.Expression, Site.Nothing) is { } site
            ? visited.WithExpressionBody(null).WithSemicolonToken(default)
                .WithBody(Block(Without(site, ExpressionStatement(visited.ExpressionBody!.Expression), body)))
            : visited;
    }

    public override SyntaxNode? VisitRangeExpression(RangeExpressionSyntax node)
    {
        var visited = (RangeExpressionSyntax)base.VisitRangeExpression(node)!;
        return visited.WithLeftOperand(Step(node.LeftOperand, visited.LeftOperand, SyntaxKind.AddExpression))
            .WithRightOperand(Step(node.RightOperand, visited.RightOperand, SyntaxKind.SubtractExpression));
    }

    public override SyntaxNode? VisitInvocationExpression(InvocationExpressionSyntax node)
    {
        if (node.Expression is IdentifierNameSyntax { Identifier.Text: "nameof" })
            return node;
        var visited = (InvocationExpressionSyntax)base.VisitInvocationExpression(node)!;
        if (node.Expression is not MemberAccessExpressionSyntax { Name.Identifier.Text: var name } access)
            return visited;
        if (s_comparisons.TryGetValue(name, out var other))
            return Choose(node, node.WithExpression(access.WithName(IdentifierName(other))).WithoutTrivia(), visited);
        if (!s_cuts.Contains(name))
            return visited;
        var arguments = visited.ArgumentList.Arguments;
        for (var i = 0; i < arguments.Count; i++)
        {
            var way = i == 0 ? SyntaxKind.AddExpression : SyntaxKind.SubtractExpression;
            arguments = arguments.Replace(
                arguments[i], arguments[i].WithExpression(Step(node.ArgumentList.Arguments[i].Expression, arguments[i].Expression, way)!));
        }

        return visited.WithArgumentList(visited.ArgumentList.WithArguments(arguments));
    }

    private static LiteralExpressionSyntax One => LiteralExpression(SyntaxKind.NumericLiteralExpression, Literal(1));

    private static string OneLine(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private static bool IsNumber(ITypeSymbol type) => type.SpecialType
        is (>= SpecialType.System_SByte and <= SpecialType.System_UInt64) or SpecialType.System_IntPtr or SpecialType.System_UIntPtr;

    private static ExpressionSyntax Is(Site site) => ParseExpression($"global::{Switch.FullName}.Is({site.Number})");

    private static T Mark<T>(Site site, T made, SyntaxNode place)
        where T : SyntaxNode =>
        made.WithTriviaFrom(place).WithAdditionalAnnotations(new SyntaxAnnotation(Annotation, site.Number.ToString()));

    private static BlockSyntax Without(Site site, StatementSyntax statement, SyntaxNode place) =>
        Mark(site, Block(IfStatement(PrefixUnaryExpression(SyntaxKind.LogicalNotExpression, Is(site)), statement)), place);

    /// <summary>A condition whose answer is always the same while a mutant is on.</summary>
    private static ParenthesizedExpressionSyntax Always(Site site, bool answer, ExpressionSyntax condition, ExpressionSyntax visited)
    {
        var isOff = PrefixUnaryExpression(SyntaxKind.LogicalNotExpression, Is(site));
        var operand = ParenthesizedExpression(visited.WithoutTrivia());
        return Mark(site, ParenthesizedExpression(answer ? BinaryExpression(SyntaxKind.LogicalOrExpression, Is(site), operand)
            : BinaryExpression(SyntaxKind.LogicalAndExpression, isOff, operand)), condition);
    }

    /// <summary>Whether variables are declared within: what follows needs them.</summary>
    private static bool Declares(ExpressionSyntax node) => node.DescendantNodes().OfType<VariableDesignationSyntax>().Any();

    private ITypeSymbol? TypeOf(ExpressionSyntax node) => model.GetTypeInfo(node).Type;

    /// <summary>Whether an expression is a call that answers yes or no.</summary>
    private bool IsQuestion(ExpressionSyntax? expression) =>
        expression is InvocationExpressionSyntax && TypeOf(expression)?.SpecialType == SpecialType.System_Boolean;

    /// <summary>Whether an expression is a call or an assignment that need not be made for the rest to compile.</summary>
    private bool IsRemovable(ExpressionSyntax expression)
    {
        if (expression is AssignmentExpressionSyntax { Left: var left })
            return IsKept(left);
        var call = (expression is AwaitExpressionSyntax awaited ? awaited.Expression : expression) as InvocationExpressionSyntax;
        return call is not null && call.ArgumentList.Arguments.All(argument => !argument.RefKindKeyword.IsKind(SyntaxKind.OutKeyword))
            && model.GetSymbolInfo(call).Symbol is { } called
            && called.GetAttributes().All(attribute => attribute.AttributeClass?.Name != "DoesNotReturnAttribute");
    }

    /// <summary>Whether a place, or each of several, has a value before it is assigned to.</summary>
    private bool IsKept(ExpressionSyntax place) => place switch
    {
        TupleExpressionSyntax places => places.Arguments.All(argument => IsKept(argument.Expression)),
        DeclarationExpressionSyntax => false,
        _ => model.GetSymbolInfo(place).Symbol switch
        {
            IDiscardSymbol or IParameterSymbol { RefKind: RefKind.Out } => false,
            ILocalSymbol local => local.DeclaringSyntaxReferences[0].GetSyntax() is not VariableDeclaratorSyntax { Initializer: null },
            _ => true,
        },
    };

    /// <summary>The constant that an expression names: a number, or a member of an enumeration.</summary>
    private ITypeSymbol? ConstantOf(ExpressionSyntax node) =>
        model.GetSymbolInfo(node).Symbol is IFieldSymbol { IsConst: true } or ILocalSymbol { IsConst: true }
        && TypeOf(node) is { } type && (IsNumber(type) || type.TypeKind == TypeKind.Enum) ? type : null;

    /// <summary>Counts a mutant; gives it if it is wanted.</summary>
    private Site? Count(SyntaxNode node, string after)
    {
        var line = node.GetLocation().GetLineSpan().StartLinePosition.Line + 1;
        var site = new Site(first + Sites.Count, file, line, MemberOf(node), OneLine(node.ToString()), OneLine(after));
        Sites.Add(site);
        return isWanted(site) ? site : null;
    }

    private static string MemberOf(SyntaxNode node)
    {
        var names = new List<string>();
        foreach (var member in node.AncestorsAndSelf())
        {
            var name = member switch
            {
                BaseTypeDeclarationSyntax type => type.Identifier.Text,
                MethodDeclarationSyntax method => method.Identifier.Text,
                PropertyDeclarationSyntax property => property.Identifier.Text,
                ConstructorDeclarationSyntax => ".ctor",
                DestructorDeclarationSyntax => "Finalize",
                OperatorDeclarationSyntax declared => "operator " + declared.OperatorToken.Text,
                IndexerDeclarationSyntax => "this",
                FieldDeclarationSyntax field => field.Declaration.Variables[0].Identifier.Text,
                _ => null,
            };
            if (name is not null)
                names.Insert(0, name);
        }

        return string.Join('.', names);
    }

    /// <summary>Converted where the constant was, since a number that is chosen is none.</summary>
    private ExpressionSyntax Choose(ExpressionSyntax node, ExpressionSyntax mutated, ExpressionSyntax visited)
    {
        // A number alone says little.
        var shown = node is LiteralExpressionSyntax && node.Parent is ExpressionSyntax around ? around : node;
        var after = shown.ToString().Remove(node.SpanStart - shown.SpanStart, node.Span.Length)
            .Insert(node.SpanStart - shown.SpanStart, mutated.ToString());
        if (Count(shown, after) is not { } site)
            return visited;
        ExpressionSyntax choice = ParenthesizedExpression(ConditionalExpression(
            Is(site), ParenthesizedExpression(mutated), visited.WithoutTrivia()));
        var types = model.GetTypeInfo(node);
        if (model.GetConstantValue(node).HasValue && types.ConvertedType is { } type && IsNumber(type)
            && !SymbolEqualityComparer.Default.Equals(type, types.Type))
        {
            choice = ParenthesizedExpression(CastExpression(ParseTypeName(type.ToDisplayString()), choice));
        }

        return Mark(site, choice, node);
    }

    /// <summary>The name of a number stands for one more; that of a member of an enumeration, for the one before.</summary>
    private ExpressionSyntax NameOfConstant(ExpressionSyntax node)
    {
        if (ConstantOf(node) is not { } type)
            return node;
        var way = type.TypeKind == TypeKind.Enum ? SyntaxKind.SubtractExpression : SyntaxKind.AddExpression;
        var mutated = BinaryExpression(way, node.WithoutTrivia(), One).NormalizeWhitespace();
        return Choose(node, mutated, node);
    }

    /// <summary>Either operand alone of those that are joined by "and" or "or"; and an answer that is always the same.</summary>
    private ExpressionSyntax WithoutOperand(BinaryExpressionSyntax node, BinaryExpressionSyntax visited)
    {
        var isAnd = node.Kind() is SyntaxKind.LogicalAndExpression or SyntaxKind.BitwiseAndExpression;
        if (!isAnd && node.Kind() is not (SyntaxKind.LogicalOrExpression or SyntaxKind.BitwiseOrExpression))
            return visited;
        if (TypeOf(node)?.SpecialType != SpecialType.System_Boolean)
            return Choose(node, node.Left.WithoutTrivia(), Choose(node, node.Right.WithoutTrivia(), visited));
        if (!Declares(node.Left) && Count(node, node.Right.ToString()) is { } right)
            visited = visited.WithLeft(Always(right, isAnd, node.Left, visited.Left));
        if (!Declares(node.Right) && Count(node, node.Left.ToString()) is { } left)
            visited = visited.WithRight(Always(left, isAnd, node.Right, visited.Right));
        return Count(node, isAnd ? "false" : "true") is { } same ? Always(same, !isAnd, node, visited) : visited;
    }

    /// <summary>Each place of an assignment left out that assigns to several.</summary>
    private StatementSyntax WithoutPlaces(AssignmentExpressionSyntax node, TupleExpressionSyntax places, StatementSyntax visited)
    {
        foreach (var place in places.Arguments.Where(place => IsKept(place.Expression)))
        {
            var mutated = node.ReplaceNode(place.Expression, ParseExpression("_").WithTriviaFrom(place.Expression));
            if (Count(node, mutated.ToString()) is { } site)
                visited = Mark(site, Block(IfStatement(Is(site), ExpressionStatement(mutated), ElseClause(visited))), node);
        }

        return visited;
    }

    /// <summary>A step forwards that becomes one backwards, also where it is a statement.</summary>
    private ExpressionSyntax ChooseStep(ExpressionSyntax node, ExpressionSyntax mutated, ExpressionSyntax visited)
    {
        if (Count(node, mutated.NormalizeWhitespace().ToString()) is not { } site)
            return visited;
        ExpressionSyntax choice = ParenthesizedExpression(ConditionalExpression(
            Is(site), ParenthesizedExpression(mutated), ParenthesizedExpression(visited.WithoutTrivia())));
        if (node.Parent is ExpressionStatementSyntax || (node.Parent is ForStatementSyntax loop && loop.Incrementors.Contains(node)))
            choice = AssignmentExpression(SyntaxKind.SimpleAssignmentExpression, ParseExpression("_"), choice);
        return Mark(site, choice, node);
    }

    /// <summary>The condition, unless a mutant of its operator is its negation.</summary>
    private ExpressionSyntax Negate(ExpressionSyntax condition, ExpressionSyntax visited) =>
        !condition.IsKind(SyntaxKind.EqualsExpression) && !condition.IsKind(SyntaxKind.NotEqualsExpression)
        && !condition.IsKind(SyntaxKind.LogicalNotExpression) && Count(condition, Site.Negated) is { } site
            ? Mark(site, ParenthesizedExpression(BinaryExpression(SyntaxKind.NotEqualsExpression, Is(site), ParenthesizedExpression(visited))), condition)
            : visited;

    /// <summary>A loop that is not entered.</summary>
    private ExpressionSyntax Never(ExpressionSyntax condition, ExpressionSyntax visited) =>
        Count(condition, Site.Never) is { } site ? Always(site, false, condition, visited) : visited;

    /// <summary>An end of a piece, one further in. Of a number, there is a mutant already.</summary>
    private ExpressionSyntax? Step(ExpressionSyntax? node, ExpressionSyntax? visited, SyntaxKind way)
    {
        if (node is null or LiteralExpressionSyntax or PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.IndexExpression }
            || TypeOf(node) is not { } type || !IsNumber(type))
        {
            return visited;
        }

        var mutated = BinaryExpression(way, ParenthesizedExpression(node.WithoutTrivia()), One).NormalizeWhitespace();
        return Count(node, mutated.ToString()) is { } site
            ? Mark(site, ParenthesizedExpression(ConditionalExpression(Is(site), mutated, visited!.WithoutTrivia())), node)
            : visited;
    }
}
