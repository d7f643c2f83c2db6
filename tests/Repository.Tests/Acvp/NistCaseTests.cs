using System;
using System.Text.Json.Nodes;
using ManagedCrypto.Acvp;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Acvp;

/// <summary>What the public sets lack: cases of NIST's own sets and samples.</summary>
public sealed class NistCaseTests : IDisposable
{
    private readonly AcvpFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Cases_of_GCM_SIV_are_answered_as_expected() => Check(
        """
        { "vsId": 0, "algorithm": "ACVP-AES-GCM-SIV", "isSample": false, "testGroups": [
          { "tgId": 4, "testType": "AFT", "direction": "encrypt", "keyLen": 128, "payloadLen": 120, "aadLen": 120, "tests": [
            { "tcId": 46, "pt": "A2E9DEEB3CE7FD31158F077F8A498B", "key": "867453A60C8FABBFC0F483E472BD58C1",
              "aad": "CA8897EB99EA1340AB5E21AE865290", "iv": "4674B938D16C91C0E6744C02" } ] },
          { "tgId": 5, "testType": "AFT", "direction": "decrypt", "keyLen": 128, "payloadLen": 0, "aadLen": 0, "tests": [
            { "tcId": 61, "key": "3F4C5A79A0393BEFEC793AF5A4B3F89A", "aad": "", "iv": "7CCD5608E87014E1D609C984",
              "ct": "EEC820438E67E50404A530B20AFA1F43" },
            { "tcId": 69, "key": "073133B1C896BF5ACAABB4A496B48C93", "aad": "", "iv": "E5F6AE3B4F01FE493F1AF058",
              "ct": "A6D7E71CF7E43752EBB9E84EF0C01003" } ] } ] }
        """,
        """
        { "vsId": 0, "algorithm": "ACVP-AES-GCM-SIV", "isSample": false, "testGroups": [
          { "tgId": 4, "tests": [ { "tcId": 46, "ct": "2BACE96175C872A73A7DD005F0655EA5DA1D8E86FD40A1A1628A1321DAAA43" } ] },
          { "tgId": 5, "tests": [ { "tcId": 61, "pt": "" }, { "tcId": 69, "testPassed": false } ] } ] }
        """);

    [Fact]
    public void Samples_of_KMAC_are_answered_as_expected() => Check(
        """
        { "vsId": 0, "algorithm": "KMAC-128", "revision": "1.0", "testGroups": [
          { "tgId": 1, "testType": "AFT", "xof": false, "hexCustomization": false, "tests": [
            { "tcId": 1, "keyLen": 256, "key": "404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F",
              "msgLen": 32, "msg": "00010203", "macLen": 256, "customization": "" },
            { "tcId": 2, "keyLen": 256, "key": "404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F",
              "msgLen": 32, "msg": "00010203", "macLen": 256, "customization": "My Tagged Application" } ] },
          { "tgId": 2, "testType": "MVT", "xof": true, "hexCustomization": true, "tests": [
            { "tcId": 3, "keyLen": 256, "key": "404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F",
              "msgLen": 32, "msg": "00010203", "macLen": 256, "customizationHex": "",
              "mac": "CD83740BBD92CCC8CF032B1481A0F4460E7CA9DD12B08A0C4031178BACD6EC35" },
            { "tcId": 4, "keyLen": 256, "key": "404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F",
              "msgLen": 32, "msg": "00010203", "macLen": 256, "customizationHex": "00",
              "mac": "CD83740BBD92CCC8CF032B1481A0F4460E7CA9DD12B08A0C4031178BACD6EC35" } ] } ] }
        """,
        """
        { "vsId": 0, "algorithm": "KMAC-128", "testGroups": [
          { "tgId": 1, "tests": [
            { "tcId": 1, "mac": "E5780B0D3EA6F7D3A429C5706AA43A00FADBD7D49628839E3187243F456EE14E" },
            { "tcId": 2, "mac": "3B1FBA963CD8B0B59E8C1A6D71888B7143651AF8BA0A7070C0979E2811324AA5" } ] },
          { "tgId": 2, "tests": [ { "tcId": 3, "testPassed": true }, { "tcId": 4, "testPassed": false } ] } ] }
        """);

    /// <summary>FIPS202 is a revision, as 1.0 is.</summary>
    [Fact]
    public void Case_of_SHAKE_is_answered_as_expected() => Check(
        """
        { "vsId": 0, "algorithm": "SHAKE-128", "revision": "FIPS202", "testGroups": [ { "tgId": 2, "testType": "VOT", "tests": [
          { "tcId": 269, "len": 272, "outLen": 496, "msg": "EF5079200B37B8FD12B1030F89A4584072A4CDE7924D0EDAD1BC8CD13CE56A0FEF2F" } ] } ] }
        """,
        """
        { "vsId": 0, "algorithm": "SHAKE-128", "testGroups": [ { "tgId": 2, "tests": [ { "tcId": 269, "md":
          "42719B53BF839EFB5131E56AAC718699139C851DB773332377B08829A89FE4A7958F904FFAB4E2B86A9117E1F90814C3AA6742389608867DEBC410E40586"
        } ] } ] }
        """);

    /// <summary>The last of a hundred results, which all others led to.</summary>
    [Fact]
    public void Monte_Carlo_tests_of_CFB8_end_as_expected()
    {
        var groups = JsonNode.Parse(_folder.Answers(
            """
            { "vsId": 0, "algorithm": "ACVP-AES-CFB8", "revision": "1.0", "testGroups": [
              { "tgId": 33, "testType": "MCT", "direction": "encrypt", "keyLen": 256, "tests": [
                { "tcId": 2141, "iv": "DA77C06391E2DC64996E50C147680B66", "pt": "B6",
                  "key": "07AB233F238852130DA542DBAA9DE260ED1750D24E1FFB1268DADCEE5EF390F3" } ] },
              { "tgId": 36, "testType": "MCT", "direction": "decrypt", "keyLen": 256, "tests": [
                { "tcId": 2144, "iv": "E646FE206C312B4A0F828DF4453E765D", "ct": "90",
                  "key": "AEB4D75BC14C4EAA43AB54B49C2290333720E914400EA1EFAB949B6EA656132F" } ] } ] }
            """))!["testGroups"]!;
        Assert.Equal(
            """{"key":"AC8C4B08799704E218BBB3E5393EE518EE360515134030A4E04D9160F8078FDF","iv":"29973B278CF6162BDF86A3E0EB1F69A5","""
            + "\"pt\":\"62\",\"ct\":\"8D\"}",
            Last(groups[0]!));
        Assert.Equal(
            """{"key":"632AE161BAD140A06952CAB090FAEB86B5013E7CBABFE1AC94ABBBC91E624697","iv":"F3A2F05A55CC58A00CC7895916CEFC16","""
            + "\"ct\":\"24\",\"pt\":\"44\"}",
            Last(groups[1]!));
    }

    [Fact]
    public void Alternate_Monte_Carlo_test_of_a_hash_ends_as_expected()
    {
        var groups = JsonNode.Parse(_folder.Answers(
            """
            { "vsId": 0, "algorithm": "SHA2-256", "revision": "1.0", "testGroups": [
              { "tgId": 2, "mctVersion": "alternate", "testType": "MCT", "tests": [ { "tcId": 513, "len": 3488, "msg":
            """
            + "\""
            + "42DFBCD76B5DDC19B339F18D384D4B5ACD380F8BEC0F9FFD465FE3A3E4CE52951498A3CC342979F65D4CF32D05E1C96AE183AA1F43D4D1E6ABF001E4533966A7"
            + "66F66F02B72DDE78575260BEF54AEE484437DD4A75B88C849A5AF912A1D149BD0BE978F3290DA2BFCE20D8CF586C40A503A3B59DF77190DEEA981059ECAC9830"
            + "21B82A36F0F1EBF9D5D4BC0597761CABB4E6BE3A016A76351F68E5150777938A256F457517F58BC2DDB6086EA7AF46CFAD18D18037BD9F672E422B7CB4C9B0DD"
            + "4363B4DE45CAC38667F6F7A0D2A5774BE499DEB854D7EDD94D8B3FDB7BF3B8D557DA131EFA2B698CD126582597EDF26D1DA76F6C9E08B75782AF09AF5694ACBF"
            + "1B8F8EC41295F253067DC10C2E6F89573A967028B2D364E69E26B4EC7E6F099232869420442C048DCF224003EF557E369C881E6027DF46B0AFD3F01723C17646"
            + "80B062ACA625DF58F69707F98414B98E3DD7AEF4B68A4294333B452385FA25D61BC418A8E4BB0D4A7DD5EA697379EBF5F775114898910B98584668B36F5C2EE0"
            + "007B726F0AB0034F1F4686C2239BDA9BEFB580B3DB26518D342259E80A2D9103970D044E15DAAB7728EC6EEA1F40BBB22E73E100"
            + "\" } ] } ] }"))!["testGroups"]!;
        Assert.Equal("""{"md":"98B66078E81E35ACAF3543CF2BF3D1F6EED843C592A6BAD2AE07204C2B2C5817"}""", Last(groups[0]!));
    }

    private static string Last(JsonNode group)
    {
        var results = group["tests"]![0]!["resultsArray"]!.AsArray();
        Assert.Equal(100, results.Count);
        return results[^1]!.ToJsonString();
    }

    private void Check(string vectors, string expected)
    {
        var (exitCode, output, errors) = AcvpFolder.Run("check", _folder.File("vectors.json", vectors), _folder.File("expected.json", expected));
        Assert.True(exitCode == ExitCode.Fine, output + errors);
    }
}
