# shellcheck shell=bash
# Sourced by run: what dotnet new makes, with the package added as a user does it, and the checks of all consumers.

# made TEMPLATE [OPTION...]: a fresh project of it.
made() {
  quietly dotnet new "$1" --no-restore -o "Templates/$1" "${@:2}" && quietly dotnet add "Templates/$1" package ManagedCrypto --version "$version" &&
    cp Library/Checks.cs "Templates/$1"
}

# run_as NAME: the program finds nothing wrong, and has the kernels that it has on net10.0.
run_as() {
  quietly dotnet build "Templates/$1" -o "out/$1" || return 1
  timeout 60 dotnet "out/$1/$1.dll" --urls http://127.0.0.1:0 >output 2>&1 && [[ -z $(grep -vxFf output net10.0) ]] && ! grep WRONG output || { cat output; return 1; }
}

console() {
  made console || return 1
  echo 'return Consumers.Checks.Run();' >Templates/console/Program.cs
  run_as console
}

# It asks itself.
web() {
  made web || return 1
  sed -i 's|"Hello World!"|Consumers.Checks.Run()|
    s|^app.Run();|await app.StartAsync(); return int.Parse(await new HttpClient().GetStringAsync(app.Urls.First()));|' Templates/web/Program.cs
  run_as web
}

worker() {
  made worker || return 1
  sed -i 's|(ILogger<Worker> logger)|(ILogger<Worker> logger, IHostApplicationLifetime lifetime)|
    s|await Task.Delay(|Environment.ExitCode = Consumers.Checks.Run(); lifetime.StopApplication(); &|' Templates/worker/Worker.cs
  run_as worker
}

# A library for netstandard2.0 has the package, and the program has the library.
classlib() {
  made classlib -f netstandard2.0 || return 1
  quietly dotnet new console --no-restore -o Templates/caller && quietly dotnet add Templates/caller reference Templates/classlib || return 1
  echo 'return Consumers.Checks.Run();' >Templates/caller/Program.cs
  run_as caller
}

# The page says to its server what it found.
blazorwasm() {
  local answer='await new HttpClient().PostAsync(builder.HostEnvironment.BaseAddress, new StringContent(Consumers.Checks.Run().ToString()));'
  made blazorwasm || return 1
  sed -i "s|^await builder.Build|$answer\n&|" Templates/blazorwasm/Program.cs
  quietly dotnet publish Templates/blazorwasm -p:CompressionEnabled=false -o out/blazorwasm || return 1
  "$repository/tests/hosts/setup-chromium" && quietly node "$repository/tests/hosts/wasm/archive.mjs" out/blazorwasm/wwwroot 0
}

for template in console web worker classlib blazorwasm; do
  verdict "dotnet new $template" "$template"
done
