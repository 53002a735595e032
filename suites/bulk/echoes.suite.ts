import {
  assume,
  at,
  each,
  fieldOf,
  isRecord,
  listPathIn,
  roleOf,
  sameId,
  scenario,
  asText,
  shownId,
  succeeded,
} from '#suite'
import type { CheckContext, Exchange } from '#suite'
import { bulkOfItems, bulkOfProperties, entriesIn, type BulkSubject } from '../shared/bulk-subject.ts'
import type { Entry } from '../shared/example-property.ts'
import { sendBulk } from './send-bulk.ts'
import { ownItem } from '../shared/shared-place.ts'
import { newLinkOf } from '../shared/usages.ts'

type Context = CheckContext<'BULK-01' | 'BULK-02'>

type Fields = Readonly<Record<string, unknown>>

/** What tells three entries from one another beside their names. */
interface EntryFields {
  readonly ofEach: readonly [Fields, Fields, Fields]
  /** One that was created by itself with such extras. */
  readonly createSingle: () => Promise<Single>
}

interface Single {
  readonly sent: Fields
  readonly answer: Exchange
}

/** Texts that a service may even out if it reads many of them at once. */
async function ofItems({ given }: Context): Promise<EntryFields> {
  const word = given.word()
  const first = { description: `description 0 ${word} two  spaces end` }
  return {
    ofEach: [
      first,
      { description: `description 1 ${word} two\nlines end` },
      { description: `description 2 ${word} <b>&amp;</b> 😀 漢字 end` },
    ],
    createSingle: async () => ({ sent: first, answer: (await given.item({ fields: first })).exchange }),
  }
}

/** Of several options, one alone may be read. */
async function ofNumberedItems({ given }: Context): Promise<EntryFields> {
  const word = given.word()
  const sent = { description: `description 3 ${word}`, part_number: given.partNumber() }
  return {
    ofEach: [
      { description: `description 0 ${word}` },
      { part_number: given.partNumber() },
      { description: `description 2 ${word}`, part_number: given.partNumber() },
    ],
    createSingle: async () => ({ sent, answer: (await given.item({ fields: sent })).exchange }),
  }
}

/** What an entry has for itself: its place, and what it is called. */
const ofEachEntry: ReadonlySet<unknown> = new Set(['workspace', 'product', 'item', 'parent', 'readableId', 'name'])

/** Numbers with their unit, and each with a page of its own: what a bulk entry is like is known from a single creation. */
async function ofProperties(context: Context): Promise<EntryFields> {
  const { given } = context
  const item = await ownItem(context)
  const link = shownId(newLinkOf((await given.file(item.id)).exchange), 'file_link_id')
  const single = await given.propertyBody('numeric', item)
  // Whatever the dialect calls them: an entry that kept the type of another would have a value of the wrong type.
  const numeric = Object.fromEntries(Object.entries(single).filter(([name]) => !ofEachEntry.has(roleOf([name]))))
  const onPage = (page: number): Fields => ({ ...numeric, references: [{ file_link_id: link, page }] })
  const first = onPage(1)
  return {
    ofEach: [first, onPage(2), onPage(3)],
    createSingle: async () => ({
      sent: first,
      answer: (await given.property('numeric', { item, fields: first })).exchange,
    }),
  }
}

/** What a number always has. */
const always: ReadonlySet<string> = new Set(['type', 'value', 'category', 'display_unit'])
const empty: ReadonlySet<unknown> = new Set(['', 'null'])

const subjects: ReadonlyArray<{
  readonly id: 'BULK-01' | 'BULK-02'
  readonly request: string
  readonly one: 'item' | 'property'
  readonly beside?: string
  readonly needs: ReadonlyArray<'write' | 'trace'>
  readonly bulkIn: (context: Context) => Promise<BulkSubject>
  readonly fieldsFor: (context: Context) => Promise<EntryFields>
}> = [
  {
    id: 'BULK-01',
    request: 'POST /items/bulk',
    one: 'item',
    needs: ['write'],
    bulkIn: bulkOfItems,
    fieldsFor: ofItems,
  },
  {
    id: 'BULK-01',
    request: 'POST /items/bulk',
    one: 'item',
    beside: ', part numbers and descriptions',
    needs: ['write', 'trace'],
    bulkIn: bulkOfItems,
    fieldsFor: ofNumberedItems,
  },
  {
    id: 'BULK-02',
    request: 'POST /properties/bulk',
    one: 'property',
    needs: ['write'],
    bulkIn: bulkOfProperties,
    fieldsFor: ofProperties,
  },
]

for (const { id, request, one, beside = '', needs, bulkIn, fieldsFor } of subjects)
  scenario(
    `each ${one} of ${request} shows all fields${beside} that a single creation shows`,
    { verifies: [id], needs },
    async (context) => {
      const { given, verify } = context
      const fields = await fieldsFor(context)
      const shown = await shownBySingleCreation(fields)
      const subject = await bulkIn(context)
      const body = await subject.body(3)
      const sent = entriesIn(body).map((entry, index) => ({ ...entry, ...fields.ofEach[index] }))
      const { answer, made } = await sendBulk(given, { subject, body, sent })
      // The contract does not show which fields an entry of a bulk has.
      assume(
        shown.length > 0 && succeeded(answer),
        `the target did not accept or show more of an ${one} in a bulk than its name`,
      )
      const reads = await Promise.all((await made()).map((entry) => subject.read(shownId(entry))))
      const records = reads.map(({ json }) => json)
      await each(records, async (record) => {
        const received = entryInAnswer(answer, record)
        // lawful: work that is done shortly after the answer
        const except = ['updatedAt', 'updatedBy']
        const where = received !== undefined
        verify(id, answer).agreesWith(record, { kind: one, received, shows: 'partial', except, where })
      })
      verify(id, answer).hasRows(rowsOfEach(sent, records, shown))
    },
  )

/** What was sent and what the records show, in the given fields. */
function rowsOfEach(sent: readonly Entry[], records: readonly unknown[], fields: readonly string[]) {
  const kept = (record: unknown, name: string): unknown => {
    const value = text(record, name)
    // lawful: what an entry did not say, such as its number, the service may fill in by itself
    const isOptional = sent.some((entry) => !(name in entry))
    return isOptional && !sent.some((entry) => text(entry, name) === value) ? null : comparable(record, name)
  }
  // A bulk may take less than a single creation does; if one of its records shows a field, each shows its own.
  const judged = fields.filter(
    (name) => always.has(name) || records.some((record) => !empty.has(kept(record, name) ?? '')),
  )
  const rowOf = (record: unknown) => Object.fromEntries(judged.map((name) => [name, kept(record, name)]))
  return { expected: sent.map((entry) => rowOf(entry)), received: records.map((record) => rowOf(record)) }
}

/** The extras that a record shows as they were sent, if one is created by itself. */
async function shownBySingleCreation({ createSingle }: EntryFields): Promise<readonly string[]> {
  const { sent, answer } = await createSingle()
  return Object.keys(sent).filter((name) => text(answer.json, name) === text(sent, name))
}

/** The entry of the answer to a bulk that has the id of a record; none if the answer does not show what was made. */
function entryInAnswer({ json }: Exchange, record: unknown): unknown {
  const path = listPathIn(json)
  const entries: unknown = path && at(json, path)
  const id = fieldOf({ json: record }, 'id')
  return Array.isArray(entries) ? entries.find((entry) => sameId(fieldOf({ json: entry }, 'id'), id)) : undefined
}

/** A field for comparison; of a reference, what the contract requires. */
function comparable(record: unknown, name: string): unknown {
  const value: unknown = isRecord(record) ? record[name] : undefined
  // lawful: a number may be shown as a text
  if (!Array.isArray(value)) return typeof value === 'number' ? String(value) : (value ?? null)
  return value.map((one: unknown) =>
    isRecord(one) ? { file_link_id: asText(one['file_link_id']).toLowerCase(), page: asText(one['page']) } : one,
  )
}

function text(record: unknown, name: string): string {
  const value = comparable(record, name)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
