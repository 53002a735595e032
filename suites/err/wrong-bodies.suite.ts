import fc from 'fast-check'
import { assume, fieldIn, forAll, scenario, succeeded, wrongType, each } from '#suite'
import type { Exchange, WrongType, Fields, Sources } from '#suite'
import { type NamedRefusal, typicalRejection, withErrorCode, withLocations } from '../shared/named-refusals.ts'
import { jsonWrite } from '../shared/json-writes.ts'
import { shownFields, wrongBodies, wrongPartNumbers } from './wrong-bodies.ts'
import type { ShownWrite, WriteThatRefuses, WrongBody } from './wrong-bodies.ts'
import { refusedOf, wrongWrites, type WrongWrite, type WrongWrites } from './wrong-writes.ts'

const needs = ['write'] as const
const writes = Object.keys(wrongBodies).filter((name): name is WriteThatRefuses => name in wrongBodies)
const shownWrites = Object.keys(shownFields).filter((name): name is ShownWrite => name in shownFields)

// `wrongWrites` sends the write once per session with each row of `wrongBodies[what]`: a valid body in which `field` has the wrong `value`.
// It reads the record or the list before the first of them and after the last; the control is the write with a valid body.
for (const what of writes) {
  scenario(
    `${what} with an invalid body is answered with 422 validation_error`,
    { verifies: ['ERR-03'], needs },
    async (context) => {
      const refused = await refusalsOf(what, context)
      assume(refused.length > 0, refusesNothing(what))
      context.verify('ERR-03', typicalRejection(refused)).hasStatus(422, { of: `${what} with an invalid body` })
      context.verify('ERR-03', withErrorCode(refused)).hasCode('validation_error')
    },
  )

  scenario(
    `the validation error of ${what} names the invalid field`,
    { verifies: ['ERR-05'], needs },
    async (context) => {
      await each(withLocations(await refusalsOf(what, context)), async ({ names, answer }) =>
        context.verify('ERR-05', answer).locates(names),
      )
    },
  )

  for (const wrong of ofOtherTypes(wrongBodies[what]))
    scenario(`${what} ${wrong.broken} is rejected`, { verifies: ['ERR-14'], needs }, async (context) => {
      const { control, sent } = await wrongWrites(what, context)
      const answer = answerTo(wrong, sent)
      // lawful: of what is known by name only the contract shows no type: a number may pass for a text.
      assume(what in shownFields || !succeeded(answer), `the target accepted ${what} ${wrong.broken}`)
      context.verify('ERR-14', answer).isRefused({ status: 422, control })
    })

  scenario(
    `${what} with an invalid body creates and changes nothing`,
    { verifies: ['ERR-20'], needs },
    async (context) => {
      const sending = await wrongWrites(what, context)
      assume(refusedOf(sending.sent).length > 0, refusesNothing(what))
      const { before, after } = sending
      const hint = 'write before validation: the handler seems to store fields before it rejects the request'
      const about = { of: `the read after a rejection (${what})`, beside: [before], hint }
      context.verify('ERR-20', after).hasStatus(before.status, about)
      context.verify('ERR-20', after).hidesText(refusedTexts(sending), about)
      context.verify('ERR-20', after).shows(keptFields(sending), { ...about, where: areAllRefused(sending) })
    },
  )
}

for (const what of ['creating a product', 'updating a product'] as const)
  for (const wrong of wrongPartNumbers)
    scenario(
      `${what} ${wrong.broken} is rejected`,
      { verifies: ['ERR-14'], needs: ['write', 'trace'] },
      async (context) => {
        const { control, sent } = await wrongWrites(what, context, wrongPartNumbers)
        context.verify('ERR-14', answerTo(wrong, sent)).isRefused({ status: 422, control })
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
  'a value of the wrong type in a product or a file is rejected',
  { verifies: ['ERR-14'], needs, cost: 'costly' },
  async (context) => ({
    inputs: anyWrongType,
    holds: async ({ what, wrong: { field, type, value } }: AnyWrongType) => {
      const { control, body, send } = await jsonWrite(what, context, 'values of wrong types')
      const answer = await send({ json: await body({ [field]: value }), broken: `${field} is ${type}` })
      context.verify('ERR-14', answer).isRefused({ status: 422, control })
    },
  }),
)

function refusesNothing(what: string) {
  return { reason: 'blocked', cause: `the target rejected no invalid request (${what})` } as const
}

function ofOtherTypes(rows: readonly WrongBody[]): readonly WrongBody[] {
  return rows.filter(({ isOfType }) => isOfType)
}

/** The rejections of what the contract states a status for, each with the field that was wrong. */
async function refusalsOf(what: WriteThatRefuses, context: Sources): Promise<readonly NamedRefusal[]> {
  const refused = refusedOf((await wrongWrites(what, context)).sent).filter(({ row }) => !row.isUnstated)
  return refused.map(({ row, answer }) => ({ names: row.field, answer }))
}

function answerTo(wrong: WrongBody, sent: readonly WrongWrite[]): Exchange {
  const write = sent.find(({ row }) => row.broken === wrong.broken)
  if (write) return write.answer
  throw new Error(`nothing was sent ${wrong.broken}`)
}

function refusedTexts({ sent }: WrongWrites): readonly string[] {
  return refusedOf(sent).flatMap(({ texts }) => texts)
}

/** Where others of the writes were accepted, only the texts of the refused ones tell. */
function areAllRefused({ sent }: WrongWrites): boolean {
  return refusedOf(sent).length === sent.length
}

function keptFields({ before, kept }: WrongWrites): Fields {
  return Object.fromEntries(kept.map((field) => [field, fieldIn(before.json, field)]))
}
