import { fieldOf, scenario, show, type Exchange } from '#suite'
import { goneContent, linksInto } from './deleted-products.ts'

const needs = ['write'] as const
// What is gone is answered like what never was: where that answer is wrong by itself, deletion is not to blame.
const causedBy = ['PROD-53', 'ERR-08', 'ERR-09', 'ERR-10'] as const

for (const target of ['item', 'property'] as const)
  scenario(
    `a file on ${target === 'item' ? 'an item' : 'a property'} of a deleted product loses that link`,
    { verifies: ['PROD-56'], needs, causedBy },
    async (context) => {
      const { given, observe, verify } = context
      const { product, files } = await goneContent(context)
      // lawful: the file goes with the product, or stays without that link
      const isUnlinked = (read: Exchange): boolean =>
        read.status === 404 || (read.status === 200 && !linksInto(read, product.id))
      const read = await given.eventually(() => given.read('file', files[target].id), isUnlinked)
      observe('PROD-56', 'file of a deleted product', read.status)
      verify('PROD-56', read).that({
        claim: 'a file has no link into a deleted product',
        holds: isUnlinked(read),
        expected: '404, or the file without that link',
        received: `${read.status} with used_in ${show(fieldOf(read, 'used_in'))}`,
        criterion: {
          kind: 'either',
          of: [
            { kind: 'status', lawful: [404] },
            { kind: 'text', text: product.id, shown: false },
          ],
        },
      })
      // lawful: a file that stays without that link can be downloaded as before
      const download = await given.eventually(
        () => given.download(files[target].id),
        ({ status }) => read.status !== 404 || status === 404,
      )
      verify('PROD-56', download).that({
        claim: 'a file that is gone with its product cannot be downloaded',
        where: read.status === 404,
        holds: download.status === 404,
        expected: '404',
        received: `${download.status}`,
        criterion: { kind: 'status', lawful: [404] },
      })
    },
  )
