/** The text of a starter `.env`: the documented variables, with the known ones set. Keys are left to the user. */
export function starterEnvironment(example: string, known: Readonly<Record<string, string>>): string {
  const lines = example.replace(/^# Copy to \.env.*\n/, '').split('\n')
  return lines
    .map((line) => {
      const name = /^#(CONFORMANCE_\w+)=/.exec(line)?.[1]
      const value = name === undefined ? undefined : known[name]
      return value === undefined ? line : `${name}=${value}`
    })
    .join('\n')
}
