import { entryOf, inTurn, race, succeeded, type Exchange, shownId } from '#suite'
import { deleteAmidUpdates } from '../shared/delete-amid-updates.ts'
import { requireAccepted } from '../shared/json-writes.ts'
import { sharedItem } from '../shared/shared-place.ts'

race(
  'a property deleted during an update is no longer listed',
  { verifies: ['PROP-34'], needs: ['write'], covers: ['ERR-15'] },
  async (context) => {
    const { api, given, verify } = context
    const item = await sharedItem(context, 'properties written simultaneously')
    const { id } = await given.property('text', { item })
    given.requireSuccess(await given.read('property', id), 'PROP-27')
    const path = { property_id: id }
    const update = () => api.request('updateProperty', { path, json: { description: given.name() } })
    await requireAccepted('updating a property', context)
    await deleteAmidUpdates(context, api.request('deleteProperty', { path }), update)
    const isGone = (list: Exchange): boolean => entryOf(list, id) === undefined
    const list = await given.eventually(() => given.listProperties(item.id, { query: { limit: 200 } }), isGone)
    const hint = 'lost update: the update seems to overwrite the whole property with old values'
    verify('PROP-34', list).omits(id, { mayRefuse: true, hint })
  },
)

race('properties created simultaneously all exist', { verifies: ['PROP-30'], needs: ['write'] }, async (context) => {
  const { api, given, verify } = context
  const item = await sharedItem(context, 'properties written simultaneously')
  const bodies = await inTurn(['text', 'numeric', 'text'] as const, (type) => given.propertyBody(type, item))
  const answers = await api.simultaneously(bodies.map((json) => api.request('createProperty', { json })))
  // lawful: one that came too late may be refused
  const made = answers.filter((answer) => succeeded(answer)).map((answer) => shownId(answer.json))
  const areThere = (list: Exchange): boolean => made.every((id) => entryOf(list, id) !== undefined)
  const list = await given.eventually(() => given.listProperties(item.id, { query: { limit: 200 } }), areThere)
  given.requireSuccess(list, 'PAGE-05')
  const hint = 'race: one creation seems to overwrite the other'
  verify('PROP-30', list).lists(made, { hint })
})
