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

# has_unit TEXT [UNIT]: whether there is anything behind the number that a text begins with, or this unit.
has_unit() {
  behind=$(printf '%s\n' "$1" | sed -E 's/^[-+0-9. ]+([eE][-+]?[0-9]+)?//' | tr -d ' ')
  [ -n "$behind" ] && { [ $# = 1 ] || [ "$behind" = "$(printf %s "$2" | tr -d ' ')" ]; }
}

# names_file STEP NAME...: 0 where the Content-Disposition of an answer names one of these files by its letters and digits, or none, 1 where it names another, 2 where nobody can tell.
names_file() {
  disposition=$(header "$1" content-disposition)
  case $disposition in *[Ff]ilename*=*) ;; *) return 0 ;; esac
  shift
  shown=$(letters_of "${disposition#*[Ff]ilename}")
  for file_name; do
    wanted=$(letters_of "$file_name")
    [ -n "$wanted" ] || return 2
    case $shown in *"$wanted"*) return 0 ;; esac
  done
  # What is encoded is not read here.
  case $disposition in *[!\ -~]* | *[%\\]* | *'=?'*) return 2 ;; esac
  return 1
}

letters_of() { printf %s "$1" | tr -cd 'A-Za-z0-9' | tr A-Z a-z; }
