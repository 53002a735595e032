import {
  propertyTypes,
  roleOf,
  scenario,
  succeeded,
  type CheckContext,
  type Exchange,
  type Fields,
  type MadeItem,
  type MadeProperty,
  type PropertyType,
} from '#suite'
import { isObstacle } from '../subjects/specimens.ts'
import { causes } from './causes.ts'
import { isLeft } from './is-left.ts'
import { itemRows, itemRules, itemStory, moving, type ItemRow, type ItemRule } from './item-story.ts'
import { needsOf } from './needs-of.ts'
import { holdViews, ledTo, toldOf } from './story.ts'

type Context = CheckContext<ItemRule>

for (const row of itemRows)
  scenario(
    `${row.name} is the same in all views`,
    {
      verifies: itemRules,
      needs: [...needsOf(row.as, row.write?.trace), ...(row.write?.needs === undefined ? [] : [row.write.needs])],
      causedBy: causes.item,
    },
    (context) => holdItem(context, row),
  )

async function holdItem(context: Context, { name, write }: ItemRow): Promise<void> {
  const { verify } = context
  const told = toldOf(await itemStory(context), name)
  holdViews(verify, told, write === undefined)
  const isTaken = told.answer !== undefined && succeeded(told.answer)
  const except = [...moving, ...(isTaken ? (write?.changes ?? []) : [])]
  const left = { kind: 'item', before: told.before.read.json, after: told.read.json, except } as const
  verify('ITEM-06', told.read, ledTo(told)).that(isLeft(`what ${write?.name ?? 'what happens beside it'} leaves`, left))
}

scenario(
  'the deletion of an item leaves the properties of the others, whatever their type, and their files',
  {
    verifies: ['ITEM-07'],
    needs: ['write'],
    causedBy: [...causes.item, 'PROP-30', 'PROP-27', 'PROP-34', 'FILE-09', 'FILE-22'],
  },
  async (context) => {
    const { given, verify } = context
    const item = await given.item()
    const properties = await Promise.all(propertyTypes.map((type) => propertyIfPossible(given, type, { item })))
    const { id } = await given.item({ product: item.product, fields: { description: 'to be deleted' } })
    const doomed = await given.item({ product: item.product })
    await propertyIfPossible(given, 'text', {
      item: doomed,
      fields: namesOf(properties[propertyTypes.indexOf('text')]),
    })
    const files = await Promise.all(
      [item, properties.find((one) => one !== undefined) ?? item].map((target) => given.file(target.id)),
    )
    const list = () => given.listProperties(item.id, { query: { limit: 100 } })
    const before = given.requireSuccess(await list(), 'PROP-19')
    given.requireSuccess(await given.remove('item', id), 'ITEM-07')
    // lawful: an item with properties need not be deletable
    await given.remove('item', doomed.id)
    const after = given.requireSuccess(await list(), 'PROP-19')
    const ids = (answer: Exchange): readonly string[] =>
      properties.flatMap((one) => (one && given.lists(answer, one) ? [one.type] : []))
    verify('ITEM-07', after).equals({
      claim: 'the item beside the deleted one has the properties that it had',
      expected: ids(before),
      received: ids(after),
    })
    for (const { id: fileId, exchange } of files) {
      const read = await given.read('file', fileId)
      verify('ITEM-07', read).hasStatus(200, 'the files of the whole product may be deleted')
      const only = ['deleted', 'used_in']
      verify('ITEM-07', read).that(
        isLeft('the deletion of the item beside it', { kind: 'file', before: exchange.json, after: read.json, only }),
      )
    }
  },
)

/** lawful: a type whose creation the target refuses */
async function propertyIfPossible(
  given: Context['given'],
  type: PropertyType,
  options: { readonly item: MadeItem; readonly fields?: Fields },
): Promise<MadeProperty | undefined> {
  return given.property(type, options).catch((error: unknown) => {
    if (isObstacle(error)) return undefined
    throw error
  })
}

/** What a property is called: one of another item may be called the same, and is another one. */
function namesOf(property: MadeProperty | undefined): Fields {
  return Object.fromEntries(Object.entries(property?.body ?? {}).filter(([name]) => roleOf([name]) === 'name'))
}
