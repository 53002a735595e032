import {
  assume,
  each,
  fieldOf,
  isDateOnly,
  isMatrixText,
  isRecord,
  scenario,
  show,
  statusValues,
  succeeded,
  type CheckContext,
  type MadeProperty,
  type PropertyType,
  asText,
} from '#suite'
import { bulkOfProperties, entriesIn, withEntries } from '../subjects/bulk-subject.ts'
import { jsonWrite } from '../subjects/json-writes.ts'
import { sharedItem } from '../subjects/shared-place.ts'
import { kindOf } from '../subjects/specimens.ts'
import { valueField } from '../subjects/value-field.ts'

const needs = ['write'] as const

/** How a script tells a text from other values. */
const texts = ['nothing', 'null', 'text', 'empty text', 'UUID', 'time', 'date', 'matrix'] as const

/** Values outside the rule of their type, with what they are. */
const wrong: ReadonlyArray<readonly [PropertyType, Readonly<Record<string, unknown>>]> = [
  ['numeric', { 'a text': 'twelve', 'digits in a text': '12', 'a boolean': true }],
  [
    'matrix',
    {
      'no matrix': 'no matrix',
      'brackets that do not close': '[[1, 2], [3, 4]',
      'a word beside a number': '[[1, "b"]]',
    },
  ],
  ['text', { 'a number': 12, 'an object': { text: 'inside' } }],
  [
    'date',
    {
      'a day that the calendar does not have': '2023-02-29',
      'a thirteenth month': '2024-13-01',
      'a time of day': '2024-02-29T12:00:00Z',
      'a year of six digits': '+012024-02-29',
      'a month of one digit': '2024-2-1',
      'a date with a line after it': '2024-02-29\nand more',
      'a boolean': true,
    },
  ],
  [
    'status',
    {
      'a boolean': true,
      'a status with a line after it': 'Draft\nand more',
      'an empty status': '',
      'a status with a space behind it': 'Done ',
      'an unknown status': 'Rejected',
      'a status in lower case': 'draft',
      'another status in lower case': 'done',
      'a status of two words with one capital': 'Under review',
    },
  ],
]

/** A day that is none: it is no other day either. */
const impossibleDay = /^\d{4}-\d\d-\d\d$/

/** Whether a record of a property of this type shows a value within the rule of its type, or none. */
function followsItsRule(type: PropertyType, record: unknown): boolean {
  const value = isRecord(record) ? record['value'] : undefined
  if (value === undefined || value === null) return true
  switch (type) {
    case 'numeric':
      // A matrix may be typed numeric.
      return typeof value === 'number' || isMatrixText(value)
    case 'matrix':
      return isMatrixText(value)
    case 'date':
      return isDateOnly(value)
    case 'status':
      return statusValues.some((known) => known === value)
    case 'text':
      return typeof value === 'string'
    case 'formula':
      return true
  }
}

type Context = CheckContext<'PROP-35'>

/** A property with a lawful value, of which creations take their body, and which updates are made to. */
function subjectOf(type: PropertyType, context: Context): Promise<MadeProperty> {
  return context.session.shared(`${type} property that wrong values are sent for`, async () =>
    context.given.property(type, { item: await sharedItem(context, 'wrong values') }),
  )
}

interface Wrong {
  readonly subject: MadeProperty
  readonly by: 'creation' | 'update'
  readonly what: string
  readonly value?: unknown
}

const writes = { creation: 'creating a property', update: 'updating a property' } as const

for (const [type, values] of wrong)
  for (const by of ['creation', 'update'] as const)
    scenario(
      `a ${type} property never shows a value outside the rule of its type, whatever a ${by} sent`,
      { verifies: ['PROP-35'], needs, causedBy: ['PROP-31'] },
      async (context) => {
        const subject = await subjectOf(type, context)
        await jsonWrite(writes[by], context)
        // Where a value that is right is shown wrong, the rule of its type tells so.
        const cause = `a lawful value of type ${type} is shown against its rule`
        assume(followsItsRule(type, subject.exchange.json), { reason: 'blocked', cause })
        await each(Object.entries(values), async ([what, value]) => {
          const shownAs = await sendWrong(context, { subject, by, what, value })
          assume(shownAs !== undefined)
          await followsTheRule(context, shownAs, { subject, by, what, value })
        })
        // A refusal may have stored it all the same.
        assume(by === 'update')
        await followsTheRule(context, subject.id, { subject, by, what: 'all of them' })
      },
    )

/** Sends a value; gives the id of the property that has to be looked at, where it was not refused. */
async function sendWrong({ api, given, verify }: Context, { subject, by, what, value }: Wrong) {
  const { id, type, item, body } = subject
  const [broken, field] = [`${type} with ${what}`, valueField(type, body)]
  const answer =
    by === 'update'
      ? await api.send('updateProperty', { path: { property_id: id }, json: { [field]: value }, broken })
      : await api.send('createProperty', {
          json: { ...(await given.propertyBody(type, item)), [field]: value },
          broken,
        })
  if (answer.status >= 400 && answer.status < 500) verify('PROP-35', answer).isRejected()
  if (!succeeded(answer)) return undefined
  const madeId = by === 'update' ? id : fieldOf(answer, 'id')
  return typeof madeId === 'string' ? madeId : undefined
}

async function followsTheRule(
  { given, verify }: Context,
  id: string,
  { subject: { type, exchange }, by, what, value }: Wrong,
): Promise<void> {
  const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
  verify('PROP-35', read).that({
    claim: `the value that is shown after ${what} follows the rule of ${type}`,
    holds: followsItsRule(type, read.json),
    expected: `a value of type ${type}`,
    received: show(fieldOf(read, 'value')),
    hint: 'creation and update may judge values apart',
  })
  if (type !== 'date' || !impossibleDay.test(asText(value))) return
  const lawful = [null, '', ...(by === 'update' ? [fieldOf(exchange, 'value')] : [])]
  const hint = 'the days beyond the month may be counted into the next one'
  verify('PROP-35', read).eachHas('value', lawful, { mayBeMissing: true, hint })
}

scenario(
  'properties that are created together never show a value outside the rule of their type',
  { verifies: ['PROP-35'], needs },
  async (context) => {
    const { verify } = context
    await jsonWrite('creating properties in bulk', context)
    const subject = await bulkOfProperties(context, await sharedItem(context, 'wrong values in bulk'))
    const body = await subject.body(2)
    const entries = entriesIn(body).map((entry) => ({ ...entry, [valueField('text', entry)]: 12 }))
    const answer = await subject.send(withEntries(body, entries), 'a number for a text in a bulk')
    const listed = await subject.listed()
    const strayed = listed.find((entry) => kindOf(entry) === 'text' && !followsItsRule('text', entry))
    verify('PROP-35', answer).that({
      claim: 'what a bulk made follows the rule of text',
      holds: strayed === undefined,
      expected: 'texts, or nothing made',
      received: show(fieldOf({ json: strayed }, 'value')),
      criterion: { kind: 'type', at: '.value', lawful: texts, unlawful: ['boolean', 'integer', 'fraction'] },
    })
  },
)
