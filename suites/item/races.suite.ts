import { assume, entryOf, inTurn, race, roleOf, succeeded, shownId, pick, fieldOf } from '#suite'
import type { Sources, Exchange, Fields, RawRequest } from '#suite'
import { deleteAmidUpdates } from '../shared/delete-amid-updates.ts'
import { isGone, isMarkedDeleted } from '../shared/is-marked-deleted.ts'
import { listItemsOf } from '../shared/list-items-of.ts'
import { requireAccepted } from '../shared/json-writes.ts'
import { sharedProduct } from '../shared/shared-place.ts'

const needs = ['write'] as const
function racedItem({ api, given }: Sources, id: string): Raced {
  return {
    update: (json) => api.request('updateItem', { path: { item_id: id }, json }),
    read: async () => given.requireSuccess(await given.read('item', id), 'ITEM-05'),
  }
}

race(
  'simultaneous updates of different fields of an item are all kept',
  { verifies: ['ITEM-06'], needs },
  async (context) => {
    const { given, session } = context
    const { raced, taken } = await session.shared('item that is updated at the same time', async () => {
      const item = await given.item({ product: await sharedProduct(context, 'items written simultaneously') })
      const names = Object.keys(item.body).filter((field) => roleOf([field]) === 'name')
      const one = racedItem(context, item.id)
      return { raced: one, taken: await acceptedFields(context, one, ['description', ...names]) }
    })
    const wishes = Object.fromEntries(taken.map((name) => [name, given.name()]))
    const { after, kept } = await updateAtOnce(context, raced, wishes)
    context.verify('ITEM-06', after).shows(pick(wishes, kept), { over: kept, hint: writesAllBack })
  },
)

race(
  'an item deleted during an update no longer exists',
  { verifies: ['ITEM-07'], needs, covers: ['ERR-15'] },
  async (context) => {
    const { api, given, verify } = context
    const { id } = await given.item({ product: await sharedProduct(context, 'items written simultaneously') })
    const { update, read } = racedItem(context, id)
    await read()
    const deletion = api.request('deleteItem', { path: { item_id: id } })
    await requireAccepted('updating an item', context)
    await deleteAmidUpdates(context, deletion, () => update({ description: given.name() }))
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

/** Something that several send updates to at the same time. */
interface Raced {
  readonly update: (fields: Fields) => RawRequest
  readonly read: () => Promise<Exchange>
}

/** The fields of those given that an update takes and the record shows, one by one. What an update takes is not said of every field. */
async function acceptedFields(
  { api, given }: Sources,
  raced: Raced,
  names: readonly string[],
): Promise<readonly string[]> {
  const texts = names.map((name) => [name, given.name()] as const)
  await inTurn(texts, ([name, text]) => api.raw(raced.update({ [name]: text })))
  const read = await raced.read()
  const taken = texts.filter(([name, text]) => fieldOf(read, name) === text).map(([name]) => name)
  if (taken.length > 1) return taken
  return given.untestable({ reason: 'capability-absent', cause: 'the target did not update two fields' })
}

/**
 * Updates several fields at the same time, each by a request of its own; returns the record after it, and the fields whose update
 * was accepted.
 */
async function updateAtOnce(
  { api }: Pick<Sources, 'api'>,
  { update, read }: Raced,
  wishes: Readonly<Record<string, string>>,
): Promise<{ readonly after: Exchange; readonly kept: readonly string[] }> {
  const names = Object.keys(wishes)
  const answers = await api.simultaneously(names.map((name) => update(pick(wishes, [name]))))
  // lawful: one that came too late may be refused; what was accepted is to be kept
  const kept = names.filter((_, place) => succeeded(answers[place]))
  return { after: await read(), kept }
}

/** The mistake if one of them is lost. */
const writesAllBack = 'lost update: a write seems to store all fields as it read them before'
