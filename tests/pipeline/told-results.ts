import type { ResultLine } from './result-line.ts'

/** Where only the end of the output is shown, all of the failures have to be in it. */
const mostLines = 120

const longestLine = 300

interface Tier {
  readonly passed: number
  readonly failed: number
  /** Whether it came to its end. */
  readonly ended: boolean
}

/** What became of one tier. */
export function tierOf(lines: readonly ResultLine[]): Tier {
  const count = (state: ResultLine['state']): number => lines.filter((line) => line.state === state).length
  return { passed: count('passed'), failed: count('failed'), ended: count('ended') > 0 }
}

/** Each failed test by its name and as much of its message as there is room for; the fewer there are, the more of each. */
export function toldFailures(lines: readonly ResultLine[]): readonly string[] {
  const failures = lines.filter((line) => line.state === 'failed')
  const each = Math.max(1, Math.floor(mostLines / Math.max(1, failures.length)) - 1)
  const told = failures.slice(0, mostLines / 2).flatMap(({ name, message }) => [
    `FAILED ${name}`,
    ...message
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, each)
      .map((line) => `    ${line}`),
  ])
  const more = failures.length - mostLines / 2
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].map((line) => line.slice(0, longestLine))
}
