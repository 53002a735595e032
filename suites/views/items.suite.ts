import { each, inTurn, scenario } from '#suite'
import type { CheckContext, Exchange, MadeItem, MadeProperty } from '#suite'
import { propertiesIn } from '../shared/example-property.ts'
import { namesIn } from '../shared/namesakes.ts'
import { ifPossible } from '../shared/obstacle.ts'
import { itemRows, itemRules, itemHistory, moving, type ItemRule } from './item-history.ts'
import { needsOf } from './needs-of.ts'
import { shownFields } from './shown-fields.ts'
import { compare } from './consistency.ts'
import { changeOf, acceptedOf } from './history.ts'

type Context = CheckContext<ItemRule>

// `itemHistory`: POST /items, GET /items/{id} and the lists (`before`), what `row.write` sends as `row.actor`, and the reads again (`after`).
// A snapshot holds the read by id and what each view showed; `compare` claims that they agree.
for (const { name, keptBy, snapshot, changes, ...row } of itemRows)
  scenario(`${name} is the same in all views`, { verifies: itemRules, needs: needsOf(row) }, async (context) => {
    const { verify } = context
    const change = changeOf(await itemHistory(context, name), name)
    compare(verify, change[snapshot], change.ledBy)
    const except = [...moving, ...acceptedOf(change, changes)]
    const kept = shownFields('item', change.before.read.json, { except })
    verify(keptBy, change.after.read, change.ledBy).shows(kept)
  })

scenario(
  'deleting an item keeps the properties of other items, whatever their type, and their files',
  { verifies: ['ITEM-07'], needs: ['write'] },
  async (context) => {
    const { given, verify } = context
    const { item, before, ids, files } = await filledItem(given)
    const { empty, filled } = await itemsToDelete(given, item)
    given.requireSuccess(await given.remove('item', empty.id), 'ITEM-07')
    // lawful: an item with properties need not be deletable
    await given.remove('item', filled.id)
    verify('ITEM-07', await listIn(given, item)).lists(ids, { beside: [before] })
    await each(files, async ({ id, record }) => {
      const read = await given.read('file', id)
      verify('ITEM-07', read).hasStatus(200, {
        hint: 'cascade too wide: the deletion seems to remove the files of the whole product',
      })
      verify('ITEM-07', read).shows(shownFields('file', record.json, { only: ['deleted', 'used_in'] }))
    })
  },
)

/** An item with a property of each type that can be made (`ids`) and files, its list (`before`), and GET of each file (`record`). */
async function filledItem(given: Context['given']) {
  const item = await given.item()
  const properties = [...(await propertiesIn(given, item)).values()]
  const made = await Promise.all([item, properties[0] ?? item].map(({ id }) => given.file(id)))
  const idsIn = (list: Exchange) => properties.filter((one) => given.lists(list, one)).map(({ id }) => id)
  // A list that is late says nothing of the deletion.
  const before = await given.eventually(
    () => listIn(given, item),
    (list) => idsIn(list).length === properties.length,
  )
  const files = await inTurn(made, async ({ id }) => ({ id, record: await given.fileRecord(id) }))
  return { item: { ...item, properties }, before, ids: idsIn(before), files }
}

async function listIn(given: Context['given'], { id }: MadeItem): Promise<Exchange> {
  return given.requireSuccess(await given.listProperties(id, { query: { limit: 100 } }), 'PROP-19')
}

/** Two items beside another one: one with nothing in it, and one with a property. */
async function itemsToDelete(
  given: Context['given'],
  { product, properties }: MadeItem & { readonly properties: readonly MadeProperty[] },
): Promise<{ readonly empty: MadeItem; readonly filled: MadeItem }> {
  const empty = await given.item({ product, fields: { description: 'to be deleted' } })
  const filled = await given.item({ product })
  // A property of another item may be called the same, and is another one.
  const fields = namesIn(properties.find(({ type }) => type === 'text')?.body ?? {})
  await ifPossible(given.property('text', { item: filled, fields }))
  return { empty, filled }
}
