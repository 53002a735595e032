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

# milliseconds TEXT: those since the epoch of a time in ISO 8601.
milliseconds() {
  whole=$(seconds "$1")
  [ -z "$whole" ] || printf '%s\n' "$1" | awk -v whole="$whole" '{ part = 0; if (match($0, /[.,][0-9]+/)) part = int(("0." substr($0, RSTART + 1, RLENGTH - 1)) * 1000); printf "%.0f\n", whole * 1000 + part }'
}

# not_back STEP LATER FIELD TOLERANCE: 0 where a time in the later answer is not before that in the one before, give or take so many milliseconds.
not_back() {
  former=$(milliseconds "$(value "$1" "$3")") present=$(milliseconds "$(value "$2" "$3")")
  [ -n "$former" ] && [ -n "$present" ] || return 2
  [ "$present" -ge "$((former - $4))" ]
}

# are_now STEP FIELD TOLERANCE: the same of a field of each entry of a list; 2 where none has it.
are_now() {
  flatten "$work/body-$1" | sed -n "s/^\(\([.]items\)\{0,1\}\[[0-9]*\]$2\)	.*/\1/p" >"$work/times"
  [ -s "$work/times" ] || return 2
  while read -r at; do is_now "$1" "$at" "$3" || return $?; done <"$work/times"
}

# resets_later STEP TOLERANCE: 0 where X-RateLimit-Reset is in Unix seconds and not past by more than so many.
resets_later() {
  reset=$(header "$1" x-ratelimit-reset) now=$(seconds "$(header "$1" date)")
  case $reset in '' | *[!0-9]*) return 2 ;; esac
  # The clock of this machine may be another one.
  [ -n "$now" ] || { now=$(date +%s); set -- "$1" 600; }
  [ "$reset" -ge "$((now - $2))" ] && [ "$reset" -lt 100000000000 ]
}
