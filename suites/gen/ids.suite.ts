import { assume, sameId, scenario, type CheckContext, type Exchange } from '#suite'
import { sharedItem, sharedProduct } from '../subjects/shared-place.ts'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

const purpose = 'ids of its own'

/** Makes one thing. */
type Maker = (sources: Sources) => Promise<{ readonly id: string; readonly remove: () => Promise<unknown> }>

const makers: Readonly<Record<string, (sources: Sources) => Promise<Maker>>> = {
  product:
    async () =>
    async ({ api, given }) => {
      const { id } = await given.product()
      return { id, remove: () => api.send('deleteProduct', { path: { product_id: id } }) }
    },
  item: async (sources) => {
    const product = await sharedProduct(sources, 'items with ids of their own')
    return async ({ api, given: makes }) => {
      const { id } = await makes.item({ product })
      return { id, remove: () => api.send('deleteItem', { path: { item_id: id } }) }
    }
  },
  property: async (sources) => {
    const item = await sharedItem(sources, purpose)
    return async ({ api, given: makes }) => {
      const { id } = await makes.property('text', { item })
      return { id, remove: () => api.send('deleteProperty', { path: { property_id: id } }) }
    }
  },
  file: async (sources) => {
    const item = await sharedItem(sources, purpose)
    // A file goes with its product alone.
    return async ({ given: makes }) => ({ id: (await makes.file(item.id)).id, remove: () => Promise.resolve() })
  },
}

for (const [what, prepare] of Object.entries(makers))
  scenario(
    `no two of one run's ${what} ids are the same`,
    { verifies: ['GEN-05'], needs: ['write'] },
    async (context) => {
      const { api, verify } = context
      const make = await prepare(context)
      // Every second one stays, so that the ids of what is deleted and of what is not are both kept apart.
      const deleted = await make(context)
      await deleted.remove()
      const stays = await make(context)
      const deletedToo = await make(context)
      await deletedToo.remove()
      const last = await make(context)
      const ids = [deleted, stays, deletedToo, last].map(({ id }) => id.toLowerCase())
      verify('GEN-05', api.trail.at(-1)).that({
        claim: `a new ${what} has an id that none had before`,
        holds: new Set(ids).size === ids.length,
        expected: `${ids.length} ids, each another one`,
        received: `${new Set(ids).size} ids`,
      })
    },
  )

scenario(
  'a file with the bytes of one that is gone has another id',
  { verifies: ['GEN-05'], needs: ['write'], causedBy: ['PROD-53', 'PROD-56'] },
  async ({ given, verify }) => {
    const place = (await given.fileItem()).id
    const one = await given.file(place)
    const other = await given.file(place, { bytes: one.part.bytes, allowDuplicate: 'true' })
    // lawful: files of the same bytes are one record, which may be found again by them
    assume(!sameId(one.id, other.id), 'the target shares the files of the same bytes')
    const { id: targetId, product } = await given.item()
    const gone = await given.file(targetId)
    given.requireSuccess(await given.remove('product', product.id), 'PROD-52')
    const read = await given.eventually(() => given.read('file', gone.id), isUnknown)
    // lawful: a file that stays without its product, and is given back where its bytes are sent again
    assume(isUnknown(read), 'a file that goes with its product')
    const { id, exchange } = await given.file(place, { bytes: gone.part.bytes, allowDuplicate: 'true' })
    verify('GEN-05', exchange).that({
      claim: 'a new file has an id that none had before',
      holds: !sameId(id, gone.id),
      expected: 'another id than that of the deleted file with these bytes',
      received: gone.id,
      criterion: { kind: 'each', field: 'id', lawful: { except: [gone.id] } },
      hint: 'ids may be made of the bytes',
    })
  },
)

function isUnknown({ status }: Pick<Exchange, 'status'>): boolean {
  return status === 404
}
