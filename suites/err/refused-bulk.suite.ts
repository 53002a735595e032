import { scenario } from '../../lib/run/scenario.ts'
import { bulkOfItems, bulkOfProperties, entriesIn, withEntries } from '../bulk/bulk-subject.ts'
import { sortedIds, type Entry } from '../prop/specimens.ts'

const count = 4
const badAt = 2

/** What is seen to be bad only when the entry is about to be made, after those before it. */
const subjects = [
  {
    one: 'item',
    make: bulkOfItems,
    badness: 'a part number that is in use',
    needs: ['write', 'trace'],
    bad: async (entry: Entry, number: () => Promise<string>) => ({ ...entry, part_number: await number() }),
  },
  {
    one: 'property',
    make: bulkOfProperties,
    badness: 'a status that there is not',
    needs: ['write'],
    bad: async (entry: Entry) => ({ ...entry, type: 'status', value: 'no such status' }),
  },
] as const

for (const { one, make, badness, needs, bad } of subjects)
  scenario(
    `a bulk that is refused for an entry with ${badness} makes nothing (${one})`,
    { verifies: ['ERR-20'], needs, explainedBy: ['BULK-01', 'BULK-02', 'ITEM-14'] },
    async (context) => {
      const { given, verify } = context
      const subject = await make(context)
      given.accepted(await subject.send(await subject.body(count)), one === 'item' ? 'BULK-01' : 'BULK-02')
      const body = await subject.body(count)
      const entries = entriesIn(body)
      const spoilt = await bad(entries[badAt] ?? {}, async () => (await given.productWithPartNumber()).partNumber)
      const sent = entries.map((entry, index) => (index === badAt ? spoilt : entry))
      const before = new Set(sortedIds(await subject.listed()))
      const answer = await subject.send(withEntries(body, sent), badness)
      if (answer.status < 400)
        return given.lacks({ reason: 'capability-absent', enable: `a bulk with ${badness} is not refused as a whole` })
      const fresh = (await subject.listed()).filter((entry) => !before.has(sortedIds([entry]).join('')))
      const made = sortedIds(await subject.ours(fresh, sent))
      const text = Buffer.from(answer.body).toString().toLowerCase()
      // A refusal that says what was made all the same refuses a part, and is lawful.
      const untold = made.filter((id) => !text.includes(id.toLowerCase()))
      verify('ERR-20', answer).that({
        claim: `a bulk of ${subject.what} that is refused makes nothing that its answer does not tell`,
        holds: untold.length === 0,
        expected: 'nothing new, or an answer that names it',
        received: `${answer.status}, and ${untold.length} new ${subject.what}`,
        hint: 'the entries may not be written in one transaction',
      })
    },
  )
