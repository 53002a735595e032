# What the script is made of; the story begins below it.
set -u
LC_ALL=C
export LC_ALL
umask 077
work=$(mktemp -d) || exit 2
mkdir "$work/keys" || exit 2
: >"$work/names"
: >"$work/made"
: >"$work/made_keys"
step=0
spaced=no
together=no
result=2
trap finish EXIT
trap 'exit 130' INT TERM HUP

finish() {
  undo
  rm -rf "$work"
  exit "$result"
}

accepted() { case $(status "$1") in 2??) true ;; *) false ;; esac; }

refused() { case $(status "$1") in 4??) true ;; *) false ;; esac; }

# control: without a control request that is accepted, a refusal proves nothing.
control() { accepted "$step" || undecided "the control request was refused too: $(status "$step")"; }

# succeeded: what the judged request builds on is there.
succeeded() {
  accepted "$step" && return
  [ "$(status "$step")" != 429 ] || undecided 'needs a rate-limit window in which nobody else sends'
  undecided "step $step succeeded in the run, and now it was answered with $(status "$step")"
}

# undecided WHY: neither PASS nor BREACH would be sure.
undecided() {
  printf 'UNDECIDED  %s: %s\n' "$finding" "$1"
  printf '  expected: %s\n  received in the run: %s\n' "$expected" "$received"
  result=3
  exit 3
}

# unusable WHY: the script cannot be run here.
unusable() {
  printf 'error: %s\n' "$1" >&2
  exit 2
}

# pass [WHY]
pass() {
  printf 'PASS  %s%s\n' "$finding" "${1:+: $1}"
  result=0
  exit 0
}

breach() {
  printf 'BREACH  %s: %s\n' "$finding" "$claim"
  printf '  expected: %s\n  received in the run: %s\n' "$expected" "$received"
  result=1
  exit 1
}
