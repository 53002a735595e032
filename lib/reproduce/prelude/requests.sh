# use ACTOR VARIABLE: the key of an actor, by the variable that holds it; no command line shows it.
use() {
  eval "key=\${$2:-}"
  [ -n "$key" ] || unusable "set $2: the key of $1"
  printf 'header = "authorization: Bearer %s"\n' "$key" >"$work/keys/$1"
}

# shown_again TEXT ACTOR METHOD PATH: asks until the answer shows a text of the service's own that is sent later; it may come late.
shown_again() {
  shown_text=$1 waited=0
  shift
  while ! holds_text "$step" "$shown_text"; do
    [ "$waited" -lt 12 ] || undecided "in the run, step $step showed: $shown_text"
    waited=$((waited + 1))
    sleep 1
    exchange "$step" "$@" >/dev/null
  done
}

# comes_to_show FIELD ACTOR METHOD PATH: asks until the answer shows a field; it may come late.
comes_to_show() {
  late_field=$1 waited=0
  shift
  while [ -z "$(plain "$step" "$late_field")" ]; do
    [ "$waited" -lt 20 ] || undecided "in the run, step $step came to show $late_field"
    waited=$((waited + 1))
    sleep 1
    exchange "$step" "$@" >/dev/null
  done
}

# not_yet STEP FIELD: what the service adds by itself was not there before a person's update.
not_yet() {
  [ -z "$(plain "$1" "$2")" ] || undecided "needs a service that takes longer than this script does: $2 is there already"
}

# credentials FORMAT [VALUE...]: an Authorization header of another form, for the next request.
credentials() {
  { printf 'authorization: '; printf -- "$@"; echo; } | sed 's/[\\"]/\\&/g; s/^/header = "/; s/$/"/' >"$work/keys/forged"
}

# send ACTOR METHOD PATH [OPTION...]: a request with further options of curl; its answer is that of this step.
send() {
  [ "$spaced" = no ] || [ "$2" = GET ] || sleep 2
  step=$((step + 1))
  exchange "$step" "$@"
}

exchange() {
  number=$1 actor=$2 method=$3 path=$4
  shift 4
  [ ! -f "$work/keys/$actor" ] || set -- -K "$work/keys/$actor" "$@"
  case $method in
    GET) ;;
    HEAD) set -- --head "$@" ;;
    *) set -- -X "$method" "$@" ;;
  esac
  set -- -sS --path-as-is --globoff --max-time 60 -H 'expect:' -o "$work/body-$number" -D "$work/head-$number" "$@" "$base$path"
  [ "$together" = no ] || { keep "$@"; return; }
  tries=0
  while :; do
    : >"$work/body-$number"
    curl "$@" -w '%{http_code}' >"$work/status-$number" 2>"$work/error-$number" || echo 000 >"$work/status-$number"
    tries=$((tries + 1))
    [ "$(cat "$work/status-$number")" = 429 ] && [ "$paced" = yes ] && [ "$tries" -lt 4 ] || break
    sleep 15
  done
  printf '%s  %s %s → %s  (%s)\n' "$number" "$method" "$path" "$(cat "$work/status-$number")" "$actor" | cut -c 1-240
}

status() { cat "$work/status-$1"; }

# header STEP NAME: a header of an answer.
header() {
  tr -d '\r' <"$work/head-$1" | awk -v name="$2" 'index(tolower($0), name ":") == 1 { text = substr($0, length(name) + 2); sub(/^[ \t]+/, "", text); print text; exit }'
}
