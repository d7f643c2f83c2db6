# Sourced by run: aesfile, installed as a tool; and with --whole, as one file of machine code.

# It brings its own ManagedCrypto along, and comes back with all of a folder, or with nothing.
use_tool() {
  quietly dotnet tool install ManagedCrypto.Tool --version "$version" --tool-path tool && bring_back "$PWD/tool/aesfile"
}

# Any warning of the compiler fails. There is no .NET beside it, and its pages come with it.
use_native_tool() {
  quietly dotnet publish "$repository/tools/AesFile" -c Release -warnaserror -p:Native=true -p:CompileAhead=false \
    --artifacts-path "$PWD/native-tool" -o "$PWD/out/native-tool" || return 1
  [[ ! -e out/native-tool/aesfile.dll ]] && env -i "$PWD/out/native-tool/aesfile" --version &&
    grep -q '^\.SS "aesfile seal FILE\.\.\."$' out/native-tool/aesfile.1 && bash -n out/native-tool/aesfile.bash &&
    [[ -s out/native-tool/aesfile.fish && -s out/native-tool/aesfile.zsh ]] && bring_back "$PWD/out/native-tool/aesfile"
}

bring_back() {
  local aesfile=$1
  rm -rf sealed sealed.aesfile opened cut cut.aesfile tool.key
  mkdir -p sealed/deep && head -c 3000000 /dev/urandom >sealed/deep/file
  quietly "$aesfile" keygen tool.key && quietly "$aesfile" seal -k tool.key sealed && quietly "$aesfile" verify -k tool.key sealed.aesfile &&
    quietly "$aesfile" add-key -k tool.key --new-passphrase-file <(echo correct horse) sealed.aesfile &&
    [[ $("$aesfile" list -k tool.key sealed.aesfile) == *' deep/file' ]] &&
    quietly "$aesfile" open --passphrase-file <(echo correct horse) sealed.aesfile -o opened && diff -r sealed opened || return 1
  head -c 2000000 sealed.aesfile >cut.aesfile
  "$aesfile" open -k tool.key cut.aesfile 2>/dev/null
  [[ $? == 2 && ! -e cut ]] && "$aesfile" --help | grep -q '^  seal '
}

verdict aesfile use_tool
[[ -z $whole || ! -x out/native/Consumer ]] || verdict "aesfile, native" use_native_tool
