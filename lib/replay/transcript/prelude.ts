/** The functions of a transcript, each with its explanation. */
const functions = {
  send: String.raw`send() { # N CURL-ARGUMENTS: sends request N, shows the answer, and keeps it in N.json
  n=$1; shift; : >$n.body
  line=$(curl -sS --globoff --path-as-is -D $n.head -o $n.body -w '%{http_code} %{method} %{url_effective}' "$@") || undecided "no answer to request $n"
  jq -n --arg n $n --arg s \${line%% *} --rawfile h $n.head --rawfile b $n.body '{$n, status: $s | tonumber, body: ($b | fromjson? // $b), headers: [$h
    | split("\n")[] | capture("^(?<key>[^: ]+): *(?<value>[^\r]*)") | .key |= ascii_downcase] | from_entries}' >$n.json
  printf '\n[%s] %s\n' $n "$line"
  jq -a '(.headers | with_entries(select(.key | test("^(x-|retry|www|content-[td])")))), .body' $n.json | head -n 60 | cut -c 1-300
  case "$2 $3 $line" in "POST $api/products 2"*) jq -r '.body.id | strings | select(test("^[\\w-]+$"))' $n.json >>products ;; esac
}`,
  step: `step() { was=$1; shift; send "$@"; case $line in $was*) ;; *) undecided "request $n got $was.. in the run" ;; esac; }`,
  offer: `offer() { # what is wrong on purpose: where it is rejected, nothing comes of it
  send "$@"; case $line in 2*) ;; 400*|422*) printf '\\nKEPT: request %s was rejected\\n' $n; exit 0 ;; *) undecided "request $n succeeded in the run" ;; esac
}`,
  take: String.raw`take() { jq -er ".body$2 | strings | select(test(\"^[\\\\w.~-]+$\"))" $1.json || undecided "answer $1 shows no id at $2"; }`,
  many: `many() { head -c $1 /dev/zero | tr '\\0' "$2"; }`,
  web: String.raw`web() { # ACTION ARGUMENTS: done in the web application, by the program that is named so or by you
  if [ -n "\${CONFORMANCE_WEB_APPLICATION-}" ]; then "$CONFORMANCE_WEB_APPLICATION" "$@"
  elif [ -t 0 ]; then printf 'Do in the web application: %s\nPress Enter, or give the id that it made: ' "$*" >&2; read -r id; echo "$id"
  else undecided "somebody has to do in the web application: $*"; fi
}`,
  decide: String.raw`decide() { # N FILTER: judges answer N; $a["M"] is answer M
  case $(jq -s --arg n $1 "\${same-} INDEX(.n) as \$a | \$a[\$n] | $2" *.json) in
    true) kept=yes ;; false) printf '\nBREACH: answer %s is not as expected\n' $1; exit 1 ;; esac
}`,
  same: String.raw`same='def even: if type == "number" then . * 1e9 | round elif type == "array" then map(even) | sort elif type == "object" then map_values(even)
    elif . == "" then null elif type != "string" then . elif test("^\\[\\[") then gsub("\\s"; "") elif test("\\s") then sub("^\\s+"; "") | sub("\\s+$"; "")
    else ascii_downcase | sub("(?<=T[0-9:]{8})[.][0-9]+"; "") end;
  def same(x; y): [x] as $x | [y] as $y | if $x == [] or $y == [] then null elif $x == $y then true elif ($x | even) == ($y | even) then null else false end;'`,
} as const

/** The functions that some lines of a transcript call, each once, including those that they call. */
export function preludeFor(lines: readonly string[]): string {
  const text = lines.join('\n')
  return Object.entries(functions)
    .filter(([name]) => name === 'send' || new RegExp(String.raw`\b${name}[ (]`).test(text))
    .map(([, body]) => body.replaceAll(String.raw`\${`, '${'))
    .join('\n')
}
