import { assume, isRecord, scenario, succeeded } from '#suite'
import type { CheckContext, Exchange, Fields, Entry } from '#suite'
import { bulkOfItems, bulkOfProperties, entriesIn, type BulkSubject } from '../shared/bulk-subject.ts'
import { another, namesIn } from '../shared/namesakes.ts'
import { sendBulk } from './send-bulk.ts'
import { verifyShownIds } from './shown-ids.ts'

type Context = CheckContext<'BULK-01' | 'BULK-02'>

const subjects = [
  {
    id: 'BULK-01',
    one: 'item',
    request: 'POST /items/bulk',
    make: bulkOfItems,
    /** Two that are created one by one with the name of an entry. */
    alone: async ({ given }: Context, fields: Fields): Promise<unknown> => {
      const { product } = await given.item({ fields })
      return another(given.item({ product, fields }))
    },
  },
  {
    id: 'BULK-02',
    one: 'property',
    request: 'POST /properties/bulk',
    make: bulkOfProperties,
    alone: async ({ given }: Context, fields: Fields): Promise<unknown> => {
      const { item } = await given.property('text', { fields })
      return another(given.property('text', { item, fields }))
    },
  },
] as const

type Subject = (typeof subjects)[number]

interface Bulk {
  readonly what: string
  /** Where it is of one kind alone. */
  readonly of?: Subject['one']
  readonly count: number
  readonly sent: (context: Context, subject: Subject, entries: readonly Entry[]) => Promise<readonly Entry[]>
  readonly hint: string
}

const asTheyAre: Bulk['sent'] = async (_context, _subject, entries) => entries
const hint = 'batch insert: an entry at the edge of a batch, or all beyond some number, seems to be dropped'

const bulks: readonly Bulk[] = [
  // More than what is commonly written in one go: 50 and 100 are usual.
  { what: '', count: 60, sent: asTheyAre, hint },
  { what: '', count: 120, sent: asTheyAre, hint },
  {
    what: ' with the same name',
    count: 3,
    sent: async (context, { alone }, entries) => {
      const names = namesIn(entries[0] ?? {})
      await alone(context, names)
      return entries.map((entry) => ({ ...entry, ...names }))
    },
    hint: 'deduplication: entries with the same name seem to be merged',
  },
  {
    what: ' with the same description',
    // A new property need not take one.
    of: 'item',
    count: 3,
    sent: async (context, { alone }, entries) => {
      const description = { description: context.given.word() }
      await alone(context, description)
      return entries.map((entry) => ({ ...entry, ...description }))
    },
    hint: 'deduplication: entries with the same description seem to be merged',
  },
]

for (const subject of subjects)
  for (const bulk of bulks.filter(({ of = subject.one }) => of === subject.one))
    scenario(
      `${subject.request} of ${bulk.count} entries${bulk.what} creates each of them`,
      { verifies: [subject.id, 'BULK-04'], needs: ['write'] },
      async (context) => {
        const { given, observe, verify } = context
        const { count } = bulk
        const place: BulkSubject = await subject.make(context)
        const body = await place.body(count)
        const sent = await bulk.sent(context, subject, entriesIn(body))
        const { answer, made } = await sendBulk(given, { subject: place, body, sent })
        observe('BULK-04', `status of a bulk of ${count} ${place.what}`, answer.status)
        // The contract shows no most, and a service may have one; all or nothing is not asked for either.
        assume(
          succeeded(answer) && !reportsRejections(answer),
          `the target rejected ${count} ${place.what} in one request`,
        )
        const created = await made()
        const about = { of: 'the list of the new records', among: created, hint: bulk.hint }
        verify(subject.id, answer).hasEntries({ least: count, most: count }, about)
        await verifyShownIds(context, subject.id, { subject: place, sent, made: created, answer })
      },
    )

/** Whether a success names entries that it did not take, by whatever name. */
function reportsRejections({ status, json }: Exchange): boolean {
  if (status === 207) return true
  if (!isRecord(json)) return false
  return Object.entries(json).some(
    ([name, value]) => /err|fail|reject|skip|invalid|refus/i.test(name) && Array.isArray(value) && value.length > 0,
  )
}
