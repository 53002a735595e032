import { assume, fieldOf, inferShape, scenario, show, succeeded, isRecord } from '#suite'
import type { CheckContext, Claim, Exchange, Entry } from '#suite'
import { bulkOfItems, bulkOfProperties, entriesIn, type BulkSubject } from '../shared/bulk-subject.ts'
import { isJob } from '../shared/is-job.ts'
import { sendBulk } from './send-bulk.ts'

const subjects = [
  { request: 'POST /items/bulk', bulkIn: bulkOfItems },
  { request: 'POST /properties/bulk', bulkIn: bulkOfProperties },
] as const

const count = 8
const badAt = 5

interface Badness {
  readonly what: string
  readonly breakEntry: (entry: Entry) => unknown
  /** Of a wrong type: who reads a body into types stops there, and knows what is wrong but not in which entry. */
  readonly isMistyped?: true
}

const badnesses: readonly Badness[] = [
  { what: 'a number as one entry', breakEntry: () => 42, isMistyped: true },
  { what: 'null as one entry', breakEntry: () => null, isMistyped: true },
  {
    what: 'wrong types in one entry',
    breakEntry: (entry) =>
      Object.fromEntries(
        Object.entries(entry).map(([name, value]) => [name, typeof value === 'string' ? { wrong: true } : value]),
      ),
    isMistyped: true,
  },
  { what: 'one empty entry', breakEntry: () => ({}) },
]

for (const { request, bulkIn } of subjects)
  for (const { what, breakEntry, isMistyped } of badnesses)
    scenario(
      `${request} with ${what} causes no server error, and the answer names that entry`,
      { verifies: ['BULK-03', 'BULK-04'], covers: ['ERR-15'], needs: ['write'] },
      async (context) => {
        const { given, observe, verify } = context
        const subject = await bulkIn(context)
        const control = await controlOf(context, subject)
        assume(succeeded(control), `the target rejected ${count} ${subject.what} in one request`)
        const body = await subject.body(count)
        const entries = entriesIn(body)
        const bad = breakEntry(entries[badAt] ?? {})
        const sent = withBad(entries, bad)
        const { answer, made } = await sendBulk(given, { subject, body, sent, wanted: count - 1, broken: what })
        verify('BULK-03', answer).isNoServerError()
        // lawful: a job finds out later which entry is bad; its answer names none.
        assume(answer.status !== 202 && !isJob(answer.json), 'the target answered with a job that had no result yet')
        const { length: created } = await made()
        observe('BULK-04', `${subject.what} with ${what}`, `${answer.status}, ${described(created)}`)
        observe('BULK-04', `answer to ${subject.what} with ${what}`, inferShape([answer.json]))
        assume(created < count, `the target accepted a bulk with ${what}`)
        const isRefused = !succeeded(answer) && created === 0
        // lawful: what cannot be read at all is rejected as a whole, and only a validation error lists where something is wrong
        const hasNoPlaces = isMistyped === true || fieldOf(answer, 'error') !== 'validation_error'
        verify('BULK-03', answer).that({ ...namesTheBadOne(bad, answer), where: !(isRefused && hasNoPlaces) })
      },
    )

function withBad(entries: readonly Entry[], bad: unknown): readonly unknown[] {
  return entries.map((entry, index) => (index === badAt ? bad : entry))
}

function namesTheBadOne(bad: unknown, { json }: Exchange): Claim {
  return {
    claim: 'the answer names the invalid entry',
    holds: saysWhich(json, { index: badAt, count, ...markOf(bad) }),
    expected: `position ${badAt} of ${count}, in whatever form`,
    received: show(json, 200),
    hint: 'position lost: the error seems to be that of a single entry, without its place in the bulk',
  }
}

/** The control request is the same for each way to be bad. */
function controlOf({ session }: Pick<CheckContext, 'session'>, subject: BulkSubject): Promise<Exchange> {
  return session.shared(`${count} good ${subject.what} at once`, async () => subject.send(await subject.body(count)))
}

function described(made: number): string {
  if (made === 0) return 'nothing is created'
  return made === count - 1 ? 'the valid entries are created' : `${made} are created`
}

/** The name of the bad entry, if it still has one. */
function markOf(entry: unknown): { readonly mark?: string } {
  const name: unknown = typeof entry === 'object' && entry !== null && 'name' in entry ? entry.name : undefined
  return typeof name === 'string' ? { mark: name } : {}
}

interface Bad {
  /** Its position, from zero. */
  readonly index: number
  /** How many entries were sent. */
  readonly count: number
  /** A text that only this entry has, if it has one. */
  readonly mark?: string
}

/**
 * Whether an answer tells which entry was bad, in whatever way: a position from zero or one in a `loc`, a key, a number
 * or a message; the entry's own text; or a result for each entry in order.
 */
function saysWhich(answer: unknown, bad: Bad): boolean {
  const positions = new Set([bad.index, bad.index + 1].map(String))
  const inWords = new RegExp(String.raw`(?<![\w-])(?:${[...positions].join('|')})(?![\w-])`)
  if (typeof answer === 'number') return positions.has(String(answer))
  if (typeof answer === 'string') return inWords.test(answer) || (bad.mark !== undefined && answer.includes(bad.mark))
  if (Array.isArray(answer)) return answer.length === bad.count || answer.some((one) => saysWhich(one, bad))
  if (!isRecord(answer)) return false
  return Object.entries(answer).some(
    // Counts say how many, not which.
    ([name, value]) => positions.has(name) || (!/count|total|limit|status|code/i.test(name) && saysWhich(value, bad)),
  )
}
