using System;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using ManagedCrypto.Benchmarks;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Results;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Benchmarks;

/// <summary>The main command, as its user meets it, and the comparison of results inside it.</summary>
public sealed class ComparisonTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Peers_and_kernels_agree_on_every_operation()
    {
        const int Bytes = 1360;
        var workspace = new Workspace(Operations.Bytes(2 * Bytes, seed: 5));
        var peers = new PeerSet(KernelSet.Best, libCryptoPath: null);
        var otherKernels = KernelSet.Besides(KernelSet.Best)
            .Select(other => new ManagedPeer(other.Name, other.Name, other.Kernels));
        IPeer[] all = [.. peers.Timed(["bouncycastle", "nsec"]), .. otherKernels];

        foreach (var operation in Operations.All.Concat(RealFiles.Operations))
        {
            var row = new Row(operation, workspace, operation.RoundUp(Bytes), all);
            Assert.True(row.Lanes.Count >= 2, operation.Id + " has nothing to agree with");
        }
    }

    /// <summary>No other peer has AEGIS.</summary>
    [Fact]
    public void AEGIS_of_each_length_is_that_of_libsodium()
    {
        const int Longest = 300;
        var peer = NSecPeer.TryCreate();
        Assert.SkipWhen(peer is null, NSecPeer.WhyNotHere);
        var workspace = new Workspace(Operations.Bytes(2 * Longest, seed: 7));
        var operations = Operations.All.Where(operation => operation.Id.StartsWith("aegis", StringComparison.Ordinal) && operation.On(peer) is not null).ToList();
        Assert.Equal(["aegis-128l-seal", "aegis-128l-open", "aegis-256-seal", "aegis-256-open"], operations.Select(operation => operation.Id));
        foreach (var operation in operations)
            for (var bytes = 0; bytes <= Longest; bytes++)
                Assert.Equal(2, new Row(operation, workspace, bytes, [new ManagedPeer("ours", "ours", KernelSet.Best), peer]).Lanes.Count);
    }

    [Fact]
    public void Peer_without_such_a_call_agrees_and_is_not_timed()
    {
        var operation = new Operation("stream", peer => peer.Id == "right" ? peer.Hash(Algorithms.Sha1) : null)
        {
            Otherwise = peer => peer.Hash(Algorithms.Sha1),
        };
        var workspace = new Workspace(Operations.Bytes(100, seed: 6));
        Row Compare(int wrong) => new(operation, workspace, 100, [new Copier("right", -1), new Copier("other", wrong)]);

        Assert.Equal("right", Assert.Single(Compare(-1).Lanes).Peer.Id);
        Assert.Throws<WrongResultException>(() => Compare(73));
    }

    /// <summary>No peer hashes memory where ManagedCrypto reads a file, and none does at once what it does in a stream.</summary>
    [Fact]
    public void Peers_in_C_have_no_streams_to_compare()
    {
        var peers = new PeerSet(KernelSet.Best, libCryptoPath: null);
        IPeer?[] inMemory = [peers.OpenSsl, new BouncyCastlePeer()];

        foreach (var peer in inMemory.OfType<IPeer>())
            Assert.Equal(
                ["sha256-incremental", "sha256-words"],
                StreamOperations.All.Where(operation => operation.On(peer) is not null).Select(operation => operation.Id));
        Assert.All(StreamOperations.All, operation =>
            Assert.True(peers.Bcl is null || operation.Id.Contains("ctr", StringComparison.Ordinal) == operation.On(peers.Bcl) is null));
    }

    [Fact]
    public void Wrong_byte_is_reported_with_its_position()
    {
        var operation = new Operation("copy", peer => peer.Hash(Algorithms.Sha1));
        var workspace = new Workspace(Operations.Bytes(100, seed: 6));
        Row Compare(int wrong) => new(operation, workspace, 100, [new Copier("right", -1), new Copier("other", wrong)]);

        Assert.Equal(2, Compare(-1).Lanes.Count);
        var exception = Assert.Throws<WrongResultException>(() => Compare(73));
        Assert.Equal("copy of 100 bytes: other and right differ from byte 73 on", exception.Message);
    }

    [Theory]
    [InlineData("--only foo", "no operation begins so; there are aes-128-gcm-seal")]
    [InlineData("--sizes 16 0", "'0' is not a size")]
    [InlineData("--kernel foo", "no such kernel; there are aes/")]
    [InlineData("--openssl /nowhere", "no such file")]
    [InlineData("--openssl {library}", "has no OpenSSL_version; name a libcrypto")]
    [InlineData("--files /nowhere", "no such file")]
    [InlineData("--json /nowhere/x", "/nowhere/x")]
    [InlineData("--check /nowhere", "/nowhere")]
    [InlineData("--bogus", "--bogus")]
    public void Bad_option_gives_one_line_on_the_error_stream_and_exit_code_2(string arguments, string message)
    {
        var runtime = RuntimeEnvironment.GetRuntimeDirectory();
        var library = Directory.GetFiles(runtime).First(file => Path.GetFileName(file) is "libclrjit.so" or "clrjit.dll" or "libclrjit.dylib");
        var (exitCode, output, error) = BenchmarkProgram.Run(arguments.Replace("{library}", library, StringComparison.Ordinal));

        Assert.Equal(2, exitCode);
        Assert.Empty(output);
        Assert.Contains(message, Assert.Single(error.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
    }

    [Fact]
    public void Quick_run_on_a_file_prints_tables_and_writes_rounds()
    {
        var (file, json) = (Path.Combine(_folder, "file"), Path.Combine(_folder, "json"));
        File.WriteAllBytes(file, Operations.Bytes(12345, seed: 7));

        var (exitCode, output, error) = BenchmarkProgram.Run(
            $"--quick --rounds 2 --kernel portable --only sha1 --only aes-256-cb --only aes-256-ct --sizes 16 --files {file} --json {json}");

        Assert.Empty(error);
        Assert.Equal(0, exitCode);
        Assert.Contains("sha1/portable", output);
        Assert.Contains("file: 12,345 bytes", output);
        Assert.DoesNotContain('\x1b', output);
        Assert.All(output.Split('\n'), line => Assert.True(line.TrimEnd().Length <= 100, line));
        var report = ResultReader.Read(json);
        Assert.Equal(["sizes", "files"], report.Sections.Select(section => section.Name));
        Assert.Contains(report.Sections[0].Rows, row => row is { Operation: "sha1", Side: "managed", Kernel: "sha1/portable" });
        Assert.All(report.Sections, section => Assert.True(section.IsComplete));
        Assert.All(report.Sections.SelectMany(section => section.Rows), row => Assert.True(row.Rounds.Count >= 2));
        Assert.Equal(
            [
                "aes-256-cbc-decrypt-stream", "aes-256-cbc-encrypt-stream", "aes-256-cbc-stream-read",
                "aes-256-cbc-stream-written", "aes-256-ctr", "aes-256-ctr-stream",
                "aes-256-ctr-stream-read", "aes-256-ctr-stream-written", "sha1",
            ],
            report.Sections[1].Rows.Select(row => row.Operation).Distinct().Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("0.001", 0, "1 of 1 ratios are reached.")]
    [InlineData("1000", 1, "0 of 1 ratios are reached.")]
    public void Missed_ratio_gives_exit_code_1(string ratio, int expected, string message)
    {
        var checks = Path.Combine(_folder, "checks");
        File.WriteAllText(checks, $"kernel portable\nsha1 16 bouncycastle >= {ratio}x\n");

        var (exitCode, output, _) = BenchmarkProgram.Run("--quick --check " + checks);

        Assert.Contains(message, output);
        Assert.Equal(expected, exitCode);
    }

    [Fact]
    public void Check_of_unlike_work_is_refused()
    {
        var checks = Path.Combine(_folder, "checks");
        File.WriteAllText(checks, "sha256-file 16 bouncycastle >= 1x\n");

        var (exitCode, _, error) = BenchmarkProgram.Run("--check " + checks);

        Assert.Equal((2, "sha256-file: bouncycastle has no such call; a ratio would compare unlike things"), (exitCode, error.TrimEnd()));
    }

    /// <summary>Copies the source, but for one byte.</summary>
    private sealed class Copier(string name, int wrong) : IPeer
    {
        public string Id => name;

        public string Name => name;

        public string Version => "1";

        public Transform? Hash(HashFunction hash) => (in source, in destination) =>
        {
            source.CopyTo(destination);
            if (wrong >= 0)
                destination[wrong] ^= 1;
        };

        public Transform? HashInPieces(HashFunction hash, int pieceBytes) => null;

        public Transform? Mac(Mac mac, byte[] key) => null;

        public Transform? Cipher(CipherMode mode, bool encrypt, byte[] key, byte[] iv) => null;

    }
}
