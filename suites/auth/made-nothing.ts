import type { Exchange, MadeItem, Sources } from '#suite'

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

/** The mistake if something was made in the other organization. */
export const oneCompared =
  'broken access control: the organization may be compared for the first entry of the bulk only, or not at all'
