# ready NAME ACTOR METHOD PATH [OPTION...]: a request that `at_once` sends with others.
ready() {
  together=yes
  exchange "$@"
  together=no
}

# keep WORD...: the options of curl for such a request, as words of the shell.
keep() {
  printf '%s\n' "$number" >>"$work/together"
  for word; do
    printf '%s\n' "$word" | sed "s/'/'\\\\''/g; 1s/^/'/; \$s/\$/'/" | tr '\n' ' '
  done >"$work/request-$number"
  : >"$work/body-$number"
  : >"$work/head-$number"
}

# at_once: the requests that are ready, over connections of their own, by one curl where it can, for then they begin together.
at_once() {
  if curl --parallel-immediate --version >/dev/null 2>&1; then
    by_one_curl -Z --parallel-immediate
  else
    while read -r number; do eval "curl $(cat "$work/request-$number")" >/dev/null 2>&1 & done <"$work/together"
    wait
  fi
  answered
}

# in_turn: the requests that are ready, one right after the other.
in_turn() {
  by_one_curl
  answered
}

# by_one_curl [OPTION...]: sends all that are ready.
by_one_curl() {
  next=''
  while read -r number; do
    set -- "$@" "$next $(cat "$work/request-$number")"
    next='--next'
  done <"$work/together"
  eval "curl $*" >/dev/null 2>"$work/error-race"
}

answered() {
  while read -r number; do
    awk '/^HTTP\// { status = $2 } END { print (status == "" ? "000" : status) }' "$work/head-$number" >"$work/status-$number"
    printf '%s  → %s\n' "$number" "$(status "$number")"
  done <"$work/together"
  : >"$work/together"
}

# race_went COUNT LAWFUL REFUSALS OF_RUN: 0 where so many of the requests at once were accepted and the others refused as they may be, 1 where more
# were, or where all were answered as in the run, 2 otherwise.
race_went() {
  n=0 won=0 others=0 statuses=''
  while [ "$n" -lt "$1" ]; do
    of_one=$(status "race$n")
    statuses="$statuses $of_one"
    n=$((n + 1))
    case $of_one in
      000 | 429 | 5??) return 2 ;;
      2??) won=$((won + 1)) ;;
      *) case " $3 " in *" $of_one "* | *" 4xx "*) others=$((others + 1)) ;; esac ;;
    esac
  done
  [ "$won" -gt "$2" ] && return 1
  [ "$won" -eq "$2" ] && [ "$((won + others))" -eq "$1" ] && return 0
  [ "$(echo $statuses | tr ' ' '\n' | sort | tr '\n' ' ')" = "$4 " ] && return 1
  return 2
}
