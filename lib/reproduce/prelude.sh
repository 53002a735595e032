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

# seed: another number each time, also within a second.
seed() {
  echo >>"$work/drawn"
  echo $((($(date +%s) * 7919 + $$ * 31 + $(wc -l <"$work/drawn") * 104729) % 2147483647))
}

# A word that no earlier run of this script has used: part numbers are given out once.
fresh() {
  awk -v seed="$(seed)" 'BEGIN { srand(seed); while (n++ < 8) printf "%s", substr("0123456789abcdefghijklmnopqrstuvwxyz", int(rand() * 36) + 1, 1) }'
}

# digits COUNT: as many digits by chance.
digits() {
  awk -v seed="$(seed)" -v n="$1" 'BEGIN { srand(seed); while (n-- > 0) printf "%d", int(rand() * 9) + 1 }'
}

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

# credentials FORMAT [VALUE...]: an Authorization header of another form, for the next request.
credentials() {
  { printf 'authorization: '; printf -- "$@"; echo; } | sed 's/[\\"]/\\&/g; s/^/header = "/; s/$/"/' >"$work/keys/forged"
}

# part KEY FIRST LAST: some characters of a key.
part() { printf %s "$1" | cut -c "$2-$3"; }
swapcase() { tr 'a-zA-Z' 'A-Za-z'; }

# compose NAME FORMAT [VALUE...]: a body; the format is that of printf.
compose() {
  name=$1
  shift
  printf -- "$@" >"$work/$name"
}

# filler NAME BYTES [WORD]: adds as many bytes to a body, of a word of eight characters.
filler() {
  awk -v n="$2" -v word="${3:-xxxxxxxx}" '
    BEGIN {
      line = word word word word word word word word
      while (n >= 64) { printf "%s", line; n -= 64 }
      printf "%s", substr(line, 1, n)
    }' >>"$work/$1"
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

# flatten FILE: the values of a JSON text, one a line: path, tab, value as it is written.
flatten() {
  { cat "$1"; echo; } | awk '
    { text = text $0 "\n" }
    END {
      if (text !~ /^[ \t\r\n]*[[{]/) exit
      depth = 0; last = ""
      while (match(text, /^[ \t\r\n]*("([^"\\]|\\.)*"|[-A-Za-z0-9_.+]+|[][{},:])/)) {
        found = substr(text, 1, RLENGTH); text = substr(text, RLENGTH + 1)
        sub(/^[ \t\r\n]+/, "", found)
        if (found == "{" || found == "[") { where = place(); depth++; path[depth] = where; list[depth] = (found == "["); count[depth] = 0; key[depth] = ""; named[depth] = 0 }
        else if (found == "}" || found == "]") { if (last == "{" || last == "[") print path[depth] "\t" last found; depth-- }
        else if (found == ",") { if (list[depth]) count[depth]++; else named[depth] = 0 }
        else if (found != ":") {
          if (depth == 0 || list[depth] || named[depth]) print place() "\t" found
          else { key[depth] = substr(found, 2, length(found) - 2); named[depth] = 1 }
        }
        last = found
      }
    }
    function place() {
      if (depth == 0) return ""
      return path[depth] (list[depth] ? "[" count[depth] "]" : "." key[depth])
    }'
}

# value STEP PATH: a value of an answer.
value() {
  flatten "$work/body-$1" | awk -F '\t' -v path="$2" '$1 == path { text = $2; sub(/^"/, "", text); sub(/"$/, "", text); print text; exit }'
}

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
    printf 'In the web application: %s. Then type the id of what it made, if anything, behind it a key that it made, and press Enter. ' "$*"
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

# under STEP PATH: the values under a path of an answer, by their paths within; what differs from run to run is replaced by its name.
under() {
  flatten "$work/body-$1" | named | awk -F '\t' -v base="$2" '
    substr($0, 1, length(base)) == base {
      rest = substr($0, length(base) + 1)
      if (rest ~ /^[.[\t]/) print rest
    }' | sort
}

# fields NAME...: of what `under` gives, the values of these fields.
fields() { awk -F '\t' -v names=" $* " '{ name = substr($1, 2); sub(/[.[].*/, "", name) } index(names, " " name " ")'; }

# plain STEP PATH: the values under a path as they are, but for what says nothing: empty values, the letter case of ids, the order in a list.
plain() {
  flatten "$work/body-$1" | awk -F '\t' -v base="$2" '
    substr($1, 1, length(base)) == base && $2 !~ /^(null|""|\[\]|\{\})$/ {
      rest = substr($1, length(base) + 1)
      if (rest !~ /^([.[]|$)/) next
      gsub(/\[[0-9]+\]/, "[]", rest)
      print rest "\t" ($2 ~ /^"[-0-9A-Fa-f]*"$/ && length($2) == 38 ? tolower($2) : $2)
    }' | sort
}

# even TEXT: a line of `plain` without letter case, and without spaces around its text.
even() { printf '%s\n' "$1" | tr A-Z a-z | sed 's/"  *\(.*\)"$/"\1"/; s/  *"$/"/'; }

# agree STEP PLACE STEP PLACE FIELD...: 0 where two records have the same in these fields, 1 where not; a time may be written in several ways.
agree() {
  one=$1 of_one=$2 other=$3 of_other=$4
  shift 4
  for field; do
    left=$(plain "$one" "$of_one$field") right=$(plain "$other" "$of_other$field")
    [ "$left" != "$right" ] || continue
    case $left in *[0-9][Tt][0-9][0-9]:[0-9]*) [ ${#left} = ${#right} ] || same_moment "$left" "$right" || return $? ;; *) return 1 ;; esac
    [ ${#left} != ${#right} ] || return 1
  done
}

# same_moment LINE LINE: 0 where two times of `plain` are one to the second, 1 where not, 2 where nobody can tell.
same_moment() {
  then=$(seconds "$(printf %s "$1" | sed 's/^.*	"//; s/"$//')") now=$(seconds "$(printf %s "$2" | sed 's/^.*	"//; s/"$//')")
  [ -n "$then" ] && [ -n "$now" ] || return 2
  [ "$then" = "$now" ] && return 0
  [ "$((then - now))" -le 1 ] && [ "$((now - then))" -le 1 ] && return 2
  return 1
}

# rows KEYS STEP...: the records of some answers by these values within, such as .name or .references[].page, one a line; empty values say nothing.
rows() {
  keys=$1
  shift
  for answer; do
    flatten "$work/body-$answer" | named | awk -F '\t' -v keys=" $keys " -v answer="$answer" '
      $2 !~ /^(null|""|\[\]|\{\})$/ {
        gsub(/^"|"$/, "", $2)
        for (at = 1; at <= length($1); at++) {
          if (substr($1, at, 1) != ".") continue
          key = substr($1, at)
          gsub(/\[[0-9]+\]/, "[]", key)
          if (index(keys, " " key " ")) print answer substr($1, 1, at - 1) "\t" key "=" $2
        }
      }'
  done | sort | awk -F '\t' '$1 != last { if (NR > 1) print row; row = ""; last = $1 } { row = row "\t" $2 } END { if (NR > 0) print row }'
}

# shows_rows: 0 where the rows that are due are all shown and no wrong one is, 1 where it is as in the run.
shows_rows() {
  lacking=$(grep -Fxvf "$work/rows" "$work/due" | wc -l)
  shown=$(grep -Fxf "$work/wrong" "$work/rows" | wc -l)
  [ "$lacking" -eq 0 ] && [ "$shown" -eq 0 ] && return 0
  [ -s "$work/due" ] && [ "$lacking" -eq 0 ] && return 2
  [ -s "$work/wrong" ] && [ "$shown" -eq 0 ] && return 2
  return 1
}

# either STEP FUNCTION...: 0 where one of some judgements is 0, 1 where each is 1.
either() {
  of_step=$1 worst=1
  shift
  for part; do
    "$part" "$of_step"
    case $? in 0) return 0 ;; 1) ;; *) worst=2 ;; esac
  done
  return "$worst"
}

# place STEP ID: where the record with this id stands in an answer.
place() {
  flatten "$work/body-$1" | awk -F '\t' -v id="\"$2\"" '$2 == id && $1 ~ /(^|\]|^\.[a-z_]+)\.id$/ { sub(/\.id$/, "", $1); print $1; exit }'
}

# place_by STEP VALUE: where the entry of a list with this value in one of its fields stands.
place_by() {
  flatten "$work/body-$1" | VALUE=$2 awk -F '\t' 'BEGIN { value = "\"" ENVIRON["VALUE"] "\"" } $2 == value && $1 ~ /\][.][a-z_]+$/ { sub(/[.][a-z_]+$/, "", $1); print $1; exit }'
}

# kind_of VALUE: of what kind a value is that `under` gave.
kind_of() {
  printf '%s\n' "$1" | awk -F '\t' '
    function is_day(y, m, d) { m += 0; d += 0; return m > 0 && m < 13 && d > 0 && d <= (m == 2 ? 28 + (y % 4 == 0 && (y % 100 || y % 400 == 0)) : 30 + (m + (m > 7)) % 2) }
    $0 == "" { kind = "nothing"; next }
    { now = "other" }
    /^\tnull$/ { now = "null" }
    /^\t(true|false)$/ { now = "boolean" }
    /^\t-?[0-9]+$/ { now = "integer" }
    /^\t-?[0-9]+[.][0-9]+$/ { now = "fraction" }
    /^\t"/ { now = "text" }
    /^\t""$/ { now = "empty text" }
    /^\t"\[\[[-+0-9., eE\]\[]*\]\]"$/ { now = "matrix" }
    /^\t"[{]id[}]"$/ { now = "UUID" }
    /^\t"[{]time[}]/ { now = "time" }
    /^\t"[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"$/ { if (is_day(substr($2, 2, 4), substr($2, 7, 2), substr($2, 10, 2))) now = "date" }
    /^\t[{]object[}]$/ { now = "object" }
    /^\t[{]user[}]$/ { now = "user" }
    /^\[[0-9]+\]\t"/ { now = "texts" }
    /^[.]/ { now = "object" }
    /^[.](id|userName)\t"/ { of_user++ }
    { kind = (kind == "" || kind == now) ? now : "other" }
    END { print (kind == "object" && of_user == 2 ? "user" : kind) }'
}

# each_value STEP FIELD: the values of a field such as .used_in.target_type in a record, or in each entry of a list, one a line; what is a UUID or a time stands as that, and so does a user or another object.
each_value() {
  flatten "$work/body-$1" | awk -F '\t' -v field="$2" '
    { at = $1; sub(/^([.]items)?\[[0-9]+\]/, "", at); gsub(/\[[0-9]+\]/, "", at) }
    at == field {
      h = "[0-9a-fA-F]"; four = h h h h; d = "[0-9]"
      gsub("^\"" four four "-" four "-" four "-" four "-" four four four "\"$", "\"{id}\"", $2)
      gsub(d d d d "-" d d "-" d d "[T ]" d d ":" d d ":" d d "([.]" d "+)?", "{time}", $2)
      print "\t" $2
    }
    index(at, field ".") == 1 {
      name = substr(at, length(field) + 2); record = substr($1, 1, length($1) - length(name))
      within[record]
      if (name ~ /^(id|userName)$/ && $2 ~ /^"/) of_user[record]++
    }
    END { for (record in within) print "\t" (of_user[record] == 2 ? "{user}" : "{object}") }' | sort -u
}

# each_has_field STEP FIELD: 0 where each record with a field such as .used_in.target_type has it, 1 where one has not, 2 where there is none.
each_has_field() {
  flatten "$work/body-$1" | awk -F '\t' -v field="$2" '
    BEGIN { depth = split(field, steps, ".") - 1; for (n = 2; n <= depth; n++) around = around "." steps[n] }
    {
      path = $1; entry = ""
      if (path ~ /^([.]items|\[)/) listed = 1
      if (match(path, /^([.]items)?\[[0-9]+\]/)) { entry = substr(path, 1, RLENGTH); path = substr(path, RLENGTH + 1) }
      count = split(path, part, "."); record = entry; names = ""
      for (n = 2; n <= depth && n < count; n++) { record = record "." part[n]; name = part[n]; gsub(/\[[0-9]+\]/, "", name); names = names "." name }
      if (count <= depth || names != around) next
      name = part[depth + 1]; gsub(/\[[0-9]+\]/, "", name)
      seen[record] = 1
      if (name == steps[depth + 1]) has[record] = 1
    }
    END { none = 2; if (listed) delete seen[""]; for (record in seen) { if (none == 2) none = 0; if (!(record in has)) none = 1 } exit none }'
}

# keeps_kinds LAWFUL UNLAWFUL WRONG TEXT...: 0 where the values in a file are of these kinds /null/text/, or such texts, 1 where one is not, or is that of the run.
keeps_kinds() {
  lawful=$1 unlawful=$2 wrong=$3 worst=0
  shift 3
  printf '%s\n' "$@" >"$work/lawful"
  [ -s "$work/values" ] || return 2
  while IFS= read -r shown; do
    [ "$shown" != "$wrong" ] || return 1
    kind=$(kind_of "$shown")
    case $lawful in */"$kind"/*) continue ;; esac
    case $unlawful in */"$kind"/*) return 1 ;; esac
    grep -Fxq -e "$shown" "$work/lawful" && continue
    [ $# = 0 ] || return 1
    worst=2
  done <"$work/values"
  return "$worst"
}

named() {
  awk -F '\t' -v names="$work/names" '
    BEGIN { while ((getline line < names) > 0) { split(line, pair, "\t"); value[++n] = pair[1]; name[n] = pair[2] } }
    {
      text = $2; quote = text ~ /^"/ ? "\"" : ""
      if (quote != "") text = substr(text, 2, length(text) - 2)
      for (k = n; k > 0; k--) {
        if (text == value[k]) { text = "{" name[k] "}"; break }
        if (length(value[k]) < 8) continue
        rest = text; text = ""
        while (at = index(rest, value[k])) { text = text substr(rest, 1, at - 1) "{" name[k] "}"; rest = substr(rest, at + length(value[k])) }
        text = text rest
      }
      h = "[0-9a-fA-F]"; four = h h h h
      gsub(four four "-" four "-" four "-" four "-" four four four, "{id}", text)
      d = "[0-9]"
      gsub(d d d d "-" d d "-" d d "[T ]" d d ":" d d ":" d d "[.]" d "+", "{time}", text)
      gsub(d d d d "-" d d "-" d d "[T ]" d d ":" d d ":" d d, "{time}", text)
      if ($1 ~ /id$/ && text ~ /^[0-9A-Za-z_-]+$/ && text ~ /[0-9]/ && length(text) >= 16) text = "{id}"
      if ($1 ~ /[.]readable_id$/ && quote != "" && text ~ /[^}]$/) text = "{made}"
      print $1 "\t" quote text quote
    }'
}

# lists STEP ID: whether a list has an entry with this id.
lists() {
  flatten "$work/body-$1" | awk -F '\t' -v id="\"$2\"" 'tolower($2) == tolower(id) && $1 ~ /\[[0-9]+\]\.id$/ { found = 1 } END { exit !found }'
}

# has STEP VALUE: whether a value stands anywhere in an answer.
has() {
  flatten "$work/body-$1" | awk -F '\t' -v value="$2" '$2 == value || $2 == "\"" value "\"" { found = 1 } END { exit !found }'
}

# holds_text STEP TEXT: whether a text stands in any value of an answer.
holds_text() {
  flatten "$work/body-$1" | TEXT=$2 awk -F '\t' 'BEGIN { text = ENVIRON["TEXT"] } index($2, text) { found = 1 } END { exit !found }'
}

# count STEP: the entries of a list.
count() { flatten "$work/body-$1" | sed -n 's/^\(\.[a-z_]*\)\{0,1\}\[\([0-9]*\)\].*/\2/p' | sort -u | wc -l | tr -d ' '; }

# records STEP: the entries of a list; of a record, it alone.
records() { [ -n "$(value "$1" .id)" ] && echo 1 || count "$1"; }

# ids STEP: the ids of the entries of a list, in their order.
ids() { flatten "$work/body-$1" | awk -F '\t' '$1 ~ /^([.]items)?\[[0-9]+\][.]id$/ { print tolower($2) }'; }

# living STEP: the ids of those entries of a list that are not marked as deleted.
living() {
  flatten "$work/body-$1" | awk -F '\t' '
    match($1, /^([.]items)?\[[0-9]+\][.]/) { entry = substr($1, 1, RLENGTH); field = substr($1, RLENGTH + 1) }
    field == "id" { id[entry] = tolower($2) }
    field == "deleted" && $2 == "true" { deleted[entry] = 1 }
    END { for (entry in id) if (!(entry in deleted)) print id[entry] }'
}

# whole ACTOR PATH: the ids of a list into a file, however many come at once.
whole() {
  : >"$work/whole"
  while :; do
    offset=$(($(wc -l <"$work/whole")))
    exchange whole "$1" GET "$2limit=200&offset=$offset" >/dev/null
    accepted whole || return 2
    ids whole | awk -v known="$work/whole" 'BEGIN { while ((getline id < known) > 0) seen[id] = 1 } !($0 in seen)' >"$work/more"
    [ -s "$work/more" ] && [ "$offset" -lt 2000 ] || return 0
    cat "$work/more" >>"$work/whole"
  done
}

# fill ACTOR PATH MORE_THAN: makes entries of a list until it has more than so many.
fill() {
  whole "$1" "$2" || return
  lacking=$(($3 + 1 - $(wc -l <"$work/whole")))
  while [ "$lacking" -gt 0 ] && [ "$lacking" -le 250 ]; do
    lacking=$((lacking - 1))
    entry
  done
}

# is_page STEP ACTOR PATH LIMIT OFFSET MORE_THAN: 0 where a page shows its part of the list, 1 where not, 2 where the list is too short to tell.
is_page() {
  ids "$1" >"$work/shown"
  whole "$2" "$3" || return 2
  cp "$work/whole" "$work/before"
  tail -n "+$(($5 + 1))" "$work/whole" | head -n "$4" >"$work/due"
  if cmp -s "$work/due" "$work/shown"; then
    [ "$(wc -l <"$work/whole")" -gt "$(($5 + $6))" ] || return 2
    return 0
  fi
  whole "$2" "$3" && cmp -s "$work/before" "$work/whole" && return 1
  return 2
}

# ends ACTOR PATH LIMIT AFTER: 0 where a page that begins at the end of a list, or so many entries after it, is empty, 1 where it shows entries.
ends() {
  whole "$1" "$2" || return 2
  cp "$work/whole" "$work/before"
  exchange page "$1" GET "$2limit=$3&offset=$(($(wc -l <"$work/before") + $4))"
  accepted page || return 2
  [ "$(count page)" = 0 ] && return 0
  whole "$1" "$2" && cmp -s "$work/before" "$work/whole" && return 1
  return 2
}

# is_each_once ACTOR PATH LIMIT ENTRIES: 0 where a list that is read in as many pages as ENTRIES were by LIMIT shows each entry once.
is_each_once() {
  whole "$1" "$2" || return 2
  cp "$work/whole" "$work/before"
  total=$(($(wc -l <"$work/whole")))
  size=$(((total * $3 + $4 - 1) / $4))
  [ "$size" -le 200 ] || size=200
  # Where the run had more than one page, one is too short to tell.
  [ "$total" -gt "$size" ] || [ "$3" -ge "$4" ] || return 2
  : >"$work/walked"
  offset=0
  while [ "$offset" -le "$((total + size))" ]; do
    exchange page "$1" GET "$2limit=$size&offset=$offset" >/dev/null
    accepted page || return 2
    ids page >>"$work/walked"
    [ "$(ids page | wc -l)" -ge "$size" ] || break
    offset=$((offset + size))
  done
  sort "$work/walked" >"$work/shown"
  sort "$work/whole" >"$work/due"
  cmp -s "$work/due" "$work/shown" && return 0
  whole "$1" "$2" && cmp -s "$work/before" "$work/whole" && return 1
  return 2
}

# each_is STEP FIELD MISSING VALUE...: 0 where a record, or each entry of a list, has one of these values, 1 where one has another, or, unless MISSING may be, none.
each_is() {
  step_of=$1 field=$2 missing=$3
  shift 3
  printf '%s\n' "$@" >"$work/lawful"
  flatten "$work/body-$step_of" | awk -F '\t' -v field="$field" '$1 ~ "(^|[]])[.]" field "$" { text = tolower($2); gsub(/^"|"$/, "", text); print text }' >"$work/shown"
  awk -v lawful="$work/lawful" 'BEGIN { while ((getline text < lawful) > 0) known[tolower(text)] = 1 } !($0 in known) { exit 1 }' "$work/shown" || return 1
  [ "$missing" = may ] || [ "$(wc -l <"$work/shown")" -eq "$(records "$step_of")" ]
}

# each_is_not STEP FIELD VALUE...: 1 where a record, or an entry of a list, has one of these values, 2 where none has the field.
each_is_not() {
  step_of=$1 field=$2
  shift 2
  printf '%s\n' "$@" | tr 'A-Z' 'a-z' >"$work/unlawful"
  flatten "$work/body-$step_of" | awk -F '\t' -v field="$field" '$1 ~ "(^|[]])[.]" field "$" { text = tolower($2); gsub(/^"|"$/, "", text); print text }' >"$work/shown"
  [ -s "$work/shown" ] || return 2
  ! grep -Fxqf "$work/unlawful" "$work/shown"
}

# each_has STEP FIELD TEXT: 0 where a field of a record, or of each entry of a list, has a text in it, in whatever letter case.
each_has() {
  flatten "$work/body-$1" | awk -F '\t' -v field="$2" -v text="$3" '$1 ~ "(^|[]])[.]" field "$" && !index(tolower($2), tolower(text)) { exit 1 }'
}

# shows_later STEP ACTOR PATH FIELD: 0 where what was made comes to show a field within some seconds.
shows_later() {
  later_id=$(value "$1" .id) waited=0
  [ -n "$later_id" ] || return 2
  while :; do
    exchange later "$2" GET "$3$later_id" >/dev/null
    [ -z "$(plain later "$4")" ] || return 0
    [ "$waited" -lt 12 ] || return 1
    waited=$((waited + 1))
    sleep 1
  done
}

# settles STEP: 1 where the judged request comes to be answered otherwise within some seconds.
settles() {
  first=$1 waited=0
  while [ "$waited" -lt 8 ]; do
    sleep 1
    waited=$((waited + 1))
    judge
    [ "$(plain "$first" '')" = "$(plain "$step" '')" ] || return 1
  done
}

# keeps_order STEP: 1 where the entries that a list has whenever it is read come in another order.
keeps_order() {
  reads=0
  ids "$1" >"$work/order"
  while [ "$reads" -lt 5 ]; do
    reads=$((reads + 1))
    judge
    ids "$step" >"$work/order-now"
    grep -Fxf "$work/order-now" "$work/order" >"$work/due" || return 2
    grep -Fxf "$work/order" "$work/order-now" >"$work/shown"
    cmp -s "$work/due" "$work/shown" || return 1
  done
}

# has_its_length STEP: 0 where an answer has as many bytes as it announces.
has_its_length() {
  announced=$(header "$1" content-length)
  case $(status "$1") in
    000) [ -n "$announced" ] && grep -q -e 'bytes remaining' -e 'bytes missing' "$work/error-$1" && return 1 ; return 2 ;;
    2??) [ "${announced:-none}" = none ] || [ "$announced" -eq "$(wc -c <"$work/body-$1")" ] ;;
    *) return 2 ;;
  esac
}

# begins_with STEP TEXT: whether the bytes of an answer begin with a text.
begins_with() {
  printf %s "$2" >"$work/start"
  head -c "$(wc -c <"$work/start")" "$work/body-$1" | cmp -s - "$work/start"
}

# begins_with_number TEXT NUMBER: whether a text begins with a number, however it is written, but for its last digits.
begins_with_number() {
  printf '%s\n' "$1" | awk -v wanted="$2" '
    match($0, /^[ \t]*[-+]?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?/) { number = substr($0, 1, RLENGTH) + 0; away = number - wanted; if (away < 0) away = -away; near = away <= 1e-6 * (wanted < 0 ? -wanted : wanted) }
    END { exit !near }'
}

# has_unit TEXT: whether there is anything behind the number that a text begins with.
has_unit() { printf '%s\n' "$1" | awk '{ sub(/^[-+0-9. ]+([eE][-+]?[0-9]+)?/, ""); exit $0 == "" }'; }

# seconds TEXT: the seconds since the epoch of a time in ISO 8601 with its zone, or of a Date header; nothing where it is neither.
seconds() {
  printf '%s\n' "$1" | awk '
    function days(y, m, d) { if (m < 3) { y--; m += 12 } return 365 * y + int(y / 4) - int(y / 100) + int(y / 400) + int((153 * m - 457) / 5) + d - 719469 }
    function of_day(text, part) { split(text, part, ":"); return part[1] * 3600 + part[2] * 60 + int(part[3]) }
    /^[0-9]+-[0-9]+-[0-9]+[Tt ][0-9:.,]+([Zz]|[-+][0-9][0-9]:?[0-9]?[0-9]?)$/ {
      zone = $0; sub(/^.*[Tt ][0-9:.,]+/, "", zone); time = substr($0, 12); sub(/([Zz]|[-+][0-9:]*)$/, "", time)
      shift = (zone ~ /[Zz]/) ? 0 : (substr(zone, 2, 2) * 3600 + substr(zone, length(zone) > 3 ? length(zone) - 1 : 9, 2) * 60) * (zone ~ /^-/ ? -1 : 1)
      printf "%.0f\n", days(substr($0, 1, 4) + 0, substr($0, 6, 2) + 0, substr($0, 9, 2) + 0) * 86400 + of_day(time) - shift
    }
    / GMT$/ { month = (index("JanFebMarAprMayJunJulAugSepOctNovDec", $3) + 2) / 3; printf "%.0f\n", days($4 + 0, month, $2 + 0) * 86400 + of_day($5) }'
}

# is_now STEP PATH TOLERANCE: 0 where a time in an answer is that of its Date header, give or take so many seconds.
is_now() {
  shown=$(seconds "$(value "$1" "$2")") now=$(seconds "$(header "$1" date)")
  [ -n "$shown" ] && [ -n "$now" ] || return 2
  [ "$((shown - now))" -le "$3" ] && [ "$((now - shown))" -le "$3" ]
}

# resets_later STEP TOLERANCE: 0 where X-RateLimit-Reset is in Unix seconds and not past by more than so many.
resets_later() {
  reset=$(header "$1" x-ratelimit-reset) now=$(seconds "$(header "$1" date)")
  case $reset in '' | *[!0-9]*) return 2 ;; esac
  # The clock of this machine may be another one.
  [ -n "$now" ] || { now=$(date +%s); set -- "$1" 600; }
  [ "$reset" -ge "$((now - $2))" ] && [ "$reset" -lt 100000000000 ]
}

# locates STEP NAME: whether the errors of an answer name a field.
locates() {
  flatten "$work/body-$1" | awk -F '\t' -v name="$2" '
    function letters(word) { gsub(/[_-]/, "", word); return tolower(word) }
    $1 ~ /^\.details\.errors\[[0-9]+\]\.loc/ { n = split($2, word, /[^A-Za-z0-9_-]+/); for (k = 1; k <= n; k++) if (letters(word[k]) == letters(name)) found = 1 }
    END { exit !found }'
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
