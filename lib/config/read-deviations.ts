import { parse, YAMLParseError } from 'yaml'
import { mistakeText, validate } from '../contract/schema-registry.ts'
import { ConfigurationError } from './errors.ts'
import { placeAt } from './json-mistake.ts'
import { readBounded } from './read-bounded.ts'

/** A violation that a team accepts for now: one entry of a deviations file. */
export interface Deviation {
  readonly requirement: string
  /** The signatures of the findings that it accepts; omitted: every finding of the requirement. */
  readonly signature?: string | readonly string[]
  readonly reason: string
  readonly owner: string
  /** The last day on which it is accepted, `YYYY-MM-DD`. */
  readonly expires: string
}

/** The text in a new entry until somebody accepts it. */
export const toBeFilledIn = 'to be filled in'

/** Reads and checks a deviations file, YAML or JSON (which is YAML). Throws `ConfigurationError` with the place and the fix. */
export function readDeviations(path: string): readonly Deviation[] {
  const data = parseFile(path)
  const [violation] = validate('formats/deviations.json', data)
  if (violation)
    throw new ConfigurationError(
      `the deviations file ${path} is wrong: ${mistakeText(violation)}; each entry has requirement, reason, owner and expires (YYYY-MM-DD), and may have a signature or a list of them`,
    )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has just been held against it, and the type says what the schema says
  return data as readonly Deviation[]
}

/** Reads a deviations file for a verdict: an entry without a reason and an owner is not accepted yet. Throws `ConfigurationError`. */
export function readAcceptedDeviations(path: string): readonly Deviation[] {
  const deviations = readDeviations(path)
  const open = deviations.filter(({ reason, owner }) => [reason, owner].some((text) => text.trim() === toBeFilledIn))
  const [first] = open
  if (first === undefined) return deviations
  const others = open.length === 1 ? '' : ` and ${open.length - 1} more`
  throw new ConfigurationError(
    `the deviations file ${path}: ${first.requirement}${others} still "${toBeFilledIn}"; give each entry its reason and its owner`,
  )
}

function parseFile(path: string): unknown {
  const file = `the deviations file ${path}`
  const text = readBounded(path, { file, remedy: 'use a file written by --write-deviations' })
  try {
    // Without the schema's timestamps a date stays text; formatted errors take minutes if a file has many.
    return parse(text, { schema: 'core', prettyErrors: false })
  } catch (cause) {
    const { line, column } = placeAt(text, cause instanceof YAMLParseError ? cause.pos[0] : 0)
    const why = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
    throw new ConfigurationError(`${file} is not valid YAML: ${why} at line ${line}, column ${column}`, { cause })
  }
}
