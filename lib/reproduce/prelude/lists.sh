# lists STEP ID: whether a list has an entry with this id.
lists() {
  flatten "$work/body-$1" | awk -F '\t' -v id="\"$2\"" 'tolower($2) == tolower(id) && $1 ~ /\[[0-9]+\]\.id$/ { found = 1 } END { exit !found }'
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
  # A user may have a row for each role; of anything else one stands there once.
  case $2 in
    */organization/users*) sort "$work/whole" >"$work/due" ;;
    *) sort -u "$work/whole" >"$work/due" ;;
  esac
  cmp -s "$work/due" "$work/shown" && return 0
  whole "$1" "$2" && cmp -s "$work/before" "$work/whole" && return 1
  return 2
}

# shares_nothing STEP OTHER: 0 where a list has no entry that another one has, 1 where it has, 2 where that one is empty; an empty list may be late.
shares_nothing() {
  ids "$2" | sort -u >"$work/due"
  [ -s "$work/due" ] || return 2
  ids "$1" | sort -u >"$work/shown"
  waited=0
  while [ ! -s "$work/shown" ] && [ "$waited" -lt 3 ]; do
    waited=$((waited + 1))
    sleep 1
    judge
    ids "$step" | sort -u >"$work/shown"
  done
  [ -z "$(comm -12 "$work/due" "$work/shown")" ]
}

# covers STEP OTHER FIELD: 0 where a list has each id that stands in a field of the entries of another one, 1 where it lacks one.
covers() {
  flatten "$work/body-$2" | awk -F '\t' -v field="$3" '$1 ~ "^([.]items)?\\[[0-9]+\\][.]" field "$" && $2 != "null" { print tolower($2) }' | sort -u >"$work/due"
  [ -s "$work/due" ] || return 2
  ids "$1" | sort -u >"$work/shown"
  [ -z "$(comm -23 "$work/due" "$work/shown")" ]
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

# all_gone ACTOR PATH STEP...: whether none of the things that some steps have made is shown by id.
all_gone() {
  reader=$1 above=$2
  shift 2
  for maker; do
    for id in $({ ids "$maker"; value "$maker" .id; } | tr -d '"'); do
      exchange alike "$reader" GET "$above$id" >/dev/null
      accepted alike && return 1
    done
  done
  return 0
}
