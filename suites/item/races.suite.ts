import { assume, entryOf, inTurn, race, roleOf, succeeded, shownId, pick, fieldOf } from '#suite'
import type { Sources } from '#suite'
import { deleteAmidUpdates } from '../shared/delete-amid-updates.ts'
import { isGone, isMarkedDeleted } from '../shared/is-marked-deleted.ts'
import { listItemsOf } from '../shared/list-items-of.ts'
import { requireAccepted } from '../shared/json-writes.ts'
import { sharedProduct } from '../shared/shared-place.ts'

const needs = ['write'] as const
race(
  'simultaneous updates of different fields of an item are all kept',
  { verifies: ['ITEM-06'], needs },
  async (context) => {
    const { api, given, session, verify } = context
    const { id, names } = await session.shared('item that is updated at the same time', () => updatableItem(context))
    const path = { item_id: id }
    const texts = Object.fromEntries(names.map((name) => [name, given.name()]))
    const answers = await api.simultaneously(
      names.map((name) => api.request('updateItem', { path, json: { [name]: texts[name] } })),
    )
    // lawful: one that came too late may be refused; what was accepted is to be kept
    const kept = names.filter((_, place) => succeeded(answers[place]))
    const read = given.requireSuccess(await given.read('item', id), 'ITEM-05')
    const hint = 'lost update: a write seems to store all fields as it read them before'
    verify('ITEM-06', read).shows(pick(texts, kept), { over: kept, hint })
  },
)

race(
  'an item deleted during an update no longer exists',
  { verifies: ['ITEM-07'], needs, covers: ['ERR-15'] },
  async (context) => {
    const { api, given, verify } = context
    const { id } = await given.item({ product: await sharedProduct(context, 'items written simultaneously') })
    given.requireSuccess(await given.read('item', id), 'ITEM-05')
    const path = { item_id: id }
    const update = () => api.request('updateItem', { path, json: { description: given.name() } })
    await requireAccepted('updating an item', context)
    await deleteAmidUpdates(context, api.request('deleteItem', { path }), update)
    const after = await given.eventually(() => given.read('item', id), isGone)
    const hint = 'lost update: the update seems to overwrite the whole item with old values'
    verify('ITEM-07', after).hasStatus([404, 410], { where: !isMarkedDeleted(after), hint })
    verify('ITEM-07', after).shows({ deleted: true }, { where: isMarkedDeleted(after) })
  },
)

race('items created simultaneously all exist', { verifies: ['ITEM-09'], needs }, async (context) => {
  const { api, given, verify } = context
  const product = await sharedProduct(context, 'items created simultaneously')
  const bodies = await Promise.all([given.itemBody(product), given.itemBody(product), given.itemBody(product)])
  const answers = await api.simultaneously(bodies.map((json) => api.request('createItem', { json })))
  // lawful: one that came too late may be refused
  const made = answers.filter((answer) => succeeded(answer)).map((answer) => shownId(answer.json))
  const isThere = (entries: readonly unknown[]) =>
    made.every((id) => entryOf({ json: { items: entries } }, id) !== undefined)
  const { answer, entries, complete } = await given.eventually(
    () => listItemsOf(context, product),
    (list) => isThere(list.entries),
  )
  assume(complete || isThere(entries), 'the list of items was too long to be read to its end')
  const hint = 'race: one creation seems to overwrite the other'
  verify('ITEM-09', answer).lists(made, { among: entries, hint })
  const received = made.map((id) => ({ id }))
  const expected = [...new Set(made)].map((id) => ({ id }))
  verify('ITEM-09', answer).hasRows({ of: 'the ids of the new items', over: made, expected, received, hint })
})

/** An item, and those of its description and names that an update takes, one by one. The contract shows no name of an item. */
async function updatableItem(context: Sources): Promise<{ readonly id: string; readonly names: readonly string[] }> {
  const { api, given } = context
  const { id, body } = await given.item({ product: await sharedProduct(context, 'items written simultaneously') })
  const fields = ['description', ...Object.keys(body).filter((field) => roleOf([field]) === 'name')]
  const texts = fields.map((name) => [name, given.name()] as const)
  await inTurn(texts, ([name, text]) => api.send('updateItem', { path: { item_id: id }, json: { [name]: text } }))
  const read = given.requireSuccess(await given.read('item', id), 'ITEM-05')
  const names = texts.filter(([name, text]) => fieldOf(read, name) === text).map(([name]) => name)
  if (names.length > 1) return { id, names }
  return given.untestable({ reason: 'capability-absent', cause: 'the target did not update two fields' })
}
