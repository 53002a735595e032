import { assume, sameId, scenario, succeeded, UntestedError } from '#suite'
import type { CheckContext, Fields, Sources } from '#suite'
import { isGone, isUnknown } from '../shared/is-marked-deleted.ts'
import { namesIn } from '../shared/namesakes.ts'
import { sharedItem, sharedProduct } from '../shared/shared-place.ts'

const purpose = 'ids of its own'

interface Made {
  readonly id: string
  /** What it is called. */
  readonly names: Fields
  /** Deletes it, and tells whether its names may be given to another one. */
  readonly remove: () => Promise<boolean>
}

type Create = (names?: Fields) => Promise<Made>

const creations: Readonly<Record<string, (sources: Sources) => Promise<Create>>> = {
  product:
    async ({ given }) =>
    async (names) => {
      const { id, body } = await given.product(names, { isNew: true })
      const { name, readable_id } = body
      return { id, names: { name, readable_id }, remove: async () => succeeded(await given.remove('product', id)) }
    },
  item: async (sources) => {
    const product = await sharedProduct(sources, 'created items')
    return async (fields) => {
      const { id, body } = await sources.given.item({ product, ...(fields && { fields }) })
      return { id, names: namesIn(body), remove: () => isGoneForGood(sources.given, 'item', id) }
    }
  },
  property: async (sources) => {
    const item = await sharedItem(sources, purpose)
    return async (fields) => {
      const { id, body } = await sources.given.property('text', { item, ...(fields && { fields }) })
      return { id, names: namesIn(body), remove: () => isGoneForGood(sources.given, 'property', id) }
    }
  },
  file: async (sources) => {
    const item = await sharedItem(sources, purpose)
    // A file goes with its product alone.
    return async () => ({ id: (await sources.given.file(item.id)).id, names: {}, remove: () => Promise.resolve(false) })
  },
}

/** Deletes it. lawful: what is deleted softly, and comes back with its id if another of its name is made in its place */
async function isGoneForGood(given: CheckContext['given'], kind: 'item' | 'property', id: string): Promise<boolean> {
  if (!succeeded(await given.remove(kind, id))) return false
  return isUnknown(await given.eventually(() => given.read(kind, id), isGone))
}

/** Deletes a record and creates another one, with the same names if they are free. lawful: they may still be in use */
async function replaced({ names, remove }: Made, create: Create): Promise<Made> {
  if (!(await remove())) return create()
  try {
    return await create(names)
  } catch (error) {
    if (error instanceof UntestedError && error.obstacle.reason === 'blocked') return create()
    throw error
  }
}

for (const [what, prepareCreation] of Object.entries(creations))
  scenario(`all ${what} ids of the run are different`, { verifies: ['GEN-05'], needs: ['write'] }, async (context) => {
    const { api, verify } = context
    const create = await prepareCreation(context)
    // One of three records is deleted and two stay: an id of either kind may come again.
    const first = await create()
    const second = await replaced(first, create)
    const third = await create()
    const ids = [first, second, third].map(({ id }) => id.toLowerCase())
    verify('GEN-05', api.trail.at(-1)).hasRows({
      of: `the ids of several ${what} records`,
      expected: [...new Set(ids)].map((id) => ({ id })),
      received: ids.map((id) => ({ id })),
      hint: 'ids not unique: they seem to be derived from the names',
    })
  })

scenario(
  'a file with the bytes of a deleted one gets a new id',
  { verifies: ['GEN-05'], needs: ['write'] },
  async ({ given, verify }) => {
    const place = (await given.fileItem()).id
    const one = await given.file(place)
    const other = await given.file(place, { bytes: one.part.bytes, allowDuplicate: 'true' })
    // lawful: files of the same bytes are one record, which may be found again by them
    assume(!sameId(one.id, other.id), 'the target kept uploads of the same bytes as one file')
    const { id: targetId, product } = await given.item()
    const gone = await given.file(targetId)
    given.requireSuccess(await given.remove('product', product.id), 'PROD-52')
    const read = await given.eventually(() => given.read('file', gone.id), isUnknown)
    // lawful: a file that stays without its product, and is given back if its bytes are sent again
    assume(isUnknown(read), 'the target kept the file of a deleted product')
    const { exchange } = await given.file(place, { bytes: gone.part.bytes, allowDuplicate: 'true' })
    verify('GEN-05', exchange).differsIn('id', gone.id, {
      hint: 'ids not unique: they seem to be derived from the bytes',
    })
  },
)
