# Sourced by run: aesfile, installed as a tool.

# It brings its own ManagedCrypto along, and comes back with all of a folder, or with nothing.
use_tool() {
  quietly dotnet tool install ManagedCrypto.Tool --version "$version" --tool-path tool || return 1
  local aesfile=$PWD/tool/aesfile
  mkdir -p sealed/deep && head -c 3000000 /dev/urandom >sealed/deep/file
  quietly "$aesfile" keygen tool.key && quietly "$aesfile" seal -k tool.key sealed && quietly "$aesfile" verify -k tool.key sealed.aesfile &&
    quietly "$aesfile" open -k tool.key sealed.aesfile -o opened && diff -r sealed opened || return 1
  head -c 2000000 sealed.aesfile >cut.aesfile
  "$aesfile" open -k tool.key cut.aesfile 2>/dev/null
  [[ $? == 2 && ! -e cut ]] && "$aesfile" --help | grep -q '^  seal '
}

verdict aesfile use_tool
