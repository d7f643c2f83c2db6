using MongoDB.Bson;
using MongoDB.Driver;

// MONGODB is the port.
switch (args)
{
    case ["serve"]:
        await FakeServer.Run(Port());
        break;
    case ["write", var name]:
        foreach (var mechanism in new[] { "SCRAM-SHA-1", "SCRAM-SHA-256" })
            await Texts(mechanism).InsertOneAsync(new() { ["_id"] = $"{name} {mechanism}", ["value"] = new BsonBinaryData(new byte[name.Length]) });
        break;
    case ["read", var name]:
        foreach (var mechanism in new[] { "SCRAM-SHA-1", "SCRAM-SHA-256" })
        {
            var found = await Texts(mechanism).Find(Builders<BsonDocument>.Filter.Eq("_id", $"{name} {mechanism}")).SingleAsync();
            Console.WriteLine($"{mechanism}: {found["value"].AsByteArray.Length}");
            try
            {
                await Texts(mechanism, "another").Find("{}").FirstAsync();
            }
            catch (MongoAuthenticationException e)
            {
                Console.WriteLine("another password: " + e.Message);
            }
        }

        break;
}

static int Port() => int.Parse(Environment.GetEnvironmentVariable("MONGODB")!);

static IMongoCollection<BsonDocument> Texts(string mechanism, string password = "correct horse")
{
    // By the stable API, the first message is of the same kind as all others.
    var client = new MongoClient(new MongoClientSettings
    {
        Server = new("127.0.0.1", Port()), DirectConnection = true, ServerApi = new(ServerApiVersion.V1), RetryReads = false,
        Credential = MongoCredential.CreateCredential("admin", "client", password).WithMechanismProperty("mechanism", mechanism),
    });
    return client.GetDatabase("test").GetCollection<BsonDocument>("texts");
}
