import { entryOf, inTurn, propertyTypes, scenario } from '#suite'
import { sharedItem } from '../shared/shared-place.ts'
import { deletedAs } from '../shared/is-marked-deleted.ts'

const needs = ['write'] as const
const query = { limit: 100 } as const

for (const type of propertyTypes)
  scenario(
    `a deleted ${type} property is no longer listed, and its neighbour still is`,
    { verifies: ['PROP-34', 'PROP-37'], needs },
    async (context) => {
      const { given, observe, verify } = context
      const item = await sharedItem(context, 'deletions')
      const [{ id }, beside] = [await given.property(type, { item }), await given.property(type, { item })]
      verify('PROP-34', await given.remove('property', id)).isAccepted()
      // lawful: an index of lists may lag
      const after = await given.eventually(
        () => given.listProperties(item.id, { query }),
        (list) => !given.lists(list, { id }) && given.lists(list, beside),
      )
      given.requireSuccess(after, 'PROP-19')
      verify('PROP-34', after).omits(id, 'the list no longer shows the deleted property')
      verify('PROP-34', after).lists(beside.id, 'the list still shows the neighbour property')
      const read = await given.read('property', beside.id)
      verify('PROP-34', read).hasStatus(200, {
        hint: 'wrong condition: the deletion may remove more records than the one in the path',
      })
      const gone = await given.read('property', id)
      observe('PROP-37', 'a deleted property by id', deletedAs(gone))
      const included = await given.listProperties(item.id, { query: { ...query, includeDeleted: true } })
      observe('PROP-37', 'a deleted property with includeDeleted', entryOf(included, id) !== undefined)
    },
  )

scenario(
  'deleting a property keeps the files of its item and of a neighbour property',
  { verifies: ['PROP-34'], needs },
  async ({ given, verify }) => {
    // An item of its own: others delete properties of the shared one.
    const item = await given.item()
    const [{ id }, beside] = [await given.property('text', { item }), await given.property('text', { item })]
    const files = [await given.file(item.id), await given.file(beside.id)]
    await inTurn(files, (file) => given.fileRecord(file.id))
    given.requireSuccess(await given.remove('property', id), 'PROP-34')
    const reads = await inTurn(files, (file) => given.read('file', file.id))
    verify('PROP-34', reads).hasStatus(200, {
      hint: 'cascade too wide: deleting any property may delete the files of its item',
    })
  },
)
