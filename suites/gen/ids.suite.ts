import { assume, sameId, scenario, type CheckContext, type Exchange, type Fields } from '#suite'
import { namesIn } from '../subjects/namesakes.ts'
import { sharedItem, sharedProduct } from '../subjects/shared-place.ts'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

const purpose = 'ids of its own'

interface Made {
  readonly id: string
  /** What it is called. */
  readonly names: Fields
  readonly remove: () => Promise<unknown>
}

/** Makes one thing, with these names where there are any. */
type Maker = (sources: Sources, names?: Fields) => Promise<Made>

const makers: Readonly<Record<string, (sources: Sources) => Promise<Maker>>> = {
  product:
    async () =>
    async ({ api, given }, names) => {
      const { id, body } = await given.product(names)
      const { name, readable_id } = body
      return { id, names: { name, readable_id }, remove: () => api.send('deleteProduct', { path: { product_id: id } }) }
    },
  item: async (sources) => {
    const product = await sharedProduct(sources, 'items with ids of their own')
    return async ({ api, given: makes }, fields) => {
      const { id, body } = await makes.item({ product, ...(fields && { fields }) })
      return { id, names: namesIn(body), remove: () => api.send('deleteItem', { path: { item_id: id } }) }
    }
  },
  property: async (sources) => {
    const item = await sharedItem(sources, purpose)
    return async ({ api, given: makes }, fields) => {
      const { id, body } = await makes.property('text', { item, ...(fields && { fields }) })
      return { id, names: namesIn(body), remove: () => api.send('deleteProperty', { path: { property_id: id } }) }
    }
  },
  file: async (sources) => {
    const item = await sharedItem(sources, purpose)
    // A file goes with its product alone.
    return async ({ given: makes }) => ({
      id: (await makes.file(item.id)).id,
      names: {},
      remove: () => Promise.resolve(),
    })
  },
}

for (const [what, prepare] of Object.entries(makers))
  scenario(
    `no two of one run's ${what} ids are the same`,
    { verifies: ['GEN-05'], needs: ['write'] },
    async (context) => {
      const { api, verify } = context
      const make = await prepare(context)
      // lawful: the names of what is deleted may be in use still
      const again = ({ names }: Made): Promise<Made> => make(context, names).catch(() => make(context))
      // Every second one stays, so that the ids of what is deleted and of what is not are both kept apart.
      const deleted = await make(context)
      await deleted.remove()
      const stays = await again(deleted)
      const deletedToo = await make(context)
      await deletedToo.remove()
      const last = await again(deletedToo)
      const ids = [deleted, stays, deletedToo, last].map(({ id }) => id.toLowerCase())
      verify('GEN-05', api.trail.at(-1)).that({
        claim: `a new ${what} has an id that none had before`,
        holds: new Set(ids).size === ids.length,
        expected: `${ids.length} ids, each another one`,
        received: `${new Set(ids).size} ids`,
        hint: 'ids may be made of the names',
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
