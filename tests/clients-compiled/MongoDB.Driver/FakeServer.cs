using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using MongoDB.Bson;
using MongoDB.Bson.Serialization;

/// <summary>So much of MongoDB as this client wants: it lets a user in by SCRAM, and keeps documents in memory by their names.</summary>
internal static class FakeServer
{
    private static readonly Dictionary<BsonValue, BsonDocument> s_documents = [];

    public static async Task Run(int port)
    {
        using var listener = new TcpListener(IPAddress.Loopback, port);
        listener.Start();
        while (true)
            Serve(await listener.AcceptTcpClientAsync());
    }

    /// <summary>Messages of the kind OP_MSG: length, number, number answered, kind; flags; a document, and others after it.</summary>
    private static async void Serve(TcpClient client)
    {
        using var stream = client.GetStream();
        ScramServer? scram = null;
        var head = new byte[16];
        while (await stream.ReadAtLeastAsync(head, 16, throwOnEndOfStream: false) == 16)
        {
            var body = new byte[BitConverter.ToInt32(head) - 16];
            await stream.ReadExactlyAsync(body);
            if (BitConverter.ToInt32(head, 12) != 2013)
                throw new NotSupportedException("It is not OP_MSG.");
            BsonDocument command = [];
            var others = new List<BsonDocument>();
            for (var at = 4; at < body.Length;)
            {
                var length = BitConverter.ToInt32(body, at + 1);
                if (body[at] == 0)
                    command = Document(body.AsSpan(at + 1, length));
                else
                    others.AddRange(Documents(body, Array.IndexOf(body, (byte)0, at + 5) + 1, at + 1 + length));
                at += 1 + length;
            }

            byte[] answer = [0, 0, 0, 0, 0, .. Answer(command, others, ref scram).ToBson()];
            var reply = new byte[16 + answer.Length];
            BinaryPrimitives.WriteInt32LittleEndian(reply, reply.Length);
            head.AsSpan(4, 4).CopyTo(reply.AsSpan(8));
            head.AsSpan(12, 4).CopyTo(reply.AsSpan(12));
            answer.CopyTo(reply, 16);
            await stream.WriteAsync(reply);
        }
    }

    private static BsonDocument Answer(BsonDocument command, List<BsonDocument> others, ref ScramServer? scram)
    {
        switch (command.GetElement(0).Name)
        {
            case "hello":
                return new()
                {
                    ["isWritablePrimary"] = true, ["maxBsonObjectSize"] = 16 << 20, ["maxMessageSizeBytes"] = 48 << 20, ["maxWriteBatchSize"] = 1000,
                    ["minWireVersion"] = 0, ["maxWireVersion"] = 21, ["readOnly"] = false, ["ok"] = 1,
                };
            case "saslStart":
                var isSha1 = command["mechanism"] == "SCRAM-SHA-1";
                scram = isSha1 ? new(HashAlgorithmName.SHA1, Digest("client:mongo:correct horse")) : new(HashAlgorithmName.SHA256, "correct horse");
                return Step(scram.First(Payload(command)), false);
            case "saslContinue":
                if (Payload(command).Length == 0)
                    return Step("", true);
                return scram!.Final(Payload(command)) is { } final
                    ? Step(final, false)
                    : new() { ["ok"] = 0, ["errmsg"] = "Authentication failed.", ["code"] = 18, ["codeName"] = "AuthenticationFailed" };
            case "insert":
                lock (s_documents)
                {
                    foreach (var document in others.Concat(command.GetValue("documents", new BsonArray()).AsBsonArray.Select(one => one.AsBsonDocument)))
                        s_documents[document["_id"]] = document;
                    return new() { ["n"] = 1, ["ok"] = 1 };
                }

            case "find":
                lock (s_documents)
                    return new() { ["cursor"] = new BsonDocument { ["firstBatch"] = new BsonArray { s_documents[command["filter"]["_id"]] }, ["id"] = 0L, ["ns"] = "test.texts" }, ["ok"] = 1 };
            default:
                return new() { ["ok"] = 1 };
        }

        static string Payload(BsonDocument command) => Encoding.UTF8.GetString(command["payload"].AsByteArray);

        static BsonDocument Step(string payload, bool isDone) =>
            new() { ["conversationId"] = 1, ["done"] = isDone, ["payload"] = Encoding.UTF8.GetBytes(payload), ["ok"] = 1 };
    }

    /// <summary>What SCRAM-SHA-1 has in place of a password here.</summary>
    private static string Digest(string text) => Convert.ToHexStringLower(MD5.HashData(Encoding.UTF8.GetBytes(text)));

    private static IEnumerable<BsonDocument> Documents(byte[] bytes, int at, int end)
    {
        for (; at < end; at += BitConverter.ToInt32(bytes, at))
            yield return Document(bytes.AsSpan(at, BitConverter.ToInt32(bytes, at)));
    }

    private static BsonDocument Document(ReadOnlySpan<byte> bytes) => BsonSerializer.Deserialize<BsonDocument>(bytes.ToArray());
}
