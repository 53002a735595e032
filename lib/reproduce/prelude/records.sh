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
    /^\t"[A-Za-z0-9_.:-]+"$/ { now = "token" }
    /^\t""$/ { now = "empty text" }
    /^\t"\[\[[-+0-9., eE\]\[]*\]\]"$/ { now = "matrix" }
    /^\t"[{]id[}]"$/ { now = "UUID" }
    /^\t"[{]time[}]/ { now = "time" }
    /^\t"[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"$/ { if (is_day(substr($2, 2, 4), substr($2, 7, 2), substr($2, 10, 2))) now = "date" }
    /^\t[{]records[}]$/ { now = "records" }
    /^\t[{]object[}]$/ { now = "object" }
    /^\t[{]user[}]$/ { now = "user" }
    /^\[[0-9]+\]\t"/ { now = "texts" }
    /^\t\[\]$/ { now = "empty list" }
    /^\[[0-9]+\][.]/ { now = "records" }
    /^[.]/ { now = "object" }
    /^[.](id|userName)\t"/ { of_user++ }
    { kind = (kind == "" || kind == now) ? now : "other" }
    END { print (kind == "object" && of_user == 2 ? "user" : kind) }'
}

# each_value STEP FIELD: the values of a field such as .used_in.target_type in a record, or in each entry of a list, one a line; what is a UUID or a time stands as that, and so do a user, another object and the records of a list.
each_value() {
  flatten "$work/body-$1" | awk -F '\t' -v field="$2" '
    { at = $1; sub(/^([.]items)?\[[0-9]+\]/, "", at); gsub(/\[[0-9]+\]/, "", at) }
    at == field {
      h = "[0-9a-fA-F]"; four = h h h h; d = "[0-9]"
      gsub("^\"" four four "-" four "-" four "-" four "-" four four four "\"$", "\"{id}\"", $2)
      gsub(d d d d "-" d d "-" d d "[T ]" d d ":" d d ":" d d "([.]" d "+)?", "{time}", $2)
      print ($1 ~ /\]$/ ? "[0]" : "") "\t" $2
    }
    index(at, field ".") == 1 {
      name = substr(at, length(field) + 2); record = substr($1, 1, length($1) - length(name))
      within[record]
      if (name ~ /^(id|userName)$/ && $2 ~ /^"/) of_user[record]++
    }
    END { for (record in within) print "\t" (record ~ /\][.]$/ ? "{records}" : of_user[record] == 2 ? "{user}" : "{object}") }' | sort -u
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
    if [ -n "${pattern:-}" ]; then
      case $kind in text | token | date | matrix) if matches "$shown" "$pattern"; then continue; else return 1; fi ;; esac
    fi
    case $unlawful in */"$kind"/*) return 1 ;; esac
    grep -Fxq -e "$shown" "$work/lawful" && continue
    [ $# = 0 ] || return 1
    worst=2
  done <"$work/values"
  return "$worst"
}

# matches VALUE PATTERN: whether a text that `under` or `each_value` gave matches an extended regular expression.
matches() {
  bare=${1#?\"}
  printf '%s\n' "${bare%\"}" | grep -Eq -e "$2"
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
    accepted "$step" || continue
    [ "$(settled "$first")" = "$(settled "$step")" ] || return 1
  done
  accepted "$first" || return 2
}

# settled STEP: an answer but for its addresses, which may be signed anew each time.
settled() { plain "$1" '' | grep -v '://'; }

# each_formula STEP FIELDS: 0 where each formula in an answer has a reference within one of its texts, or a field besides these, 1 where one has not, 2 where there is none.
each_formula() {
  flatten "$work/body-$1" | awk -F '\t' -v fields="$2" '
    { path = $1; record = ""; if (match(path, /^([.]items)?\[[0-9]+\]/)) { record = substr(path, 1, RLENGTH); path = substr(path, RLENGTH + 1) }
      field = substr(path, 2); sub(/[.[].*$/, "", field) }
    path == ".type" && $2 == "\"formula\"" { formula[record] = 1 }
    index($2, "@{") || (field != "" && !index(fields, " " field " ")) { shown[record] = 1 }
    END { none = 2; for (record in formula) { if (none == 2) none = 0; if (!(record in shown)) none = 1 } exit none }'
}
