import { inferShape } from '../../lib/checks/infer-shape.ts'
import { roleOf } from '../../lib/target/dialect/role.ts'
import { scenario } from '../../lib/run/scenario.ts'
import type { Entry } from '../prop/specimens.ts'
import { bulkOfItems, bulkOfProperties, entriesIn, withEntries } from './bulk-subject.ts'
import { newEntries } from './new-entries.ts'
import { saysWhich } from './says-which.ts'

const needs = ['write'] as const

const subjects = [
  { id: 'BULK-01', one: 'item', make: bulkOfItems, explainedBy: ['ITEM-09', 'ITEM-14'] },
  { id: 'BULK-02', one: 'property', make: bulkOfProperties, explainedBy: ['PROP-19', 'PROP-30'] },
] as const

for (const { id, one, make, explainedBy } of subjects)
  scenario(
    `one request creates several, each ${one} as it was sent`,
    { verifies: [id, 'BULK-04'], needs, explainedBy },
    async (context) => {
      const { observe, verify } = context
      const subject = await make(context)
      const body = await subject.body(3)
      // Texts that differ show whether each entry was read.
      const sent = entriesIn(body).map((entry, index) =>
        Object.fromEntries(
          Object.entries(entry).map(([name, value]) => [
            name,
            roleOf([name]) === 'value' && typeof value === 'string' ? `value ${index}` : value,
          ]),
        ),
      )
      const before = await subject.listed()
      const answer = await subject.send(withEntries(body, sent))
      observe('BULK-04', `status of a bulk of ${subject.what}`, answer.status)
      observe('BULK-04', `answer to a bulk of ${subject.what}`, inferShape([answer.json]))
      verify(id, answer).isAccepted()
      const made = await newEntries(subject, before, { sent, wanted: sent.length, status: answer.status })
      verify(id, answer).that({
        claim: 'as many are there as were sent',
        holds: made.length === sent.length,
        expected: `${sent.length} new ${subject.what}`,
        received: `${made.length}`,
      })
      const compared = ['name', 'title', 'value'].filter((field) =>
        [...made, ...sent].every((entry) => typeof entry[field] === 'string'),
      )
      const texts = (entries: readonly Entry[]): readonly string[] =>
        entries.map((entry) => compared.map((field) => String(entry[field])).join(' | ')).toSorted()
      verify(id, answer).equals({
        claim: 'each has what was sent for it',
        expected: texts(sent),
        received: texts(made),
      })
      for (const entry of made) {
        const read = await subject.read(String(entry['id']))
        verify(id, read).hasStatus(200)
      }
    },
  )

const count = 8
const badAt = 5

interface Badness {
  readonly what: string
  readonly of: (entry: Entry) => unknown
}

const badnesses: readonly Badness[] = [
  { what: 'a number for an entry', of: () => 42 },
  {
    what: 'an object for each text',
    of: (entry) =>
      Object.fromEntries(
        Object.entries(entry).map(([name, value]) => [name, typeof value === 'string' ? { wrong: true } : value]),
      ),
  },
  { what: 'an empty entry', of: () => ({}) },
]

for (const { one, make } of subjects)
  for (const { what, of } of badnesses)
    scenario(
      `a bulk with ${what} among good ones (${one}) is no server error, and the answer says which is bad`,
      { verifies: ['BULK-03', 'BULK-04'], needs },
      async (context) => {
        const { given, observe, verify } = context
        const subject = await make(context)
        const twin = await subject.send(await subject.body(count))
        if (twin.status >= 300)
          return given.lacks({
            reason: 'capability-absent',
            enable: `the target takes no ${count} ${subject.what} at once`,
          })
        const body = await subject.body(count)
        const entries = entriesIn(body)
        const bad = entries[badAt] ?? {}
        const before = await subject.listed()
        const answer = await subject.send(
          withEntries(
            body,
            entries.map((entry, index) => (index === badAt ? of(bad) : entry)),
          ),
          what,
        )
        verify('BULK-03', answer).that({
          claim: 'bad entries are no server error',
          holds: answer.status < 500,
          expected: 'a refusal or a result for each entry',
          received: `${answer.status}`,
        })
        const made = await newEntries(subject, before, { sent: entries, wanted: count - 1, status: answer.status })
        observe('BULK-04', `${subject.what} with ${what}`, `${answer.status}, ${described(made.length)}`)
        observe('BULK-04', `answer to ${subject.what} with ${what}`, inferShape([answer.json]))
        if (made.length >= count)
          return given.lacks({ reason: 'capability-absent', enable: `the target takes ${what} for a good entry` })
        verify('BULK-03', answer).that({
          claim: 'the answer says which entry is bad',
          holds: saysWhich(answer.json, { index: badAt, count, ...markOf(of(bad)) }),
          expected: `position ${badAt} of ${count}, in whatever form`,
          received: answer.json === undefined ? 'no JSON' : JSON.stringify(answer.json).slice(0, 200),
        })
      },
    )

function described(made: number): string {
  if (made === 0) return 'nothing is made'
  return made === count - 1 ? 'the good ones are made' : `${made} are made`
}

/** The name of the bad entry, where it still has one. */
function markOf(entry: unknown): { readonly mark?: string } {
  const name: unknown = typeof entry === 'object' && entry !== null && 'name' in entry ? entry.name : undefined
  return typeof name === 'string' ? { mark: name } : {}
}
