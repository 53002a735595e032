import { assume, scenario, type Exchange, type Sources } from '#suite'
import { placementsOf } from '../shared/usages.ts'
import { contentOfDeletedProduct, linksInto, untilGone } from './deleted-products.ts'

// `contentOfDeletedProduct` creates a product with two items, properties of each type and files, and sends DELETE, once per session.

const needs = ['write'] as const
const targets = { 'an item': 'item', 'a property': 'property' } as const
type Target = (typeof targets)[keyof typeof targets]

/** GET of a file of a deleted product. lawful: the file goes with the product, or stays without that link */
async function fileOfDeleted(context: Sources, target: Target) {
  const { product, files } = await contentOfDeletedProduct(context)
  const { id } = files[target]
  const isUnlinked = (read: Exchange): boolean =>
    read.status === 404 || (read.status === 200 && !linksInto(read, product.id))
  return { id, product, read: await context.given.eventually(() => context.given.read('file', id), isUnlinked) }
}

for (const [what, target] of Object.entries(targets)) {
  scenario(
    `a file on ${what} of a deleted product no longer shows that link`,
    { verifies: ['PROD-56'], needs },
    async (context) => {
      const { product, read } = await fileOfDeleted(context, target)
      context.observe('PROD-56', 'file of a deleted product', read.status)
      context.verify('PROD-56', read).hasStatus([200, 404])
      // Its links only: another field or an error may name the product that a file comes from.
      const among = placementsOf(read.json)
      context
        .verify('PROD-56', read)
        .eachHas('product_id', { except: [product.id] }, { of: 'a link of the file', among, mayBeMissing: true })
    },
  )

  scenario(
    `a file on ${what} that was deleted with its product cannot be downloaded`,
    { verifies: ['PROD-56'], needs },
    async (context) => {
      const { given, verify } = context
      const { id, read } = await fileOfDeleted(context, target)
      assume(read.status === 404, 'the target kept the file of a deleted product')
      const answer = await untilGone(given, () => given.download(id))
      verify('PROD-56', answer).hasStatus(404, {
        hint: 'orphaned file: the stored file seems to stay when its record is deleted',
      })
    },
  )
}
