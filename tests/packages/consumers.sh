# shellcheck shell=bash
# Sourced by scripts that have programs take the package: here, and by those of other people's libraries. $scratch is their folder.

passed=0 failed=0 SECONDS=0

# quietly COMMAND...: shows what the command says only if it fails.
quietly() { "$@" >"$scratch/said" 2>&1 </dev/null || { cat "$scratch/said"; return 1; }; }

# verdict NAME COMMAND...: runs it, counts, and says how long it took.
verdict() {
  local name=$1 start=$SECONDS word=PASSED
  shift
  if "$@"; then ((++passed)); else word=FAILED && ((++failed)); fi
  echo "$word $name, $((SECONDS - start)) s"
}

# hidden COMMAND...: where OpenSSL cannot be loaded: the linker takes the first file of a name, and gives up if it is empty.
hidden() {
  mkdir -p "$scratch/hidden" && touch "$scratch"/hidden/lib{ssl,crypto}.so{,.3,.1.1,.1.0.2,.1.0.0,.10}
  LD_LIBRARY_PATH=$scratch/hidden "$@"
}
