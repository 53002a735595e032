# take VARIABLE PATH [ID]: an id of the last answer, to be used from here on; that of the run, where the answer has it still.
take() {
  taken=$(value "$step" "$2")
  if [ -n "${3:-}" ] && { [ -z "$taken" ] || has "$step" "$3"; }; then taken=$3; fi
  [ -n "$taken" ] || undecided "step $step was to show $1 at $2"
  eval "$1=\$taken; $1_upper=\$(printf %s \"\$taken\" | tr a-z A-Z)"
  printf '%s\t%s\n' "$taken" "$1" >>"$work/names"
}

# name VARIABLE PATH [ID]: the same for an id that nothing is sent with: it may be missing.
name() {
  if [ -n "${3:-}" ] || [ -n "$(value "$step" "$2")" ]; then take "$@"; else eval "$1=none $1_upper=NONE"; fi
}

# known VARIABLE VALUE: what is there already, under a name.
known() {
  eval "$1=\$2"
  printf '%s\t%s\n' "$2" "$1" >>"$work/names"
}

# made ACTOR PATH: what the last answer shows the id of is removed in the end.
made() {
  id=$(value "$step" .id)
  [ -n "$id" ] || id=$(value "$step" .item.id)
  [ -z "$id" ] || printf '%s\t%s%s\n' "$1" "$2" "$id" >>"$work/made"
}

undo() {
  awk '{ line[NR] = $0 } END { for (n = NR; n > 0; n--) print line[n] }' "$work/made" >"$work/unmade"
  while IFS='	' read -r actor path; do
    exchange undo "$actor" DELETE "$path" >/dev/null
    printf 'removed  %s → %s\n' "$path" "$(status undo)"
  done <"$work/unmade"
  : >"$work/made"
  while read -r key_id; do
    # What is revoked already may be refused, or not be known any more.
    if [ -n "${CONFORMANCE_WEB_APPLICATION:-}" ]; then "$CONFORMANCE_WEB_APPLICATION" revokeApiKey "$key_id" >/dev/null 2>&1
    else printf 'in the web application, revoke the key %s, unless that is done\n' "$key_id"; fi
  done <"$work/made_keys"
  : >"$work/made_keys"
}

# web NAME [VALUE...]: what only the web application can do, by CONFORMANCE_WEB_APPLICATION, or by hand.
web() {
  if [ -n "${CONFORMANCE_WEB_APPLICATION:-}" ]; then
    "$CONFORMANCE_WEB_APPLICATION" "$@" >"$work/web" || undecided "CONFORMANCE_WEB_APPLICATION could not do $*"
  elif [ -t 0 ]; then
    printf 'In the web application: %s. Then type the id of what it made, or the number of the version, if anything, behind it a key that it made, and press Enter. ' "$*"
    read -r reply
    printf '%s\n' "$reply" >"$work/web"
  else
    undecided "in the web application, this has to be done: $*; set CONFORMANCE_WEB_APPLICATION to a command that does it"
  fi
}

# take_made VARIABLE: the id of what the web application made, which it prints.
take_made() {
  taken=$(tr -d ' \t\r\n"' <"$work/web")
  [ -n "$taken" ] || undecided 'the web application has made something, and its id was not printed'
  known "$1" "$taken"
}

# take_key VARIABLE: the id and the text of a key that the web application made, which it prints; the text is held by VARIABLE_key.
take_key() {
  read -r key_id key_text <"$work/web"
  [ -n "${key_text:-}" ] || undecided 'the web application has made a key, and its id and the key were not printed'
  known "$1" "$key_id"
  eval "$1_key=\$key_text"
  printf '%s\n' "$key_id" >>"$work/made_keys"
}

# version_made: the number of the version that the web application has just published, where it was printed.
version_made() { tr -d ' \t\r\n"' <"$work/web" | grep -Ex -e '-?[0-9]+'; }
