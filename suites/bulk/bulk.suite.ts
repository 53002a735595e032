import { isDeepStrictEqual } from 'node:util'
import {
  assume,
  blocked,
  each,
  entryOf,
  fieldOf,
  inTurn,
  inferShape,
  pick,
  roleOf,
  sameId,
  scenario,
  asText,
  shownId,
  succeeded,
} from '#suite'
import type { Given, MadeItem, MadeProperty, PropertyType, Entry } from '#suite'
import { insteadOf } from '../shared/obstacle.ts'
import { valueField } from '../shared/value-field.ts'
import { bulkOfItems, bulkOfProperties, entriesIn, entryLike } from '../shared/bulk-subject.ts'
import { isNamed, namesIn, textsIn, withText } from '../shared/names-in.ts'
import { sendBulk } from './send-bulk.ts'
import { verifyShownIds } from './shown-ids.ts'
import { withEndpoint } from '../shared/learned-creation.ts'
import { ownItem } from '../shared/shared-place.ts'

const subjects = [
  {
    id: 'BULK-01',
    request: 'POST /items/bulk',
    bulkIn: bulkOfItems,
    alone: (given: Given): Promise<unknown> => given.item(),
  },
  {
    id: 'BULK-02',
    request: 'POST /properties/bulk',
    bulkIn: bulkOfProperties,
    alone: (given: Given): Promise<unknown> => given.property('text'),
  },
] as const

for (const { id, request, bulkIn, alone } of subjects)
  scenario(
    `${request} creates each entry as it was sent`,
    { verifies: [id, 'BULK-04'], covers: ['GEN-01'], needs: ['write'] },
    async (context) => {
      const { given, observe, verify } = context
      const subject = await bulkIn(context)
      // A deployment that makes none of them one by one has no place for several: that is said if one is created.
      const learning = { learn: () => subject.body(3), control: () => alone(given) }
      const body = await withEndpoint<typeof id, unknown>(context, id, learning)
      const sent = withUniqueTexts(entriesIn(body))
      const { answer, made } = await sendBulk(given, { subject, body, sent })
      observe('BULK-04', `status of a bulk of ${subject.what}`, answer.status)
      observe('BULK-04', `answer to a bulk of ${subject.what}`, inferShape([answer.json]))
      verify(id, answer).isAccepted()
      const created = await made()
      const { length } = sent
      const of = 'the list of the new records'
      verify(id, answer).hasEntries({ least: length, most: length }, { of, among: created })
      await verifyShownIds(context, id, { subject, sent, made: created, answer })
      const compared = comparableTexts(sent, created)
      const rowsOf = (entries: readonly Entry[]) => entries.map((entry) => pick(entry, compared))
      verify(id, answer).hasRows({ expected: rowsOf(sent), received: rowsOf(created) })
      const read = (entry: Entry) => () => subject.read(shownId(entry))
      const reads = await inTurn(created, (entry) => given.eventually(read(entry), ({ status }) => status === 200))
      verify(id, reads).hasStatus(200)
    },
  )

/** Texts that differ show whether each entry was read. */
function withUniqueTexts(entries: readonly Entry[]): readonly Entry[] {
  return entries.map((entry, index) => {
    const texts = Object.keys(entry).filter((name) => roleOf([name]) === 'value' && typeof entry[name] === 'string')
    return { ...entry, ...Object.fromEntries(texts.map((name) => [name, `value ${index}`])) }
  })
}

/** The texts that are in all that was made, and in all that was sent, if no other field can be the one that was read. */
function comparableTexts(sent: readonly Entry[], made: readonly Entry[]): readonly string[] {
  return ['name', 'title', 'value'].filter(
    (field) =>
      [...made, ...sent].every((entry) => typeof entry[field] === 'string') &&
      sent.every(
        (entry) => !Object.keys(entry).some((other) => other !== field && roleOf([other]) === roleOf([field])),
      ),
  )
}

/** Values that no property begins with. lawful: a status that a workflow does not take at once. */
const unusualValues: Readonly<Partial<Record<PropertyType, string | number>>> = {
  numeric: 0.0625,
  text: '007',
  date: '1987-02-28',
  status: 'Done',
}
const types = ['numeric', 'matrix', 'text', 'date', 'status'] as const

scenario(
  'POST /properties/bulk with a property of each type keeps values and units and sets createdAt',
  { verifies: ['BULK-02', 'PROP-38'], needs: ['write'] },
  async (context) => {
    const { given, verify } = context
    const subject = await bulkOfProperties(context)
    const body = await subject.body(1)
    const item = await ownItem(context)
    const alone = await inTurn(types, (type) => propertyOfUnusualValue(type, item, given))
    const [like = {}] = entriesIn(body)
    // The bodies that were just accepted one by one.
    const sent = alone.map((property) => entryLike(property, like))
    const { answer, made } = await sendBulk(given, { subject, body, sent, before: [] })
    assume(succeeded(answer), 'the target rejected a bulk with the fields of single creations')
    const created = await made()
    const list = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
    await each(alone, async (control) => {
      // How a value is spelled is the target's concern: those that were created alone show it.
      const due = entryOf(list, control.id)
      const entry = created.find((one) => isNamed(one, namesIn(control.body, context)))
      assume(entry !== undefined && due !== undefined)
      verify('PROP-38', answer).isDatedNow('createdAt', { in: entry })
      const { type, value, category, display_unit } = due
      // lawful: one that is created alone may begin otherwise, as a status does in a workflow
      const asSent = pick(entry, fieldsAsSent(entry, control.body))
      verify('BULK-02', answer).shows({ type, value, category, display_unit, ...asSent }, { in: entry, beside: [list] })
    })
  },
)

async function propertyOfUnusualValue(type: PropertyType, item: MadeItem, given: Given): Promise<MadeProperty> {
  const value = unusualValues[type]
  if (value === undefined) return given.property(type, { item })
  const fields = { [valueField(type, await given.propertyBody(type, item))]: value }
  return given.property(type, { item, fields }).catch(insteadOf(() => given.property(type, { item })))
}

/** The value, if the entry shows it just as it was sent. */
function fieldsAsSent({ value }: Entry, body: Entry): readonly string[] {
  const isAsSent = Object.entries(body).some(([name, sent]) => roleOf([name]) === 'value' && sent === value)
  return isAsSent ? ['value'] : []
}

scenario(
  'POST /properties/bulk with a formula among its entries shows the result of the formula',
  { verifies: ['BULK-02'], needs: ['write'] },
  async (context) => {
    const { given, verify } = context
    const single = await given.property('formula', { item: await ownItem(context) })
    const subject = await bulkOfProperties(context, single.item)
    const body = await subject.body(1)
    const [plain = {}] = entriesIn(body)
    const name = given.name()
    const sent = [plain, sameFormula(single, { name, like: plain })]
    const { answer, made } = await sendBulk(given, { subject, body, sent })
    assume(succeeded(answer) && answer.status !== 207, 'the target rejected a formula in a bulk')
    await made()
    const look = async () => {
      const listed = await subject.listed()
      return {
        due: resultOf(listed.find(({ id }) => sameId(id, single.id))),
        received: resultOf(listed.find((entry) => entry['name'] === name)),
      }
    }
    // lawful: a result that is computed a little later
    const { due, received } = await given.eventually(look, (seen) => isDeepStrictEqual(seen.due, seen.received))
    assume('type' in due, blocked('PROP-01', 'the list showed no property with the id that was created before'))
    assume('type' in received, blocked('PROP-02', 'the list showed no property with the name that was sent'))
    verify('BULK-02', answer).shows({ type: due['type'], value: due['value'] }, { in: received })
  },
)

function resultOf(entry: Entry | undefined): Entry {
  return pick(entry, ['type', 'value'])
}

/** A formula that was created alone, as an entry of a bulk with another name. */
function sameFormula(
  { item, body, exchange }: MadeProperty,
  { name, like }: { readonly name: string; readonly like: Entry },
): unknown {
  const shownName = fieldOf(exchange, 'name')
  assume(
    textsIn(body).includes(asText(shownName)),
    'the target gave the formula another name than the one that was sent',
  )
  const fields = Object.entries(body).filter(
    ([field, value]) => roleOf([field]) !== 'readableId' && (value !== item.id || field in like),
  )
  return withText(Object.fromEntries(fields), shownName, name)
}
