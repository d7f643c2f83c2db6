using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// Two callers and a disposal of one <see cref="StateSlot"/>, in every order of their steps: what races show once in millions. A step is one
/// access to memory that others see. A write waits in its thread's buffer until some later step, as on a CPU, unless an interlocked access or
/// the process-wide barrier comes first. The steps are copied from <see cref="StateSlot"/>; a test compares what its methods call.
/// </summary>
public class StateSlotModelTests
{
    private const char Idle = 'i', Busy = 'b', Recycled = 'r', Valid = 'v', Disposed = 'd';

    private const int Callers = 2, Disposer = Callers, Threads = Callers + 1;

    [Fact]
    public void Slot_never_has_two_users_and_is_returned_once() => Assert.Null(FirstFault(Change.None));

    /// <summary>The model can tell.</summary>
    [Theory]
    [InlineData(nameof(Change.NoBarrier), "never returned")]
    [InlineData(nameof(Change.EndWithoutQuestion), "never returned")]
    [InlineData(nameof(Change.ClaimByReadAndWrite), "returned twice")]
    [InlineData(nameof(Change.DisposalTakesABusySlot), "returned twice")]
    public void Slot_with_a_step_changed_is_found_out(string change, string fault) =>
        Assert.Equal(fault, FirstFault(Enum.Parse<Change>(change)));

    [Fact]
    public void Steps_are_those_of_the_class()
    {
        string[] expected =
        [
            "Enter: Exchange ThrowCannotEnter StateScope.ctor",
            "Exit: get_IsHere Write Exchange Read TryRecycle",
            "Dispose: Write TryRecycle Pass TryRecycle SuppressFinalize",
            "ThrowCannotEnter: Exit Write get_IsDisposed",
            "TryRecycle: CompareExchange Return",
            "Return: Exchange Return",
        ];
        Assert.Equal(expected, expected.Select(line => line.Split(':')[0]).Select(name => name + ": " + string.Join(' ', Calls(name))));
    }

    private enum Change
    {
        None,
        NoBarrier,
        EndWithoutQuestion,
        ClaimByReadAndWrite,
        DisposalTakesABusySlot,
    }

    /// <param name="Step">The next one; what it found before is part of the name.</param>
    /// <param name="Buffer">Writes that others do not see yet: for each, <c>c</c> or <c>t</c> for condition or ticket, and the value.</param>
    private readonly record struct Actor(string Step, string Buffer);

    private sealed record World(char Condition, char Ticket, int Returned, Actor First, Actor Second, Actor Third)
    {
        public Actor this[int thread] => thread switch { 0 => First, 1 => Second, _ => Third };

        public World With(int thread, Actor actor) => thread switch
        {
            0 => this with { First = actor },
            1 => this with { Second = actor },
            _ => this with { Third = actor },
        };

        public World With(int thread, string step) => With(thread, this[thread] with { Step = step });

        public World Store(int thread, char variable, char value) =>
            With(thread, this[thread] with { Buffer = this[thread].Buffer + variable + value });

        /// <summary>The oldest write of a thread's buffer becomes visible.</summary>
        public World DrainOne(int thread)
        {
            var buffer = this[thread].Buffer;
            var after = With(thread, this[thread] with { Buffer = buffer[2..] });
            return buffer[0] == 'c' ? after with { Condition = buffer[1] } : after with { Ticket = buffer[1] };
        }

        public World Drain(int thread)
        {
            var after = this;
            while (after[thread].Buffer.Length > 0)
                after = after.DrainOne(thread);
            return after;
        }

        public char TicketSeenBy(int thread)
        {
            var own = this[thread].Buffer.LastIndexOf('t');
            return own >= 0 ? this[thread].Buffer[own + 1] : Ticket;
        }
    }

    private static IEnumerable<string> Calls(string name)
    {
        const BindingFlags All = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        return IntermediateCode.Mentioned(typeof(StateSlot).GetMethod(name, All)!)
            .OfType<MethodBase>()
            .Where(called => called.DeclaringType!.Namespace is not "System" || called.Name == nameof(GC.SuppressFinalize))
            .Where(called => !called.DeclaringType!.IsSubclassOf(typeof(Exception)))
            .Select(called => called.IsConstructor ? called.DeclaringType!.Name + called.Name : called.Name);
    }

    /// <summary>Goes through all worlds that can come to be.</summary>
    private static string? FirstFault(Change change)
    {
        var start = new World(Idle, Valid, 0, new("enter", ""), new("enter", ""), new("dispose", ""));
        var seen = new HashSet<World> { start };
        var open = new Stack<World>(seen);
        while (open.TryPop(out var world))
        {
            if (Fault(world) is { } fault)
                return fault;
            foreach (var next in Enumerable.Range(0, Threads).SelectMany(thread => Next(world, thread, change)))
            {
                if (seen.Add(next))
                    open.Push(next);
            }
        }

        Assert.InRange(seen.Count, 100, 100_000);
        return null;
    }

    private static string? Fault(World world)
    {
        var users = Enumerable.Range(0, Callers).Count(thread => world[thread].Step == "use");
        var isOver = Enumerable.Range(0, Threads).All(thread => world[thread] is { Step: "end", Buffer: "" });
        return users > 1 ? "two users"
            : users > 0 && world.Returned > 0 ? "used after its return"
            : world.Returned > 1 ? "returned twice"
            : isOver && world.Returned == 0 ? "never returned"
            : null;
    }

    private static IEnumerable<World> Next(World world, int thread, Change change)
    {
        if (world[thread].Buffer.Length > 0)
            yield return world.DrainOne(thread);
        if (world[thread].Step != "end")
            yield return Step(world, thread, change);
    }

    private static World Step(World world, int thread, Change change)
    {
        var step = world[thread].Step;
        switch (step)
        {
            // Enter: an exchange, or what would be none.
            case "enter" when change == Change.ClaimByReadAndWrite:
                return world.With(thread, "claim " + world.Condition);
            case "enter":
                world = world.Drain(thread);
                return (world with { Condition = Busy }).With(thread, "ticket " + world.Condition);
            case "claim i" or "claim b" or "claim r":
                return world.Store(thread, 'c', Busy).With(thread, "ticket " + step[^1]);
            case "ticket i":
                var fits = world.TicketSeenBy(thread) == Valid && world.Returned == 0;
                return world.With(thread, fits ? "use" : "exit");

            // ThrowCannotEnter: an idle slot is given back, a recycled one stays so.
            case "ticket b":
                return world.With(thread, "end");
            case "ticket r":
                return world.Store(thread, 'c', Recycled).With(thread, "end");
            case "use":
                return world.With(thread, "exit");

            // Exit: a plain write, and the question.
            case "exit":
                return world.Store(thread, 'c', Idle).With(thread, change == Change.EndWithoutQuestion ? "end" : "ask");
            case "ask":
                return world.With(thread, world.TicketSeenBy(thread) == Disposed ? "recycle" : "end");
            case "recycle":
                return Recycle(world, thread, change).With(thread, "end");

            // Dispose.
            case "dispose":
                return world.Store(thread, 't', Disposed).With(thread, "first try");
            case "first try":
                world = Recycle(world, thread, change);
                return world.With(thread, world.Condition != Busy || change == Change.NoBarrier ? "end" : "barrier");
            case "barrier":
                for (var other = 0; other < Threads; other++)
                    world = world.Drain(other);
                return world.With(thread, "recycle");
            default:
                throw new InvalidOperationException(step);
        }
    }

    /// <summary>TryRecycle: an interlocked comparison, and the return of the slot in the same step, which nobody else can take.</summary>
    private static World Recycle(World world, int thread, Change change)
    {
        world = world.Drain(thread);
        return world.Condition == Idle || (change == Change.DisposalTakesABusySlot && thread == Disposer && world.Condition == Busy)
            ? world with { Condition = Recycled, Returned = world.Returned + 1 }
            : world;
    }
}
