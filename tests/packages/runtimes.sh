# shellcheck shell=bash
# Sourced by run: a program for net8.0 (Runtimes), on that runtime, with the drop-in line in force and without; and, with --whole, with
# NativeAOT, and the same for net9.0.

# published_on FRAMEWORK OWNER OPTION...: the program finds nothing wrong, its kernels are those of net10.0, and its AesGcm is of this
# assembly.
published_on() {
  rm -rf out/Runtimes && quietly dotnet publish -f "$1" "${@:3}" Runtimes -o out/Runtimes || return 1
  out/Runtimes/Runtimes | tee output && same_kernels && grep -qx "AesGcm is of $2" output
}

ahead_on() {
  published_on "$1" ManagedCrypto -p:DropIn=true -p:Ahead=true && [[ ! -e out/Runtimes/ManagedCrypto.dll ]]
}

for framework in net8.0 ${whole:+net9.0}; do
  verdict "$framework" published_on "$framework" ManagedCrypto -p:DropIn=true
  verdict "$framework, drop-in off" published_on "$framework" System.Security.Cryptography -p:DropIn=false
  [[ -z $whole ]] || verdict "$framework, native" ahead_on "$framework"
done
