import { assume, inTurn, isRecord, scenario, succeeded, type Exchange, textIn } from '#suite'
import { deleteFilled, laterItem } from '../shared/delete-item.ts'
import { isUnknown } from '../shared/is-marked-deleted.ts'
import { sharedItem } from '../shared/shared-place.ts'
import { undone } from '../shared/undo-creation.ts'
import { createdProperty } from './created-property.ts'

const needs = ['write'] as const

scenario('creating a property in an unknown item is rejected', { verifies: ['PROP-36'], needs }, async (context) => {
  const { api, given, verify } = context
  const { answer: control, item } = await createdProperty('text', context)
  const json = await given.propertyBody('text', { ...item, id: given.unknownId() })
  const answer = await api.send('createProperty', { json, broken: 'an unknown item' })
  verify('PROP-36', await undone(context, 'property', answer)).isRefused({ control })
})

scenario('creating a property in a deleted item is rejected', { verifies: ['PROP-36'], needs }, async (context) => {
  const { api, given, verify } = context
  const item = await laterItem(context)
  const { exchange: control } = await given.property('text', { item })
  const json = await given.propertyBody('text', item)
  await deleteFilled(context, item)
  // lawful: one that is only marked as deleted may have properties, for all that the contract says
  assume(isUnknown(await given.read('item', item.id)))
  const hint = 'missing condition: the item seems to be looked up among deleted ones too (deleted_at IS NULL)'
  const answer = await api.send('createProperty', { json, broken: 'a deleted item' })
  verify('PROP-36', answer).isRefused({ control, hint })
})

scenario(
  'creating properties in bulk in an unknown item is rejected',
  { verifies: ['PROP-36'], needs },
  async (context) => {
    const { api, given, verify } = context
    const item = await sharedItem(context, 'references')
    const control = given.requireSuccess(
      await api.send('createPropertiesInBulk', { json: await given.propertyBulk(item) }),
      'BULK-02',
    )
    const json = await given.propertyBulk({ ...item, id: given.unknownId() })
    const answer = await api.send('createPropertiesInBulk', { json, broken: 'an unknown item' })
    const made = madeBy(answer)
    await inTurn(made, (id) => given.remove('property', id))
    // lawful: a success that makes nothing
    assume(made.length > 0 || !succeeded(answer))
    verify('PROP-36', answer).isRefused({ control })
  },
)

/** Ids of properties that a bulk creation made, whatever the shape of its answer. */
function madeBy(answer: Exchange): readonly string[] {
  const { json } = answer
  if (!succeeded(answer)) return []
  const lists = [json, ...(isRecord(json) ? Object.values(json) : [])].filter((value) => Array.isArray(value))
  return lists.flatMap((list: readonly unknown[]) => list.flatMap((entry) => textIn(entry, 'id') ?? []))
}
