import { assume, scenario, type Exchange, type MadeItem, type MadeProperty, rejected, type Sources } from '#suite'
import { requireAccepted } from '../shared/json-writes.ts'
import { contentOfDeletedProduct, type Content } from './deleted-products.ts'

// `contentOfDeletedProduct` creates a product with two items, properties of each type and files, and sends DELETE, once per session.

interface Write {
  readonly what: string
  readonly id: 'PROD-54' | 'PROD-55' | 'PROP-36'
  readonly send: (sources: Sources, content: Content) => Promise<Exchange>
}

/** What is written to the content of a deleted product: each write may look for it in its own way. */
const writes: readonly Write[] = [
  {
    what: 'an update of its item',
    id: 'PROD-54',
    send: async (sources, content) => {
      await requireAccepted('updating an item', sources)
      return sources.api.send('updateItem', { path: { item_id: firstItem(content).id }, json: { description: 'x' } })
    },
  },
  {
    what: 'the deletion of its item',
    id: 'PROD-54',
    send: ({ given }, content) => given.remove('item', firstItem(content).id),
  },
  {
    what: 'an update of its property',
    id: 'PROD-55',
    send: async (sources, content) => {
      await requireAccepted('updating a property', sources)
      const path = { property_id: firstProperty(content).id }
      return sources.api.send('updateProperty', { path, json: { description: 'x' } })
    },
  },
  {
    what: 'the deletion of its property',
    id: 'PROD-55',
    send: ({ given }, content) => given.remove('property', firstProperty(content).id),
  },
  {
    what: 'the creation of a property in its item',
    id: 'PROP-36',
    send: async (sources, content) => {
      await requireAccepted('creating a property', sources)
      const json = await sources.given.propertyBody('text', firstItem(content))
      return sources.api.send('createProperty', { json })
    },
  },
]

for (const { what, id, send } of writes)
  scenario(
    `after the deletion of a product, ${what} is rejected`,
    { verifies: [id], needs: ['write'] },
    async (context) => {
      const content = await contentOfDeletedProduct(context)
      // lawful: a cascade may be done shortly after the answer
      const answer = await context.given.eventually(() => send(context, content), rejected)
      // A breakdown is not a rejection, and no acceptance.
      const where = answer.status < 500
      context.verify(id, answer).isRejected({
        where,
        hint: 'missing condition: the record seems to be looked up without checking whether its product is deleted',
      })
    },
  )

function firstItem({ items: [first] }: Content): MadeItem {
  assume(first !== undefined, 'the deleted product had no item')
  return first
}

function firstProperty({ properties }: Content): MadeProperty {
  const [first] = properties.values()
  assume(first !== undefined, 'the deleted product had no property')
  return first
}
