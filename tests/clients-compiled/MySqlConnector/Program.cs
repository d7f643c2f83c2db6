using MySqlConnector;

// MARIADB is the port.
var settings = $"Server=127.0.0.1;Port={Environment.GetEnvironmentVariable("MARIADB")};Database=test;User ID=client;SslMode=None;Pooling=false";
switch (args)
{
    case ["write", var name]:
        await Run($"CREATE TABLE IF NOT EXISTS texts (name text, value text); INSERT INTO texts VALUES ('{name}', SHA2('{name.Length}', 256))");
        break;
    case ["read", var name]:
        Console.WriteLine(await Run($"SELECT value FROM texts WHERE name = '{name}'"));
        try
        {
            await Run("SELECT 1", "another");
        }
        catch (MySqlException e)
        {
            Console.WriteLine("another password: " + e.ErrorCode);
        }

        break;
}

async Task<object?> Run(string command, string password = "correct horse")
{
    await using var connection = new MySqlConnection($"{settings};Password={password}");
    await connection.OpenAsync();
    await using var run = new MySqlCommand(command, connection);
    return await run.ExecuteScalarAsync();
}
