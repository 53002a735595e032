import { entryOf, inTurn, propertyTypes, scenario } from '#suite'
import type { Exchange, MadeItem, MadeProperty, PropertyType, Sources } from '#suite'
import { sharedItem } from '../shared/shared-place.ts'
import { deletedAs } from '../shared/is-marked-deleted.ts'

const needs = ['write'] as const
const query = { limit: 100 } as const

interface Pair {
  readonly gone: MadeProperty
  readonly beside: MadeProperty
  readonly answer: Exchange
}

/** Two properties of a type in an item, of which one is deleted. */
async function deletedBeside({ given }: Sources, type: PropertyType, item: MadeItem): Promise<Pair> {
  const [gone, beside] = [await given.property(type, { item }), await given.property(type, { item })]
  return { gone, beside, answer: await given.remove('property', gone.id) }
}

/** Such pairs of all types in one item, and its lists since. lawful: an index of lists may lag */
function deletions(context: Sources) {
  const { given, session } = context
  return session.shared('deleted properties of each type', async () => {
    const item = await sharedItem(context, 'deleted properties')
    const outcomes = await Promise.allSettled(propertyTypes.map((type) => deletedBeside(context, type, item)))
    const deleted = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const list = await given.eventually(
      () => given.listProperties(item.id, { query }),
      (shown) => deleted.every(({ gone, beside }) => !given.lists(shown, gone) && given.lists(shown, beside)),
    )
    const included = await given.listProperties(item.id, { query: { ...query, includeDeleted: true } })
    return { outcomes, list, included }
  })
}

/** DELETE of one of two properties of a type, and GET of the list of their item since, with and without deleted ones; what kept it from being made keeps its check from its claims. */
async function deletionOf(context: Sources, type: PropertyType) {
  const { outcomes, ...lists } = await deletions(context)
  const pair = outcomes[propertyTypes.indexOf(type)]
  if (pair?.status !== 'fulfilled') throw pair?.reason
  return { ...pair.value, ...lists }
}

for (const type of propertyTypes)
  scenario(
    `a deleted ${type} property is no longer listed, and another property of its item still is`,
    { verifies: ['PROP-34', 'PROP-37'], needs },
    async (context) => {
      const { given, observe, session, verify } = context
      const { gone, beside, answer, list, included } = await deletionOf(context, type)
      verify('PROP-34', answer).isAccepted()
      given.requireSuccess(list, 'PROP-19')
      verify('PROP-34', list).omits(gone.id, 'the list no longer shows the deleted property')
      verify('PROP-34', list).lists(beside.id, 'the list still shows the other property')
      const read = await given.read('property', beside.id)
      verify('PROP-34', read).hasStatus(200, {
        hint: 'wrong condition: the deletion seems to remove more records than the one in the path',
      })
      const goneById = await session.shared('deleted property by id', () => given.read('property', gone.id))
      observe('PROP-37', 'a deleted property by id', deletedAs(goneById))
      observe('PROP-37', 'a deleted property with includeDeleted', entryOf(included, gone.id) !== undefined)
    },
  )

scenario(
  'deleting a property keeps the files of its item and of another property',
  { verifies: ['PROP-34'], needs },
  async (context) => {
    const { given, verify } = context
    const item = await sharedItem(context, 'files beside a deletion')
    const [{ id }, beside] = [await given.property('text', { item }), await given.property('text', { item })]
    const files = [await given.file(item.id), await given.file(beside.id)]
    await inTurn(files, (file) => given.fileRecord(file.id))
    given.requireSuccess(await given.remove('property', id), 'PROP-34')
    const reads = await inTurn(files, (file) => given.read('file', file.id))
    verify('PROP-34', reads).hasStatus(200, {
      hint: 'cascade too wide: deleting any property seems to delete the files of its item',
    })
  },
)
