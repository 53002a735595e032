import { assume, blocked, scenario, type CheckContext, type Exchange, type Fields, rejected } from '#suite'
import { bulkOfItems, entriesIn, withEntries, type BulkSubject } from '../shared/bulk-subject.ts'

type Context = CheckContext<'ERR-20'>

const inUse = 'a part number in use'

/** What the last entry of a bulk may have wrong, behind a good one. */
const wrongEntries: Readonly<Record<string, (context: Context) => Promise<Fields>>> = {
  [inUse]: async ({ given }) => ({ part_number: (await given.productWithPartNumber()).partNumber }),
  'an object as description': async ({ given }) => ({ part_number: given.partNumber(), description: { wrong: true } }),
}

for (const [broken, wrong] of Object.entries(wrongEntries))
  scenario(
    `the part number of a valid item stays free when its bulk is rejected for ${broken}`,
    { verifies: ['ERR-20'], needs: ['write', 'trace'] },
    async (context) => {
      const { given, verify } = context
      const subject = await bulkOfItems(context)
      const control = await subject.send(await pair(subject, given.partNumber()))
      // lawful: a job finds out later whose numbers are taken.
      assume(control.status === 200 || control.status === 201, 'the target rejected part numbers in a bulk of items')
      const number = given.partNumber()
      const before = await subject.listed()
      const refused = await subject.send(await pair(subject, number, await wrong(context)), broken)
      assumeRefusedWhole(refused, before, await subject.listed())
      const answer = await subject.send(await pair(subject, number))
      const hint = 'partial write: part numbers seem to be reserved before all entries are validated'
      verify('ERR-20', answer).hasStatus({ except: [409] }, { beside: [control], hint })
    },
  )

/** A bulk of two items: one with the number, and one with the fields, if any. */
async function pair(subject: BulkSubject, part_number: string, last: Fields = {}): Promise<unknown> {
  const body = await subject.body(2)
  const [first, second] = entriesIn(body)
  return withEntries(body, [
    { ...first, part_number },
    { ...second, ...last },
  ])
}

/**
 * Goes on after a bulk that was rejected as a whole. lawful: it may make the good entries, whatever it answers; items may share a
 * number.
 */
function assumeRefusedWhole({ status, broken }: Exchange, before: readonly unknown[], after: readonly unknown[]): void {
  const isAccepted = !rejected({ status })
  assume(!isAccepted || broken !== inUse, 'the target accepted a number in use for an item')
  assume(!isAccepted, blocked('BULK-03', `the target accepted a bulk with ${broken}`))
  assume(after.length <= before.length, 'the target created the valid entries of the bulk')
}
