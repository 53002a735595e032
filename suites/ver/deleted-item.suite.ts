import { assume, each, inTurn, isRecord, scenario, asText, shownId } from '#suite'
import type { CheckContext, Exchange, MadeProperty, Entry } from '#suite'
import { draftIdsOf, type VersionHistory } from '../shared/version-history.ts'
import { firstVersionedList } from '../shared/versioned-list.ts'

scenario(
  'an item deleted from the draft stays in a published version',
  { verifies: ['VER-12'], needs: ['control:publish-version', 'write'] },
  async (context) => {
    const { api, given, verify } = context
    const property = await given.property('text')
    const { version } = await given.publish(property.item)
    const listed = await firstVersionedList(context, { history: historyOf(property, version), version })
    const [published] = given.entriesOf(listed)
    // The draft's ids may well be unknown once the item is gone: the version's own are asked for.
    const ways = await readsShowing(context, { published, version })
    assume(ways.length > 0, "the target did not show a published property by the version's ids")
    given.requireSuccess(await api.send('deleteItem', { path: { item_id: property.item.id } }), 'ITEM-07')
    const reads = await inTurn(ways, async ({ id, before, read }) => ({ id, before, answer: await read() }))
    await each(reads, async ({ id, before, answer }) => {
      const received = shownIn(answer, id)
      verify('VER-12', answer).agreesWith(before, { kind: 'property', received, except: marksOfChanges })
    })
  },
)

function historyOf({ id, item }: MadeProperty, version: number): VersionHistory {
  return { productId: item.product.id, draftItemId: item.id, versions: [version], draftIds: draftIdsOf([id]) }
}

/** lawful: marks of who touched the published copies last and when, for a service may have to, if their draft goes */
const marksOfChanges = ['updatedAt', 'updatedBy'] as const

interface Way {
  readonly id: string
  readonly read: () => Promise<Exchange>
  readonly before: Entry
}

interface Published {
  readonly published: Entry | undefined
  readonly version: number
}

/** The reads by the version's own ids that show the property. */
async function readsShowing(
  { api, given }: Pick<CheckContext, 'api' | 'given'>,
  { published, version }: Published,
): Promise<readonly Way[]> {
  if (published === undefined) return []
  const propertyId = shownId(published)
  const itemId = shownId(published, 'item_id')
  const reads = [
    () => api.send('getProperty', { path: { property_id: propertyId }, query: { version } }),
    () => given.listProperties(itemId, { query: { limit: 100, version } }),
  ]
  const ways: Way[] = []
  for (const read of reads) {
    const before = shownIn(await read(), propertyId)
    if (before !== undefined) ways.push({ id: propertyId, read, before })
  }
  return ways
}

/** What the answer shows of the property, by itself or in a list. */
function shownIn(answer: Exchange | undefined, id: unknown): Entry | undefined {
  const json = answer?.json
  if (!isRecord(json)) return undefined
  const entries: readonly unknown[] = Array.isArray(json['items']) ? json['items'] : [json]
  return entries.filter(isRecord).find((one) => asText(one['id']).toLowerCase() === asText(id).toLowerCase())
}
