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
