import { entryOf, scenario, type Exchange, succeeded, type Sources } from '#suite'
import { isMarkedDeleted } from '../shared/is-marked-deleted.ts'
import { secondItem, sharedItem } from '../shared/shared-place.ts'
import { softlyDeleted, type SoftlyDeleted } from './softly-deleted.ts'

// `softlyDeleted` is a text property that a control (else DELETE) deleted softly beside another one, or a declared or existing one.

const limit = 100

type Query = Readonly<Record<string, string | number | boolean>>

/** A property that is deleted softly, and the list of its item once it leaves it out. lawful: an index of lists may lag */
async function listWithout(context: Sources, query: Query): Promise<SoftlyDeleted & { readonly list: Exchange }> {
  const { given } = context
  const soft = await softlyDeleted(context)
  const list = await given.eventually(
    () => given.listProperties(soft.itemId, { query: { limit, ...query } }),
    (answer) => !given.lists(answer, soft),
  )
  return { ...soft, list }
}

const softlyDeletedOut = [
  { how: '', query: {} },
  { how: ' filtered by type', query: { type: 'text' } },
] as const

for (const { how, query } of softlyDeletedOut)
  scenario(
    `a list${how} does not show soft-deleted properties by default`,
    { verifies: ['PROP-23'] },
    async (context) => {
      const { given, verify } = context
      const { id, otherId = '', list } = await listWithout(context, query)
      given.requireSuccess(list, 'PROP-19')
      verify('PROP-23', list).omits(id)
      verify('PROP-23', list).lists(otherId, { where: otherId !== '' })
    },
  )

scenario(
  'a list does not show soft-deleted properties with includeDeleted=false',
  { verifies: ['PROP-23'] },
  async (context) => {
    const { verify } = context
    const { id, otherId = '', list } = await listWithout(context, { includeDeleted: false })
    verify('PROP-23', list).hasStatus(200)
    verify('PROP-23', list).omits(id)
    verify('PROP-23', list).lists(otherId, { where: otherId !== '' })
  },
)

scenario(
  'with includeDeleted=true, the list of an item shows no deleted property of another item',
  { verifies: ['PROP-19'], needs: ['write'] },
  async (context) => {
    const { given, verify } = context
    const gone = await given.property('text', { item: await sharedItem(context, 'deletions') })
    const neighbour = await secondItem(context, gone.item)
    given.requireSuccess(await given.remove('property', gone.id), 'PROP-34')
    const query = { limit, includeDeleted: true }
    const answer = given.requireSuccess(await given.listProperties(neighbour.id, { query }), 'PROP-24')
    // lawful: what a deployment puts into a new item by itself is in its list too
    verify('PROP-19', answer).omits(gone.id)
  },
)

const softlyDeletedIn = [
  { how: '', query: {}, isOfAnyType: true },
  { how: ' filtered by type', query: { type: 'text' }, isOfAnyType: false },
] as const

for (const { how, query, isOfAnyType } of softlyDeletedIn)
  scenario(
    `with includeDeleted=true, a list${how} shows deleted and other properties, and marks the deleted`,
    { verifies: ['PROP-24'], covers: ['PROP-01', 'PROP-03'] },
    async (context) => {
      const { given, verify } = context
      const { id, itemId, otherId = '' } = await softlyDeleted(context)
      // lawful: an index of lists may lag
      const answer = await given.eventually(
        () => given.listProperties(itemId, { query: { limit, includeDeleted: true, ...query } }),
        (list) => entryOf(list, id)?.['deleted'] === true,
      )
      verify('PROP-24', answer).hasStatus(200)
      const [deleted, other] = [id, otherId].map((one) => entryOf(answer, one))
      // A declared property has no other one beside it, and may be of another type.
      const isListed = { where: otherId !== '' || isOfAnyType }
      const hasOther = { where: otherId !== '' }
      verify('PROP-24', answer).lists(id, isListed)
      verify('PROP-24', answer).shows({ deleted: true }, { in: deleted, ...isListed })
      verify('PROP-24', answer).lists(otherId, hasOther)
      verify('PROP-24', answer).differsIn('deleted', true, { in: other, ...hasOther })
    },
  )

const isMarkedOrRefused = (read: Exchange): boolean => !succeeded(read) || isMarkedDeleted(read)

scenario(
  'a soft-deleted property that is returned by id is marked as deleted',
  { verifies: ['PROP-39'] },
  async (context) => {
    const { given, observe, verify } = context
    const { id } = await softlyDeleted(context)
    const read = await given.eventually(() => given.read('property', id), isMarkedOrRefused)
    observe('PROP-39', 'a soft-deleted property by id', read.status)
    // lawful: it is not given at all
    verify('PROP-39', read).shows({ deleted: true }, { mayRefuse: true })
  },
)
