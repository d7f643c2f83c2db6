# Sourced by run: projects of shapes in which the package once did not build.

older_classes() {
  local shape=Shapes/OlderClasses
  quietly dotnet build -f netstandard2.0 "$shape" || return 1
  quietly dotnet build -f net10.0 "$shape" -o out/older && dotnet out/older/OlderClasses.dll | tee older || return 1
  quietly dotnet build -f net472 "$shape" -o out/older-mono || return 1
  "$repository/tests/hosts/run-mono" out/older-mono/OlderClasses.exe >older-mono && diff older older-mono || return 1
  [[ $(grep -c '^ManagedCrypto\.' older) == 6 ]] || return 1
  # The same digests with the line off, of .NET's own.
  quietly dotnet build -f net10.0 -p:ManagedCryptoDropIn=false "$shape" -o out/older-off || return 1
  dotnet out/older-off/OlderClasses.dll >older-off && [[ $(grep -c '^System\.' older-off) == 6 ]] && diff <(tail -4 older) <(tail -4 older-off)
}

# old_buffers ASSEMBLY_VERSION [OPTION...]: of System.Memory, which a program may take as old as ours, and as new as there is.
old_buffers() {
  quietly dotnet build Shapes/OldBuffers -o out/buffers "${@:2}" || return 1
  "$repository/tests/hosts/run-mono" out/buffers/OldBuffers.exe | tee buffers
  grep -q '^The text came back' buffers && grep -qxF "$1" buffers
}

# NuGet itself refuses a framework that the package does not serve, and says which it does.
below_floor() {
  refused NU1202 Shapes/BelowFloor && grep -q "netstandard2.0 (.NETStandard,Version=v2.0)" said || return 1
  quietly dotnet build -p:Everywhere=false Shapes/BelowFloor
}

verdict "older classes of AES and SHA" older_classes
verdict "the oldest System.Memory" old_buffers 4.0.1.1
verdict "the newest System.Memory" old_buffers 4.0.5.0 -p:SystemMemoryVersion=4.6.3
verdict "frameworks below the floor" below_floor
