using System.Text;
using Renci.SshNet;

// SSH is the port, USER_KEY an encrypted key for the user, whose name is USER.
(string Encryption, string Mac)[] choices =
[
    ("aes256-gcm@openssh.com", "hmac-sha2-256"), ("aes128-ctr", "hmac-sha2-256"), ("aes256-ctr", "hmac-sha2-512-etm@openssh.com"),
    ("aes256-cbc", "hmac-sha1"), ("chacha20-poly1305@openssh.com", "hmac-sha2-256"),
];
switch (args)
{
    case ["write", var name]:
        foreach (var (encryption, mac) in choices)
        {
            using var client = Connect(encryption, mac);
            client.UploadFile(new MemoryStream(Content(1_000_000)), Path.GetFullPath($"{name}.{encryption}"));
        }

        break;
    case ["read", var name]:
        foreach (var (encryption, mac) in choices)
        {
            using var client = Connect(encryption, mac);
            var content = new MemoryStream();
            client.DownloadFile(Path.GetFullPath($"{name}.{encryption}"), content);
            Console.WriteLine($"{client.ConnectionInfo.CurrentKeyExchangeAlgorithm} {client.ConnectionInfo.CurrentServerEncryption} {client.ConnectionInfo.CurrentServerHmacAlgorithm}: {content.ToArray().SequenceEqual(Content(1_000_000))}");
        }

        break;
    case ["measure", var count, var name, var choice]:
        var (measured, itsMac) = choices[int.Parse(choice)];
        using (var client = Connect(measured, itsMac))
        {
            var content = Content(10_000_000);
            await Process.Measure(count, () =>
            {
                client.UploadFile(new MemoryStream(content), Path.GetFullPath(name + ".measured"));
                return Task.CompletedTask;
            });
        }

        break;
}

static byte[] Content(int length) =>
    Encoding.ASCII.GetBytes(string.Concat(Enumerable.Range(0, length / 8).Select(i => i.ToString("D8"))));

static SftpClient Connect(string encryption, string mac)
{
    var user = Environment.GetEnvironmentVariable("USER")!;
    var key = new PrivateKeyFile(Environment.GetEnvironmentVariable("USER_KEY")!, "correct horse");
    var connection = new ConnectionInfo("127.0.0.1", int.Parse(Environment.GetEnvironmentVariable("SSH")!), user, new PrivateKeyAuthenticationMethod(user, key));
    foreach (var other in connection.Encryptions.Keys.Where(other => other != encryption).ToList())
        connection.Encryptions.Remove(other);
    foreach (var other in connection.HmacAlgorithms.Keys.Where(other => other != mac).ToList())
        connection.HmacAlgorithms.Remove(other);
    var client = new SftpClient(connection) { BufferSize = 256 * 1024 };
    client.Connect();
    return client;
}
