import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import {
  assume,
  errorCodeOf,
  forAll,
  pick,
  scenario,
  succeeded,
  validationLocations,
  wrongType,
  type WrongType,
} from '#suite'
import { jsonWrite } from '../subjects/json-writes.ts'
import {
  shownFields,
  wrongBodies,
  wrongPartNumbers,
  type ShownWrite,
  type WriteThatRefuses,
  type WrongBody,
} from './wrong-bodies.ts'
import { refusedOf, wrongWrites, type WrongWrites } from './wrong-writes.ts'

const needs = ['write'] as const
const writes = Object.keys(wrongBodies).filter((name): name is WriteThatRefuses => name in wrongBodies)
const shownWrites = Object.keys(shownFields).filter((name): name is ShownWrite => name in shownFields)

for (const what of writes) {
  scenario(
    `${what} with an invalid body is answered with 422 and its code`,
    { verifies: ['ERR-03'], needs },
    async (context) => {
      const { verify } = context
      const refused = refusedOf((await wrongWrites(what, context)).sent).filter(({ row }) => !row.isUnstated)
      assume(refused.length > 0, { reason: 'blocked', cause: `${what} refuses no invalid request` })
      const statuses = new Set(refused.map(({ answer }) => answer.status))
      // One value answered otherwise breaks the rule about that value; here it is the endpoint that is judged.
      verify('ERR-03', refused[0]?.answer).that({
        claim: `${what} with an invalid body is answered with 422`,
        holds: statuses.has(422),
        expected: '422 validation_error',
        received: [...statuses].join(', '),
      })
      const coded = refused.filter(({ answer }) => answer.status === 422 && (errorCodeOf(answer) ?? '') !== '')
      for (const { row, answer } of coded)
        verify('ERR-03', answer).equals({
          claim: `${what} ${row.broken} is answered with the code of validation errors`,
          expected: 'validation_error',
          received: errorCodeOf(answer),
        })
    },
  )

  scenario(
    `what is wrong in the body is named where ${what} is refused`,
    { verifies: ['ERR-05'], needs },
    async (context) => {
      const { verify } = context
      const refused = refusedOf((await wrongWrites(what, context)).sent).filter(({ row }) => !row.isUnstated)
      const located = refused.filter(({ answer }) => answer.status === 422 && validationLocations(answer).length > 0)
      assume(located.length > 0, nothingLocated)
      for (const { row, answer } of located) verify('ERR-05', answer).locates(row.field)
    },
  )

  for (const field of fieldsOfOtherTypes(wrongBodies[what]))
    scenario(`${what} with another type in ${field} is refused`, { verifies: ['ERR-14'], needs }, async (context) => {
      const { verify } = context
      const { control, sent } = await wrongWrites(what, context)
      const tried = sent.filter(({ row }) => row.isOfType && row.field === field)
      // lawful: of what is known by name only the contract shows no type: a number may pass for a text.
      const judged = what in shownFields ? tried : tried.filter(({ answer }) => !succeeded(answer))
      assume(judged.length > 0, `${what} accepts any ${field}`)
      for (const { answer } of judged) verify('ERR-14', answer).isRefused({ status: 422, control })
    })

  scenario(
    `nothing is changed or made by ${what} with an invalid body`,
    { verifies: ['ERR-20'], needs, causedBy: ['GEN-04'] },
    async (context) => {
      const sending = await wrongWrites(what, context)
      assume(refusedOf(sending.sent).length > 0, { reason: 'blocked', cause: `${what} refuses no invalid request` })
      const trace = traceOf(sending)
      context.verify('ERR-20', sending.after).that({
        claim: `${what} changes or makes nothing where it is refused`,
        holds: trace === undefined,
        expected: 'the same as before the refused request',
        received: trace ?? 'the same',
      })
    },
  )
}

for (const what of ['creating a product', 'updating a product'] as const)
  scenario(
    `${what} with another type in the part number is refused`,
    { verifies: ['ERR-14'], needs: ['write', 'trace'] },
    async (context) => {
      const { control, sent } = await wrongWrites(what, context, wrongPartNumbers)
      for (const { answer } of sent) context.verify('ERR-14', answer).isRefused({ status: 422, control })
    },
  )

interface AnyWrongType {
  readonly what: ShownWrite
  readonly wrong: WrongType
}

const anyWrongType = fc.oneof(
  ...shownWrites.map((what) => wrongType(shownFields[what]).map((wrong): AnyWrongType => ({ what, wrong }))),
)

forAll(
  'no value of another type is accepted in a product or a file',
  { verifies: ['ERR-14'], needs },
  async (context) => ({
    inputs: anyWrongType,
    holds: async ({ what, wrong: { field, type, value } }: AnyWrongType) => {
      const { control, body, send } = await jsonWrite(what, context, 'values of other types')
      const answer = await send({ json: await body({ [field]: value }), broken: `${field} is ${type}` })
      context.verify('ERR-14', answer).isRefused({ status: 422, control })
    },
  }),
)

const nothingLocated = {
  reason: 'blocked',
  blockedBy: ['ERR-03', 'ERR-04'],
  cause: 'no refusal lists where something is wrong',
} as const

function fieldsOfOtherTypes(rows: readonly WrongBody[]): ReadonlySet<string> {
  return new Set(rows.filter(({ isOfType }) => isOfType).map(({ field }) => field))
}

/** What shows that a refused write was done; where others of them were accepted, only the texts of the refused ones tell. */
function traceOf({ sent, before, after, kept }: WrongWrites): string | undefined {
  const refused = refusedOf(sent)
  if (after.status !== before.status) return `${after.status}`
  const done = refused.find(({ texts }) => texts.some((text) => JSON.stringify(after.json).includes(text)))
  if (done) return `what was refused ${done.row.broken}`
  if (refused.length < sent.length) return undefined
  const [then, now] = [pick(before.json, kept), pick(after.json, kept)]
  const changed = kept.filter((field) => !isDeepStrictEqual(then[field], now[field]))
  return changed.length === 0 ? undefined : `another ${changed.join(', ')}`
}
