using StackExchange.Redis;

// REDIS is the port.
var options = ConfigurationOptions.Parse("127.0.0.1:" + Environment.GetEnvironmentVariable("REDIS"));
options.Password = "correct horse";
options.AllowAdmin = true;
await using var redis = await ConnectionMultiplexer.ConnectAsync(options);
var database = redis.GetDatabase();
switch (args)
{
    case ["write", var name]:
        var set = await LuaScript.Prepare("return redis.call('set', @key, @value)").LoadAsync(redis.GetServers()[0]);
        Console.WriteLine($"{Convert.ToHexString(set.Hash)} {await set.EvaluateAsync(database, new { key = (RedisKey)name, value = name.Length })}");
        break;
    case ["read", var name]:
        const string Get = "return redis.call('get', KEYS[1])";
        for (var i = 0; i < 2; i++)
            Console.WriteLine(await database.ScriptEvaluateAsync(Get, [name]));
        Console.WriteLine(await redis.GetServers()[0].ScriptExistsAsync(Get)); // its digest is what the server has it by
        break;
}
