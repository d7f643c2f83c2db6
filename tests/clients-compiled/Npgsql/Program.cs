using Npgsql;

// POSTGRES is the port. The users are named after what the server asks of them.
var settings = $"Host=127.0.0.1;Port={Environment.GetEnvironmentVariable("POSTGRES")};Database=postgres;SSL Mode=Disable;GSS Encryption Mode=Disable;Pooling=false";
switch (args)
{
    case ["prepare"]:
        await Run("scram", "CREATE TABLE texts (name text, value bytea); SET password_encryption = 'md5'; CREATE USER md5 PASSWORD 'correct horse'; GRANT ALL ON texts TO md5");
        break;
    case ["write", var name]:
        foreach (var user in new[] { "scram", "md5" })
            await Run(user, $"INSERT INTO texts VALUES ('{name}', convert_to('{user}', 'UTF8'))");
        break;
    case ["read", var name]:
        foreach (var user in new[] { "scram", "md5" })
        {
            Console.WriteLine($"{user}: {await Run(user, $"SELECT string_agg(convert_from(value, 'UTF8'), ' ' ORDER BY value) FROM texts WHERE name = '{name}'")}");
            try
            {
                await Run(user, "SELECT 1", "another");
            }
            catch (PostgresException e)
            {
                Console.WriteLine("another password: " + e.MessageText);
            }
        }

        break;
    case ["measure", var count, _]:
        await Process.Measure(count, () => Run("scram", "SELECT 1"));
        break;
}

async Task<object?> Run(string user, string command, string password = "correct horse")
{
    await using var connection = new NpgsqlConnection($"{settings};Username={user};Password={password}");
    await connection.OpenAsync();
    await using var run = new NpgsqlCommand(command, connection);
    return await run.ExecuteScalarAsync();
}
