import { instantOf, isRecord, show, type Claim } from '#suite'

const ids = ['id', 'workspace_id'] as const
const texts = ['readable_id', 'name', 'description', 'part_number'] as const
const people = ['owner', 'createdBy', 'updatedBy'] as const
const times = ['createdAt', 'updatedAt'] as const

export interface RecordComparison {
  readonly expected: unknown
  readonly received: unknown
  /** Documented fields that are not compared. */
  readonly except?: readonly string[]
}

/** Two answers show the same product. Letter case of UUIDs, and precision and offset of times, say nothing; what lists may leave out is left out here. */
export function sameRecord(what: string, { expected, received, except = [] }: RecordComparison): Claim {
  const differences = comparable.filter(
    (field) => !except.includes(field) && !isSame(field, fieldOf(expected, field), fieldOf(received, field)),
  )
  const shown = (record: unknown): string =>
    differences.map((field) => `${field} ${show(fieldOf(record, field))}`).join(', ')
  return {
    claim: `${what} is the same${differences.length === 0 ? '' : ` in ${differences.join(', ')}`}`,
    holds: differences.length === 0,
    expected: shown(expected),
    received: shown(received),
  }
}

const comparable = [...ids, ...texts, ...people, ...times] as const
type Field = (typeof comparable)[number]

function fieldOf(record: unknown, field: string): unknown {
  return isRecord(record) ? record[field] : undefined
}

function isSame(field: Field, one: unknown, other: unknown): boolean {
  if (texts.some((name) => name === field)) return one === other
  if (people.some((name) => name === field)) return idOf(one) === idOf(other)
  if (times.some((name) => name === field)) return isSameTime(one, other)
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase()
}

function idOf(person: unknown): unknown {
  return isRecord(person) ? person['id'] : person
}

/** A store may keep less than the answer to the write still had: whole seconds, or a few milliseconds. */
function isSameTime(written: unknown, read: unknown): boolean {
  const [one, other] = [instantOf(written), instantOf(read)]
  if (!one || !other) return written === read
  const distance = Math.abs(one.milliseconds - other.milliseconds)
  return distance <= 4 || (other.milliseconds % 1000 === 0 && distance < 1000)
}
