import {
  assume,
  partNumberOf,
  pick,
  roleOf,
  scenario,
  type CheckContext,
  type Exchange,
  type Fields,
  type MadeItem,
  type Sources,
  succeeded,
} from '#suite'
import { requireAccepted } from '../shared/json-writes.ts'
import { sharedProduct } from '../shared/shared-place.ts'
import { isRuledOut, noSuchNumber, otherTexts } from './item-texts.ts'

const write = ['write'] as const

/** Updates that give a new description, a part number, or both, and what the item has before. */
const updates = [
  { what: 'a description only', before: ['description', 'part_number'], fields: ['description'] },
  { what: 'a part number only', before: ['description'], fields: ['part_number'] },
  { what: 'a part number and a description', before: [], fields: ['part_number', 'description'] },
] as const

for (const { what, before, fields } of updates)
  scenario(
    `an update of an item with ${what} changes nothing else`,
    { verifies: ['ITEM-06'], needs: ['write', 'trace'] },
    async (context) => {
      const { api, given, verify } = context
      const part_number = given.partNumber()
      const had = pick({ description: 'before', part_number }, before)
      const { id, first } = await itemRead(context, had)
      // lawful: a number that the deployment has given by itself, and that is not changed in place
      assume('part_number' in had || !isNumbered(first), 'the target assigned a part number to the item itself')
      const sent = pick({ description: 'after', part_number }, fields)
      const answer = await api.send('updateItem', { path: { item_id: id }, json: sent })
      assume(!isRuledOut(sent, answer), noSuchNumber)
      verify('ITEM-06', answer).isAccepted()
      const read = given.requireSuccess(await given.read('item', id), 'ITEM-05')
      verify('ITEM-06', read).shows({ ...had, ...sent })
      verify('ITEM-06', read).shows(otherTexts(first), { beside: [first] })
    },
  )

/** Updates beside an empty text or null. lawful: they are rejected; what becomes of the field that they empty is not shown */
const emptyingUpdates = [
  {
    what: 'an empty description only',
    before: ['description', 'part_number'],
    emptied: { description: '' },
    fields: [],
    shown: ['part_number'],
  },
  {
    what: 'an empty description and a part number',
    before: ['description'],
    emptied: { description: '' },
    fields: ['part_number'],
    shown: ['part_number'],
  },
  {
    what: 'a description and null for an unset part_number',
    before: ['description'],
    emptied: { part_number: null },
    fields: ['description'],
    shown: ['description'],
  },
] as const

for (const { what, before, emptied, fields, shown } of emptyingUpdates)
  scenario(
    `an update of an item with ${what} changes nothing else`,
    { verifies: ['ITEM-06'], needs: ['write', 'trace'] },
    async (context) => {
      const { api, given, verify } = context
      const part_number = given.partNumber()
      const had = pick({ description: 'before', part_number }, before)
      const { id, first } = await itemRead(context, had)
      const sent: Fields = { ...pick({ description: 'after', part_number }, fields), ...emptied }
      // lawful: a number that the deployment has given by itself, and that is not changed in place
      const isFirst = sent['part_number'] === part_number
      assume(!isFirst || !isNumbered(first), 'the target assigned a part number to the item itself')
      const answer = await api.send('updateItem', { path: { item_id: id }, json: sent })
      assume(succeeded(answer), `the target rejected ${what} in an update of an item`)
      const read = given.requireSuccess(await given.read('item', id), 'ITEM-05')
      verify('ITEM-06', read).shows(pick({ ...had, ...sent }, shown))
      verify('ITEM-06', read).shows(otherTexts(first), { beside: [first] })
    },
  )

/** POST /items and GET of the new item. */
async function itemRead(context: Sources, fields: Fields) {
  const { given } = context
  const { id } = await given.item({ product: await sharedProduct(context, 'updates of items'), fields })
  const first = given.requireSuccess(await given.read('item', id), 'ITEM-05')
  return { id, first }
}

function isNumbered({ json }: Exchange): boolean {
  return (partNumberOf(json) ?? '') !== ''
}

/** An item whose description stays, unless the target is at fault: then no other check gets it. */
function describedItem(context: Pick<CheckContext, 'given' | 'session'>): Promise<MadeItem> {
  return context.session.lending.lent('item whose description stays', async () => {
    const product = await sharedProduct(context, 'updates of items')
    return context.given.item({ product, fields: { description: 'before' } })
  })
}

const unchanging = [
  { what: 'no fields', fieldsOf: () => [] },
  // More than one may have been learned, of which the target takes one.
  {
    what: 'a name only',
    fieldsOf: ({ body }: MadeItem) => Object.keys(body).filter((name) => roleOf([name]) === 'name'),
  },
] as const

for (const { what, fieldsOf } of unchanging)
  scenario(
    `an update of an item with ${what} keeps its description`,
    { verifies: ['ITEM-06', 'ITEM-13'], needs: write },
    async (context) => {
      const { api, given, observe, verify } = context
      const item = await describedItem(context)
      const fields = fieldsOf(item)
      const json = Object.fromEntries(fields.map((field) => [field, given.name()]))
      await requireAccepted('updating an item', context)
      const answer = await api.send('updateItem', { path: { item_id: item.id }, json })
      // No name of an item is shown, and a body without anything may be refused.
      observe('ITEM-13', `an update of an item with ${fields.join() || 'nothing'}`, answer.status)
      const read = given.requireSuccess(await given.read('item', item.id), 'ITEM-05')
      verify('ITEM-06', read).shows({ description: 'before' })
    },
  )

function itemWithBoth(context: Pick<CheckContext, 'given' | 'session'>) {
  return context.session.shared('item that null is sent for', async () => {
    const before = { part_number: context.given.partNumber(), description: 'before' }
    const product = await sharedProduct(context, 'updates of items')
    return { before, item: await context.given.item({ product, fields: before }) }
  })
}

for (const field of ['description', 'part_number'] as const)
  scenario(
    `null for the ${field} of an item is not stored as text`,
    { verifies: ['ITEM-06', 'ITEM-13'], needs: [...write, 'trace'] },
    async (context) => {
      const { api, given, observe, verify } = context
      const { before, item } = await itemWithBoth(context)
      const path = { item_id: item.id }
      await requireAccepted('updating an item', context)
      const answer = await api.send('updateItem', { path, json: { [field]: null }, broken: 'null for a text' })
      observe('ITEM-13', `an update of an item with null for its ${field}`, answer.status)
      const read = given.requireSuccess(await given.read('item', item.id), 'ITEM-05')
      // Whether null removes it, is skipped or refused is open.
      verify('ITEM-06', read).eachHas(field, [null, '', before[field]], { mayBeMissing: true })
    },
  )
