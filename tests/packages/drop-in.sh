# Sourced by run: what <ManagedCryptoDropIn>true</ManagedCryptoDropIn> does in fresh projects that take the package.
# samples/DropIn knows of .NET's types alone. What it ran on shows in the libraries that the process had loaded when it ended:
# .NET's types need OpenSSL; ours the library and, on x64, machine code. One name that is missed loads OpenSSL.

ours=ManagedCrypto.dll
if [[ $(uname -m) == x86_64 ]]; then ours+=" memfd:ManagedCrypto"; fi
openssl="libcrypto.so libssl.so"

# built FOLDER [OPTION...]
built() { quietly dotnet build -f net10.0 "${@:2}" "$1" -o "out/$1"; }

# runs_on FOLDER LIBRARIES: the program prints what it always does, and has loaded these of the libraries (sorted), no others.
runs_on() {
  local hook=$scratch/out/Observer/Observer.dll loaded
  DOTNET_STARTUP_HOOKS=$hook dotnet "out/$1/DropIn.dll" >output 2>maps || { cat output maps; return 1; }
  [[ -e first-output ]] || cp output first-output
  grep -q "^Both texts came back" output && diff first-output output || return 1
  loaded=$(grep -oE "ManagedCrypto\.dll|memfd:ManagedCrypto|lib(ssl|crypto)\.so" maps | LC_ALL=C sort -u | xargs)
  [[ $loaded == "$2" ]] || { echo "loaded: $loaded; expected: $2"; return 1; }
}

# indirect PROJECT COPY: a copy of a project that gets the package by way of a library for netstandard2.0.
indirect() {
  cp -r "$1" "$2" && rm -rf "$2"/{bin,obj}
  sed -i 's|<PackageReference Include="ManagedCrypto".*|<ProjectReference Include="../Library/Library.csproj" />|' "$2/$1.csproj"
}

switched_on() {
  quietly dotnet build Observer -o out/Observer && built DropIn && runs_on DropIn "$ours" && hidden runs_on DropIn "$ours"
}

# In the same folder, as dotnet watch builds it, without the line, and then once more as it was, so that nothing may be left of the other.
switched_off() {
  built DropIn --no-restore -p:DotNetWatchBuild=true && grep -q "does nothing under dotnet watch" said && runs_on DropIn "$openssl" || return 1
  built DropIn --no-restore && built DropIn --no-restore -p:ManagedCryptoDropIn=false && runs_on DropIn "$openssl" || return 1
  if hidden runs_on DropIn "$openssl" >/dev/null 2>&1; then echo "OpenSSL is not hidden"; return 1; fi
  built DropIn --no-restore && runs_on DropIn "$ours"
}

line_deleted() {
  sed -i /ManagedCryptoDropIn/d DropIn/DropIn.csproj
  built DropIn && runs_on DropIn "$openssl" && ! grep -q ManagedCrypto out/DropIn/DropIn.dll
}

# Its build has no property of its own.
watched() {
  (cd DropIn && timeout 60 dotnet watch run -f net10.0 --non-interactive >../watched 2>&1)
  grep -q "does nothing under dotnet watch" watched && grep -q "^Both texts came back" watched || { cat watched; return 1; }
}

# samples/WithoutOpenSsl, an ordinary program, with the line, without it, and with it again.
without_openssl() {
  local program=(dotnet out/WithoutOpenSsl/WithoutOpenSsl.dll 1000)
  built WithoutOpenSsl && hidden quietly "${program[@]}" || return 1
  built WithoutOpenSsl --no-restore -p:ManagedCryptoDropIn=false && quietly "${program[@]}" || return 1
  if hidden "${program[@]}" >said 2>&1; then echo "it needs no OpenSSL without the line"; return 1; fi
  grep -q "No usable version of libssl was found" said || { cat said; return 1; }
  built WithoutOpenSsl --no-restore && hidden quietly "${program[@]}"
}

# Its line says nothing to the library, which is compiled as C# 7.3.
by_way_of_a_library() { indirect DropIn Indirect && built Indirect && runs_on Indirect "$ours"; }

# The line in the library alone, whose names are changed in its sources, but for SHA-1.
library_alone() {
  sed -i /ManagedCryptoDropIn/d Indirect/DropIn.csproj
  local lines='<LangVersion>10</LangVersion><ManagedCryptoDropIn>source</ManagedCryptoDropIn>'
  sed -i "s|</TargetFramework>|&$lines|; s|<ItemGroup>|&<Using Remove=\"ManagedCrypto.SHA1\" />|" Library/Library.csproj
  built Indirect && runs_on Indirect "$openssl" || return 1
  local aliases=(Library/obj/*/*/*.GlobalUsings.g.cs)
  grep -q "using Aes = ManagedCrypto.Aes;" "${aliases[@]}" && ! grep "using SHA1 " "${aliases[@]}"
}

# net472 has no AesGcm and no static hashes of its own: that it compiles says whose they are.
on_mono() {
  quietly dotnet build -f net472 -p:ManagedCryptoDropIn=source -p:LangVersion=10 DropIn -o out/on-mono || return 1
  "$repository/tests/hosts/run-mono" out/on-mono/DropIn.exe >output && diff first-output output
}

# What the same program prints, whatever its language, and however old its project.
languages() {
  local project digest=E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855
  for project in CSharp7 Old FSharp VisualBasic; do
    quietly dotnet build "Languages/$project" || return 1
    case $project in
      CSharp7) "$repository/tests/hosts/run-mono" Languages/CSharp7/bin/Debug/net472/CSharp7.exe ;;
      Old) "$repository/tests/hosts/run-mono" Languages/Old/bin/Old.exe ;;
      *) dotnet "Languages/$project/bin/Debug/net10.0/$project.dll" ;;
    esac >output || { cat output; return 1; }
    diff <(printf 'ManagedCrypto.%s\n' Aes SHA256 HMACSHA256; echo $digest) <(grep -vE 'RandomNumberGenerator|^9A-03-F8-95$' output) || return 1
  done
}

# What aliases could not do, with warnings as errors, and with the switch where it is read last. What stays .NET's is said.
obstacles() {
  quietly dotnet build -warnaserror Obstacles -p:ManagedCryptoDropIn=false -o out/obstacles && dotnet out/obstacles/Obstacles.dll >off || return 1
  quietly dotnet build -warnaserror Obstacles -o out/obstacles && dotnet out/obstacles/Obstacles.dll >on || return 1
  diff <(sed 's/made by [A-Za-z.]*/made/g' off) <(sed 's/made by [A-Za-z.]*/made/g' on) || return 1
  [[ $(grep -c "made by ManagedCrypto" on) == 4 && $(grep -c "made by System" on) == 0 ]] || { cat on; return 1; }
  diff - <(grep -oE '^Obstacles.dll : warning .*' said | sed 's/ \[.*//' | sort -u) <<'END'
Obstacles.dll : warning MCDI203: keeps .NET's HMACSHA256: Tested.Run asks for the type, and CryptoConfig.CreateFromName makes .NET's objects
Obstacles.dll : warning MCDI203: keeps .NET's SHA1CryptoServiceProvider: OlderNames.Name asks for the type, and ManagedCrypto.SHA1 stands for others, too
Obstacles.dll : warning MCDI203: keeps .NET's SHA1Managed: OlderNames.Name asks for the type, and ManagedCrypto.SHA1 stands for others, too
Obstacles.dll : warning MCDI203: keeps .NET's SHA256CryptoServiceProvider: OlderNames.Overload would be there twice
Obstacles.dll : warning MCDI203: keeps .NET's SHA256Managed: OlderNames.Overload would be there twice
END
}

# A file that is a program, and that is changed: dotnet run may ask the compiler alone then.
file_alone() {
  mkdir -p file && printf '%s\n' "#:package ManagedCrypto@$version" "#:property ManagedCryptoDropIn=true" \
    'System.Console.WriteLine(System.Security.Cryptography.Aes.Create().GetType().FullName + "1");' >file/program.cs
  [[ $(dotnet run file/program.cs) == ManagedCrypto.Aes1 ]] && sed -i 's/"1"/"2"/' file/program.cs && [[ $(dotnet run file/program.cs) == ManagedCrypto.Aes2 ]]
}

# changed [OPTION...]: compiled packages use ours, where OpenSSL is hidden; what they print is what they print without the switch.
changed() {
  quietly dotnet "$@" -o out/Changed && hidden dotnet out/Changed/Changed.dll >on 2>&1 && diff off on
}

changed_packages() {
  quietly dotnet build Changed -p:ManagedCryptoDropIn=false -o out/Changed && dotnet out/Changed/Changed.dll >off || { cat off; return 1; }
  if hidden dotnet out/Changed/Changed.dll >/dev/null 2>&1; then echo "it needs no OpenSSL without the line"; return 1; fi
  quietly dotnet build Changed && changed publish --no-build -c Debug Changed || return 1
  dotnet out/Changed/Changed.dll describe >described || return 1
  grep -x "the drop-in switch changed ChangedLibrary, ICSharpCode.SharpZipLib, Microsoft.IdentityModel.JsonWebTokens, Microsoft.IdentityModel.Tokens" described || { cat described; return 1; }
  # What was published is read.
  quietly dotnet build -t:ManagedCryptoReport -p:PublishDir="$scratch/out/Changed/" Changed || return 1
  diff - <(grep -o 'MCDI20.*' said) <<'END'
MCDI201: System.Security.Cryptography.Pkcs.dll calls .NET's own DES.Create, RC2.Create, TripleDES.Create
MCDI202: Changed.dll calls ManagedCrypto's CryptoProvider.Describe
MCDI202: ChangedLibrary.dll calls ManagedCrypto's SHA256.Create, new HMACSHA256
MCDI202: ICSharpCode.SharpZipLib.dll calls ManagedCrypto's Aes.Create, IncrementalHash.CreateHMAC, RandomNumberGenerator.Create, new Rfc2898DeriveBytes
MCDI202: Microsoft.IdentityModel.JsonWebTokens.dll calls ManagedCrypto's Aes.Create
MCDI202: Microsoft.IdentityModel.Tokens.dll calls ManagedCrypto's Aes.Create, AesGcm.IsSupported, CryptographicOperations.FixedTimeEquals, RandomNumberGenerator.Create, SHA256.Create, SHA256.HashData, SHA384.Create, SHA512.Create, new HMACSHA256, new HMACSHA384, new HMACSHA512
MCDI202: System.Security.Cryptography.Pkcs.dll calls ManagedCrypto's Aes.Create, CryptographicOperations.FixedTimeEquals, CryptographicOperations.ZeroMemory, IncrementalHash.CreateHMAC, IncrementalHash.CreateHash, RandomNumberGenerator.Fill, new Rfc2898DeriveBytes
END
  # One of them is left alone.
  quietly dotnet build -p:ManagedCryptoReport=true "-p:ManagedCryptoKeep=Changed%3BICSharpCode.SharpZipLib" Changed -o out/Changed || return 1
  grep -q "MCDI201: SharpZipLib 1.4.1 (ICSharpCode.SharpZipLib.dll) calls .NET's own Aes.Create" said && cmp {packages/sharpziplib/1.4.1/lib/net6.0,out/Changed}/ICSharpCode.SharpZipLib.dll || return 1
  # The originals of changed copies are not listed; what has no counterpart is.
  grep -o "MCDI201: System.Security.Cryptography.Pkcs.*" said | diff - <(echo "MCDI201: System.Security.Cryptography.Pkcs 7.0.0 (System.Security.Cryptography.Pkcs.dll) calls .NET's own DES.Create, RC2.Create, TripleDES.Create")
}

# refused CODE PROJECT [OPTION...]: errors of this code and of no other end the build.
refused() {
  if dotnet build "${@:2}" >said 2>&1 </dev/null; then echo "$2 is built"; return 1; fi
  [[ $(grep -oE 'error [A-Z]+[0-9]+' said | sort -u) == "error $1" ]] || { cat said; return 1; }
}

# A compiler that fails on the program's own, with the switch changing names, is told about, with the page that the package brings along.
refused_all() {
  cp -r DropIn Failing && echo 'class Aes { }' >Failing/Aes.cs
  if dotnet build -f net10.0 -p:ManagedCryptoDropIn=source Failing >said 2>&1 </dev/null; then echo "an alias and a type of one name are built"; return 1; fi
  local page
  page=$(grep -oE 'MCDI007: .* compiler: [^ ]*drop-in.md' said | sed 's/.* //' | head -1)
  grep -q "^### What the compiler reports" "$page" || { cat said; return 1; }
  refused MCDI003 DropIn/DropIn.csproj -f net10.0 -p:ManagedCryptoDropIn=on || return 1
  refused MCDI001 DropIn/DropIn.csproj -f net472 -p:ManagedCryptoDropIn=source || return 1
  refused MCDI001 DropIn/DropIn.csproj -f net10.0 -p:ManagedCryptoDropIn=source -p:LangVersion=9.0 || return 1
  for project in VisualBasic FSharp Old; do refused MCDI002 "Languages/$project" -p:ManagedCryptoDropIn=source || return 1; done
}

# reported warning|error PROJECT [OPTION...]: the package's analyzer finds what comments in the project's files say, and no more.
# All other warnings are errors here.
reported() {
  local code=0
  dotnet build --no-incremental "${@:2}" >said 2>&1 </dev/null || code=1
  [[ $1$code == warning0 || $1$code == error1 ]] || { cat said; return 1; }
  diff <(grep -noE 'MCDI[0-9]+' "$2"/*.cs | sed -E "s|.*/(.*):(.*):(.*)|\1(\2): $1 \3|" | sort) \
    <(grep -oE '\w+\.cs\([0-9]+,[0-9]+\): [a-z]+ MCDI[0-9]+' said | sed -E 's/,[0-9]+\)/)/' | sort -u)
}

# With --whole, also where the package comes by way of a library, from which NuGet hands on no analyzers.
missed_reported() {
  reported warning Missed && reported error Missed -p:ManagedCryptoDropInErrors=true || return 1
  quietly dotnet build --no-incremental -p:ManagedCryptoDropIn=false Missed || return 1
  [[ -n $whole ]] || return 0
  indirect Missed MissedIndirect && reported warning MissedIndirect
}

# Where the package comes by way of a library, and nothing but that without the switch; with --whole, also where a project has it itself.
discarded_reported() {
  local project projects=(DiscardedIndirect)
  indirect Discarded DiscardedIndirect
  [[ -z $whole ]] || projects+=(Discarded)
  for project in "${projects[@]}"; do
    refused MCRY001 "$project" && quietly dotnet build -p:NoWarn=MCRY001 "$project" || return 1
  done
}

# The code fix as the package has it; what it leaves is what takes thought.
missed_fixed() {
  cp -r Missed Fixed && rm -rf Fixed/{bin,obj}
  quietly dotnet format analyzers Fixed --diagnostics MCDI101 MCDI102 --severity hidden || return 1
  sed -i 's| // MCDI10[12]||' Fixed/*.cs && reported warning Fixed
}

# Whether the project has the switch or not.
callers_reported() {
  quietly dotnet build -p:ManagedCryptoDropIn=false -p:ManagedCryptoReport=true Missed || return 1
  diff - <(grep -o 'MCDI20.*' said) <<'END'
MCDI201: Microsoft.IdentityModel.JsonWebTokens 8.16.0 (Microsoft.IdentityModel.JsonWebTokens.dll) calls .NET's own Aes.Create
MCDI201: Microsoft.IdentityModel.Tokens 8.16.0 (Microsoft.IdentityModel.Tokens.dll) calls .NET's own Aes.Create, AesGcm.IsSupported, RandomNumberGenerator.Create, SHA256.Create, SHA256.HashData, SHA384.Create, SHA512.Create, new HMACSHA256, new HMACSHA384, new HMACSHA512
MCDI201: Missed.dll calls .NET's own Aes.Create, CryptographicOperations.HashData, SHA256.HashData, TripleDES.Create, new AesGcm, new RijndaelManaged
MCDI201: SharpZipLib 1.4.1 (ICSharpCode.SharpZipLib.dll) calls .NET's own Aes.Create, IncrementalHash.CreateHMAC, RandomNumberGenerator.Create, new Rfc2898DeriveBytes
END
}

verdict "drop-in" switched_on
verdict "drop-in, off for one build" switched_off
[[ -z $whole ]] || verdict "drop-in under dotnet watch" watched
verdict "drop-in without OpenSSL" without_openssl
verdict "drop-in by way of a library" by_way_of_a_library
verdict "drop-in of the library alone" library_alone
verdict "drop-in on Mono" on_mono
verdict "drop-in in other languages" languages
verdict "drop-in where aliases could not" obstacles
verdict "drop-in of a file" file_alone
verdict "drop-in of packages" changed_packages
verdict "drop-in refused" refused_all
verdict "drop-in, what it misses" missed_reported
verdict "results that are discarded" discarded_reported
[[ -z $whole ]] || verdict "drop-in, the code fix" missed_fixed
verdict "drop-in, what packages call" callers_reported
verdict "drop-in, its line deleted" line_deleted
