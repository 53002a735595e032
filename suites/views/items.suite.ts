import {
  fieldOf,
  propertyTypes,
  sameId,
  scenario,
  succeeded,
  type CheckContext,
  type Exchange,
  type Identity,
  type MadeItem,
  type MadeProperty,
  type PropertyType,
} from '#suite'
import { itemsIn } from '../subjects/items-in.ts'
import { isObstacle } from '../subjects/specimens.ts'
import { agree } from './agree.ts'
import { causes } from './causes.ts'
import { isLeft } from './is-left.ts'
import { needsOf } from './needs-of.ts'
import { itemWrites, type ItemWrite } from './item-writes.ts'
import type { View } from './view.ts'

const rules = ['ITEM-05', 'ITEM-06', 'ITEM-07', 'ITEM-09'] as const
type Rule = (typeof rules)[number]
type Context = CheckContext<Rule>

for (const as of ['own', 'same-organization'] as const)
  scenario(
    `a new item is the same in all views${as === 'own' ? '' : ', made by another user'}`,
    { verifies: rules, needs: needsOf(as), causedBy: causes.item },
    async (context) => {
      const { given, verify } = context
      const item = await given.item({ fields: { description: 'described' }, as })
      const views = [listView(context, item), ...answerViews(item.exchange, item.id, 'ITEM-05')]
      await agree({ given, verify }, { kind: 'item', read: () => readItem(given, item), views })
    },
  )

for (const [index, write] of itemWrites.entries()) {
  const as = index % 2 === 0 ? 'same-organization' : 'own'
  scenario(
    `an item is the same in all views after ${write.name}${as === 'own' ? '' : ' by another user'}`,
    { verifies: rules, needs: needsOf(as, write.trace), causedBy: causes.item },
    (context) => afterTheWrite(context, write, as),
  )
}

async function afterTheWrite(context: Context, write: ItemWrite, as: Identity): Promise<void> {
  const { given, verify } = context
  const neighbour = await given.item({ fields: { description: 'the neighbour' } })
  const item = await given.item({ product: neighbour.product, fields: { description: 'described' } })
  const read = () => readItem(given, item)
  const list = listView(context, item)
  // What is kept for the next reader shows only where somebody has read before.
  const before = await read()
  await list.look(before)
  const beside = await readItem(given, neighbour)
  const answer = await write.send(context, item, as)
  if (write.by !== undefined) given.requireSuccess(answer, write.by)
  const views = [list, ...answerViews(answer, item.id, 'ITEM-06')]
  const after = await agree({ given, verify }, { kind: 'item', read, views })
  const except = succeeded(answer) ? [...write.changes, ...moving] : moving
  const left = { kind: 'item', before: before.json, after: after.read.json, except } as const
  verify('ITEM-06', after.read).that(isLeft(`what ${write.name} leaves`, left))
  const other = await readItem(given, neighbour)
  verify('ITEM-06', other).that(
    isLeft('the item beside it', { kind: 'item', before: beside.json, after: other.json, except: moving }),
  )
}

/** lawful: whatever happens in an item or beside it may count as a change of it */
const moving = ['updatedAt', 'updatedBy']

async function readItem(given: Context['given'], { id }: MadeItem): Promise<Exchange> {
  return given.requireSuccess(await given.read('item', id), 'ITEM-05')
}

function listView(context: Context, { id, product }: MadeItem): View<Rule> {
  return {
    name: "its product's list",
    missing: 'ITEM-09',
    differs: 'ITEM-06',
    look: async () => {
      const { answer, entries } = await itemsIn(context, product)
      return { answer, record: entries.find((entry) => sameId(entry['id'], id)) }
    },
  }
}

/** What the answer to a write shows; the record is not shown whole, so that one without a field says nothing of it. */
function answerViews(answer: Exchange, id: string, differs: Rule): ReadonlyArray<View<Rule>> {
  if (!succeeded(answer) || !sameId(fieldOf(answer, 'id'), id)) return []
  const look = () => Promise.resolve({ answer, record: answer.json })
  return [{ name: 'the answer to the write', differs, except: moving, look }]
}

scenario(
  'the deletion of an item leaves the properties of the others, whatever their type',
  { verifies: ['ITEM-07'], needs: ['write'], causedBy: [...causes.item, 'PROP-30', 'PROP-27', 'PROP-34'] },
  async (context) => {
    const { given, verify } = context
    const item = await given.item()
    const properties = await Promise.all(propertyTypes.map((type) => propertyIfPossible(given, type, item)))
    const { id } = await given.item({ product: item.product, fields: { description: 'to be deleted' } })
    const doomed = await given.property('text', { item: await given.item({ product: item.product }) })
    const list = () => given.listProperties(item.id, { query: { limit: 100 } })
    const before = given.requireSuccess(await list(), 'PROP-19')
    given.requireSuccess(await given.remove('item', id), 'ITEM-07')
    // lawful: an item with properties need not be deletable
    await given.remove('item', doomed.item.id)
    const after = given.requireSuccess(await list(), 'PROP-19')
    const ids = (answer: Exchange): readonly string[] =>
      properties.flatMap((one) => (one && given.lists(answer, one) ? [one.type] : []))
    verify('ITEM-07', after).equals({
      claim: 'the item beside the deleted one has the properties that it had',
      expected: ids(before),
      received: ids(after),
    })
  },
)

/** lawful: a type whose creation the target refuses */
async function propertyIfPossible(
  given: Context['given'],
  type: PropertyType,
  item: MadeItem,
): Promise<MadeProperty | undefined> {
  return given.property(type, { item }).catch((error: unknown) => {
    if (isObstacle(error)) return undefined
    throw error
  })
}
