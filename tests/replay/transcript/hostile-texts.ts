/** Texts that a shell, jq or a terminal would take for something else. */
export const hostileTexts: Readonly<Record<string, string>> = {
  'single quotes': `it's ''quoted''`,
  'double quotes': 'an "inch"',
  'a line break': 'two\nlines\r\n',
  'a command': '$(touch pwned) `touch pwned` ${HOME} $1 !!',
  backslashes: String.raw`C:\new\\\' \( .status )`,
  'the syntax of jq': '") | true or ("',
  'an option': '-n --help',
  'words of a glob': '* ? [a-z] ~ {a,b}',
  'letters of other scripts': 'Größe ½ 漢字 🧪 é',
  'what a terminal obeys': 'a\u001B[2J\u202Eb\u0007',
  'a file name for curl': '@/etc/passwd',
  nothing: '',
}
