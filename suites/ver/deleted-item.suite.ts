import { assume, each, isRecord, sameRecord, scenario, type CheckContext, type Claim, type Exchange } from '#suite'
import { versionedList } from '../subjects/published-story.ts'
import type { Entry } from '../subjects/specimens.ts'
import { movedByReads } from './as-published.ts'

scenario(
  'an item deleted from the draft stays in a published version',
  { verifies: ['VER-12'], needs: ['control:publish-version', 'write'], causedBy: ['VER-02'] },
  async (context) => {
    const { api, given, verify } = context
    const { id, item } = await given.property('text')
    const { version } = await given.publish(item)
    const story = {
      productId: item.product.id,
      draftItemId: item.id,
      versions: [version],
      draftIds: new Set([id.toLowerCase()]),
    }
    const [published] = given.entriesOf(await versionedList(context, { story, version }))
    // The draft's ids may well be unknown once the item is gone: the version's own are asked for.
    const ways = await waysTo(context, { published, version })
    assume(ways.length > 0, "a published property is not found by the version's ids")
    given.requireSuccess(await api.send('deleteItem', { path: { item_id: item.id } }), 'ITEM-07')
    await each(ways, async ({ read, before }) => {
      const answer = await read()
      verify('VER-12', answer).that(isStillShown(before, shownIn(answer, published?.['id'])))
    })
  },
)

function isStillShown(expected: Entry, received: Entry | undefined): Claim {
  const what = 'a property of a version whose item was deleted later'
  return sameRecord(what, { kind: 'property', expected, received, except: movedByReads })
}

interface Way {
  readonly read: () => Promise<Exchange>
  readonly before: Entry
}

interface Published {
  readonly published: Entry | undefined
  readonly version: number
}

/** The reads by the version's own ids that show the property. */
async function waysTo(
  { api, given }: Pick<CheckContext, 'api' | 'given'>,
  { published, version }: Published,
): Promise<readonly Way[]> {
  const propertyId = String(published?.['id'])
  const itemId = String(published?.['item_id'])
  const reads = [
    () => api.send('getProperty', { path: { property_id: propertyId }, query: { version } }),
    () => given.listProperties(itemId, { query: { limit: 100, version } }),
  ]
  const ways: Way[] = []
  for (const read of reads) {
    const before = shownIn(await read(), propertyId)
    if (before !== undefined) ways.push({ read, before })
  }
  return ways
}

/** What the answer shows of the property, by itself or in a list. */
function shownIn({ json }: Exchange, id: unknown): Entry | undefined {
  if (!isRecord(json)) return undefined
  const entries: readonly unknown[] = Array.isArray(json['items']) ? json['items'] : [json]
  return entries.filter(isRecord).find((one) => String(one['id']).toLowerCase() === String(id).toLowerCase())
}
