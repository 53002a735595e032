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

# has STEP VALUE: whether a value stands anywhere in an answer.
has() {
  flatten "$work/body-$1" | awk -F '\t' -v value="$2" '$2 == value || $2 == "\"" value "\"" { found = 1 } END { exit !found }'
}

# holds_text STEP TEXT: whether a text stands in any value of an answer.
holds_text() {
  flatten "$work/body-$1" | TEXT=$2 awk -F '\t' 'BEGIN { text = ENVIRON["TEXT"] } index($2, text) { found = 1 } END { exit !found }'
}

# locates STEP NAME: whether the errors of an answer name a field.
locates() {
  flatten "$work/body-$1" | awk -F '\t' -v name="$2" '
    function letters(word) { gsub(/[_-]/, "", word); return tolower(word) }
    $1 ~ /^\.details\.errors\[[0-9]+\]\.loc/ { n = split($2, word, /[^A-Za-z0-9_-]+/); for (k = 1; k <= n; k++) if (letters(word[k]) == letters(name)) found = 1 }
    END { exit !found }'
}
