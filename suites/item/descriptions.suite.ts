import fc from 'fast-check'
import { each, evenText, forAll, inTurn, propertyTexts, sameId, type CheckContext, shownId } from '#suite'
import { itemsIn } from '../shared/items-in.ts'

type Context = CheckContext<'ITEM-12'>

/** Generated descriptions of one batch at most. */
const batch = 4

/** Where no limit of length is lawful; the contract shows none. */
const longestSure = 500

/** What careless services trim, split, escape, take for another value or cut off. */
const telling = [
  '  spaces around  ',
  'e\u0301 and é',
  'two\nlines',
  '<b>&amp;</b>',
  '007',
  '7',
  '0',
  'null',
  'ﬁt ½ x² Ａ 5\u00A0mm',
  'مضخة 泵 🛠️',
  `${'long '.repeat(99)}end`,
  `${'longer '.repeat(300)}end`,
]

forAll(
  'the description of an item is kept character for character by creation and update',
  { verifies: ['ITEM-12'], needs: ['write'], cost: 'batch' },
  async (context) => {
    const { product } = await context.given.item()
    return {
      inputs: fc.array(propertyTexts, { minLength: 1, maxLength: batch }),
      examples: [telling],
      holds: async (texts: readonly string[]) => {
        const made = (await inTurn(texts, (text) => create(context, product, text))).flat()
        await areCreated(context, product, made)
        await each(made, ({ id }, index) => update(context, id, made.at(index - 1)?.text ?? ''))
      },
    }
  },
)

interface Made {
  readonly id: string
  readonly text: string
}

type Product = Parameters<typeof itemsIn>[1]

async function create({ api, given }: Context, product: Product, description: string): Promise<readonly Made[]> {
  const created = await api.send('createItem', { json: await given.itemBody(product, { description }) })
  if (created.status >= 400 && description.length > longestSure) return []
  const { json } = given.requireSuccess(created, 'ITEM-04')
  return [{ id: shownId(json), text: description }]
}

/** A list tells of all at once; what it shows otherwise, or need not show, is read by id. */
async function areCreated(context: Context, product: Product, made: readonly Made[]): Promise<void> {
  const { answer, entries } = await itemsIn(context, product)
  for (const { id, text } of made) {
    const entry = entries.find((one) => sameId(one['id'], id))
    if (evenText(entry?.['description']) === evenText(text))
      context.verify('ITEM-12', answer).shows({ description: text }, { in: entry })
    else await isReadAs(context, id, text)
  }
}

/** Each description is the next item's update: what an update does to a text is another piece of code. */
async function update(context: Context, id: string, description: string): Promise<void> {
  const { api, given } = context
  given.requireSuccess(await api.send('updateItem', { path: { item_id: id }, json: { description } }), 'ITEM-06')
  await isReadAs(context, id, description)
}

async function isReadAs(context: Context, id: string, text: string): Promise<void> {
  const read = context.given.requireSuccess(await context.given.read('item', id), 'ITEM-05')
  context.verify('ITEM-12', read).shows({ description: text })
}
