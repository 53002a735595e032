import { assume, isRecord, scenario, type Exchange } from '#suite'
import { bulkOfItems, bulkOfProperties, entriesIn } from '../subjects/bulk-subject.ts'
import { newEntries } from './new-entries.ts'
import { wrongPages } from '../subjects/wrong-pages.ts'
import { bulkCauses } from './bulk-causes.ts'

const subjects = [
  { id: 'BULK-01', one: 'item', make: bulkOfItems, causedBy: bulkCauses.items },
  { id: 'BULK-02', one: 'property', make: bulkOfProperties, causedBy: bulkCauses.properties },
] as const

/** More than what is commonly written in one go: 50 and 100 are usual. */
const counts = [60, 120] as const

for (const { id, one, make, causedBy } of subjects)
  for (const count of counts)
    scenario(
      `as many are there as one request brought, also of ${count} (${one})`,
      {
        verifies: [id, 'BULK-04'],
        needs: ['write'],
        causedBy: [...causedBy, ...wrongPages],
      },
      async (context) => {
        const { given, observe, verify } = context
        const subject = await make(context)
        const body = await subject.body(count)
        const [sent, before] = [entriesIn(body), await subject.listed()]
        const answer = await subject.send(body)
        observe('BULK-04', `status of a bulk of ${count} ${subject.what}`, answer.status)
        // The contract shows no most, and a service may have one; all or nothing is not asked for either.
        assume(
          answer.status < 300 && !tellsOfRefusals(answer),
          `the bulk takes fewer than ${count} ${subject.what} at once`,
        )
        const made = await newEntries(given, { subject, before, sent, wanted: count, answer })
        verify(id, answer).that({
          claim: `as many are there as were sent (${count})`,
          holds: made.length === count,
          expected: `${count} new ${subject.what}, or a refusal`,
          received: `${made.length}`,
          hint: 'what is written in portions may lose an entry at their edges, or pass over what is beyond some number',
        })
      },
    )

/** Whether a success names entries that it did not take, by whatever name. */
function tellsOfRefusals({ status, json }: Exchange): boolean {
  if (status === 207) return true
  if (!isRecord(json)) return false
  return Object.entries(json).some(
    ([name, value]) => /err|fail|reject|skip|invalid|refus/i.test(name) && Array.isArray(value) && value.length > 0,
  )
}
