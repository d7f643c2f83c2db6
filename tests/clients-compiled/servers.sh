# Sourced by run: servers, each on a free port of this machine alone, with its data in the scratch folder.

# free_port: nothing listens there.
free_port() {
  local port
  while port=$((20000 + RANDOM % 10000)); (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  echo "$port"
}

# as USER COMMAND...: in its place; for root, since some servers refuse to run as root.
as() { if ((EUID)); then exec "${@:2}"; else exec setpriv --reuid="$1" --regid="$1" --init-groups "${@:2}"; fi; }

# serves PORT NAME COMMAND...: starts it, and waits until it takes connections.
serves() {
  "${@:3}" >"$2.log" 2>&1 </dev/null &
  servers+=($!)
  for _ in {1..300}; do
    (: <>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
    sleep 0.1
  done
  cat "$2.log"
  return 1
}

# data NAME USER: a folder that the server's user owns.
data() { mkdir -p "$1" && { ((EUID)) || chown "$2" "$1"; }; }

serve_postgres() {
  local programs data=$scratch/postgres
  programs=$(dirname "$(find /usr/lib/postgresql -name initdb | tail -1)")
  data postgres postgres && echo "correct horse" >"$scratch/password" || return 1
  quietly as_child postgres "$programs/initdb" -D "$data" -U scram --pwfile="$scratch/password" --auth=scram-sha-256 || return 1
  printf 'host all %s 127.0.0.1/32 %s\n' scram scram-sha-256 md5 md5 >pg_hba.conf
  serves "$POSTGRES" postgres as postgres "$programs/postgres" -D "$data" -p "$POSTGRES" -k "$data" -h 127.0.0.1 -c hba_file="$scratch/pg_hba.conf" -c ssl=off &&
    program off Npgsql prepare
}

serve_mariadb() {
  local data=$scratch/mariadb
  data mariadb mysql && quietly as_child mysql mariadb-install-db --no-defaults --datadir="$data" --auth-root-authentication-method=normal || return 1
  cat >mariadb.sql <<'END'
CREATE DATABASE IF NOT EXISTS test;
CREATE USER client@127.0.0.1 IDENTIFIED VIA mysql_native_password USING PASSWORD('correct horse');
GRANT ALL ON test.* TO client@127.0.0.1;
END
  serves "$MARIADB" mariadb as mysql mariadbd --no-defaults --datadir="$data" --port="$MARIADB" --socket="$data/socket" --bind-address=127.0.0.1 --skip-name-resolve \
    --init-file="$scratch/mariadb.sql"
}

serve_redis() { serves "$REDIS" redis redis-server --port "$REDIS" --bind 127.0.0.1 --dir "$scratch" --save "" --requirepass "correct horse"; }

serve_ssh() {
  ssh-keygen -q -t ed25519 -N "" -f host_key && ssh-keygen -q -t ed25519 -N "correct horse" -f user_key || return 1
  # A folder that the service would have made.
  ((EUID)) || [[ -d /run/sshd ]] || { mkdir /run/sshd && made+=(/run/sshd); }
  cat >sshd_config <<END
ListenAddress 127.0.0.1:$SSH
HostKey $scratch/host_key
AuthorizedKeysFile $scratch/user_key.pub
PidFile none
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
Ciphers +aes256-cbc
Subsystem sftp internal-sftp
END
  serves "$SSH" ssh "$(PATH=$PATH:/usr/sbin command -v sshd)" -D -e -f "$scratch/sshd_config"
}

serve_mongodb() { serves "$MONGODB" mongodb dotnet out/off/MongoDB.Driver/Client.dll serve; }

# as_child USER COMMAND...: as as, and comes back.
as_child() (as "$@")

# prepared CLIENT: its server runs, if it has one.
prepared() {
  case $1 in
    Npgsql) POSTGRES=$(free_port) && export POSTGRES && serve_postgres ;;
    MySqlConnector) MARIADB=$(free_port) && export MARIADB && serve_mariadb ;;
    MongoDB.Driver) MONGODB=$(free_port) && export MONGODB && serve_mongodb ;;
    StackExchange.Redis) REDIS=$(free_port) && export REDIS && serve_redis ;;
    SSH.NET) SSH=$(free_port) && export SSH USER="${USER:-$(id -un)}" USER_KEY=$scratch/user_key && serve_ssh ;;
  esac
}
