using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

namespace WithoutOpenSsl;

/// <summary>
/// An ordinary program: passwords, tokens, sealed files and random values, all by .NET's own types. It ends with 0 if all is as it
/// should be. An argument is the number of PBKDF2's iterations, for machines that have little time.
/// </summary>
internal static class Program
{
    private const int Iterations = 210_000;

    private static int Main(string[] args)
    {
        var iterations = args.Length > 0 ? int.Parse(args[0]) : Iterations;
        (string What, Func<bool> Works)[] works =
            [("passwords", () => KeepsPasswords(iterations)), ("tokens", IssuesTokens), ("files", SealsFiles), ("random", DrawsLots)];
        var failed = 0;
        foreach (var (what, work) in works)
        {
            var isRight = work();
            Console.WriteLine($"{what}: {(isRight ? "right" : "WRONG")}");
            failed += isRight ? 0 : 1;
        }

        return failed;
    }

    private static bool KeepsPasswords(int iterations)
    {
        var kept = Passwords.Hash("correct horse battery staple", iterations);
        var rest = kept[kept.IndexOf('.')..];
        string[] others =
        [
            "", kept[..kept.LastIndexOf('.')], kept + "0", "0" + rest, "-1" + rest, "+1" + rest, " 1" + rest, rest, "99999999999" + rest,
        ];
        return Passwords.Matches("correct horse battery staple", kept) && !Passwords.Matches("Correct horse battery staple", kept)
            && others.All(other => IsRefused<FormatException>(() => Passwords.Matches("correct horse battery staple", other)));
    }

    private static bool IssuesTokens()
    {
        var tokens = new Tokens(RandomNumberGenerator.GetBytes(32));
        var others = new Tokens(RandomNumberGenerator.GetBytes(32));
        var (now, later) = (DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddHours(1));
        var token = tokens.Issue("alice", later);
        string[] strangers = ["", "..", token + "=", token + " ", token[..^1], token[..(token.LastIndexOf('.') + 1)] + "?*", token + ".x"];
        return strangers.All(stranger => tokens.Subject(stranger, now) is null) && tokens.Subject(token, now) == "alice" && tokens.Subject(token, later) is null && others.Subject(token, now) is null;
    }

    private static bool SealsFiles()
    {
        var path = Path.Combine(Path.GetTempPath(), RandomNumberGenerator.GetHexString(16));
        var key = RandomNumberGenerator.GetBytes(32);
        var text = Encoding.UTF8.GetBytes("In the middle of difficulty lies opportunity.");
        try
        {
            SealedFile.Write(path, key, text);
            var isSame = SealedFile.Read(path, key).SequenceEqual(text);
            var changed = File.ReadAllBytes(path);
            changed[20] ^= 1;
            File.WriteAllBytes(path, changed);
            var isRefused = IsRefused<AuthenticationTagMismatchException>(() => SealedFile.Read(path, key));
            File.WriteAllBytes(path, changed[..5]);
            return isSame && isRefused && IsRefused<AuthenticationTagMismatchException>(() => SealedFile.Read(path, key));
        }
        finally
        {
            File.Delete(path);
        }
    }

    private static bool IsRefused<T>(Action call)
        where T : Exception
    {
        try
        {
            call();
            return false;
        }
        catch (T)
        {
            return true;
        }
    }

    private static bool DrawsLots()
    {
        var lots = Enumerable.Range(0, 100).ToArray();
        RandomNumberGenerator.Shuffle<int>(lots);
        var winner = RandomNumberGenerator.GetInt32(lots.Length);
        var code = RandomNumberGenerator.GetString("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", 12);
        return new HashSet<int>(lots).Count == 100 && winner is >= 0 and < 100 && code.Length == 12;
    }
}
