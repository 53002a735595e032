import type { Exchange, MadeItem, Sources } from '#suite'

const as = 'other-organization'

/** The items of a foreign product, or the properties of a foreign item, as their owner lists them. */
export const ownersList = {
  items: async ({ api, session }: Sources, { product }: MadeItem): Promise<Exchange> => {
    const place = { productId: product.id, workspaceId: product.workspaceId }
    const query = { ...(await session.dialect.listQuery('listItems', place)), limit: 200, offset: 0 }
    return api.send('listItems', { as, query })
  },
  properties: ({ given }: Sources, place: MadeItem): Promise<Exchange> =>
    given.listProperties(place.id, { as, query: { limit: 200 } }),
}

/** The likely mistake if something was created in the other organization. */
export const hintOfBulk =
  'broken access control: the organization seems to be compared for the first entry of the bulk only, or not at all'
