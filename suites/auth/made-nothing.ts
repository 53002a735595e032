import { isRecord, type Claim, type Exchange, type MadeItem } from '#suite'
import type { Sources } from './foreign-place.ts'

const as = 'other-organization'

/** What the other organization has in a place. */
export const listedIn = {
  items: async ({ api, session }: Sources, { product }: MadeItem): Promise<Exchange> => {
    const place = { productId: product.id, workspaceId: product.workspaceId }
    const query = { ...(await session.dialect.listQuery('listItems', place)), limit: 200, offset: 0 }
    return api.send('listItems', { as, query })
  },
  properties: ({ given }: Sources, place: MadeItem): Promise<Exchange> =>
    given.listProperties(place.id, { as, query: { limit: 200 } }),
}

/** That a list shows none of the names that were sent. */
export function madeNothing(listed: Exchange, names: readonly string[]): Claim {
  const items: unknown = isRecord(listed.json) ? listed.json['items'] : undefined
  const text = JSON.stringify(items ?? [])
  const found = names.find((name) => text.includes(name))
  return {
    claim: 'nothing is made in the place of another organization',
    holds: found === undefined,
    expected: 'nothing new there',
    received: 'an entry that was sent',
    ...(found !== undefined && { criterion: { kind: 'text', text: found, shown: false } }),
    hint: 'the organization may be compared for the first entry only, or not at all',
  }
}
