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

# part KEY FIRST LAST: some characters of a key.
part() { printf %s "$1" | cut -c "$2-$3"; }

swapcase() { tr 'a-zA-Z' 'A-Za-z'; }

# compose NAME FORMAT [VALUE...]: a body; the format is that of printf.
compose() {
  name=$1
  shift
  printf -- "$@" >"$work/$name"
}

# bytes NAME COUNT WORD: adds as many bytes to a body, which are no text, and others for each word.
bytes() {
  printf '\000\377\200\012%s\015\376\001\337' "$3" >"$work/bytes"
  while [ "$(wc -c <"$work/bytes")" -lt "$2" ]; do
    cat "$work/bytes" "$work/bytes" >"$work/twice"
    mv "$work/twice" "$work/bytes"
  done
  head -c "$2" "$work/bytes" >>"$work/$1"
}

# filler NAME BYTES: adds as many characters to a body.
filler() {
  awk -v n="$2" -v word=xxxxxxxx '
    BEGIN {
      line = word word word word word word word word
      while (n >= 64) { printf "%s", line; n -= 64 }
      printf "%s", substr(line, 1, n)
    }' >>"$work/$1"
}
