import fc from 'fast-check'
import {
  each,
  normalizedText,
  forAll,
  inTurn,
  isRecord,
  propertyTexts,
  sameId,
  shownId,
  assume,
  succeeded,
} from '#suite'
import type { CheckContext, Exchange } from '#suite'
import { listItemsOf, type ListedItems } from '../shared/list-items-of.ts'

type Context = CheckContext<'ITEM-12'>

/** Generated descriptions of one batch at most. */
const batch = 2

/** Where no limit of length is lawful; the contract shows none. */
const longestSure = 500

/** What careless services trim, split, escape, take for another value or cut off. */
const telling = [
  '  spaces around e\u0301 and é, ﬁt ½ x² Ａ 5\u00A0mm  ',
  'two\nlines, <b>&amp;</b>, مضخة 泵 🛠️',
  '007',
  '7',
  '0',
  'null',
  `${'long '.repeat(99)}end`,
  `${'longer '.repeat(300)}end`,
]

forAll(
  'the description of an item is kept character for character by creation and update',
  { verifies: ['ITEM-12'], needs: ['write'], cost: 'batch' },
  async (context) => {
    const { id: updated, product } = await context.given.item()
    return {
      inputs: fc.array(propertyTexts, { minLength: 1, maxLength: batch }),
      examples: [telling],
      holds: async (texts: readonly string[]) => {
        const { api, given, verify } = context
        const made = (await inTurn(texts, (text) => create(context, product, text))).flat()
        assume(made.length > 0)
        await each(await shownOf(context, product, made), async ({ text, answer, record, where }) => {
          verify('ITEM-12', answer).shows({ description: text }, { in: record, where })
        })
        // One item gets each description: what an update does to a text is another piece of code.
        await each(made, async ({ text }) => {
          const json = { description: text }
          given.requireSuccess(await api.send('updateItem', { path: { item_id: updated }, json }), 'ITEM-06')
          verify('ITEM-12', await itemById(given, updated)).shows(json)
        })
      },
    }
  },
)

interface Made {
  readonly id: string
  readonly text: string
}

type Product = Parameters<typeof listItemsOf>[1]

async function create({ api, given }: Context, product: Product, description: string): Promise<readonly Made[]> {
  const created = await api.send('createItem', { json: await given.itemBody(product, { description }) })
  if (!succeeded(created) && description.length > longestSure) return []
  const { json } = given.requireSuccess(created, 'ITEM-04')
  return [{ id: shownId(json), text: description }]
}

/** What each item shows. Where none shows any description, it is the creation that keeps none: ITEM-04. */
async function shownOf(context: Context, product: Product, made: readonly Made[]) {
  const listed = await listItemsOf(context, product)
  const shown = await inTurn(made, async (item) => ({
    text: item.text,
    ...(await listedOrRead(context.given, listed, item)),
  }))
  const where = shown.some(({ record }) => isRecord(record) && isFilled(record['description']))
  return shown.map((one) => ({ ...one, where }))
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

/** A list tells of all items at once; what it shows otherwise, or need not show, is read by id. */
async function listedOrRead(given: Context['given'], { answer, entries }: ListedItems, { id, text }: Made) {
  const record = entries.find((one) => sameId(one['id'], id))
  if (normalizedText(record?.['description']) === normalizedText(text)) return { answer, record }
  const read = await itemById(given, id)
  return { answer: read, record: read.json }
}

async function itemById(given: Context['given'], id: string): Promise<Exchange> {
  return given.requireSuccess(await given.read('item', id), 'ITEM-05')
}
