import { fieldOf, sameId, succeeded } from '#suite'
import type { CheckContext, Exchange, Identity, MadeItem, MadeProduct } from '#suite'
import { itemsIn, type ListedItems } from '../shared/items-in.ts'
import { itemWrites, type ItemWrite } from './item-writes.ts'
import { oncePerRound, type Round } from './round.ts'
import { tell, type Act, type Story } from './story.ts'
import type { View } from './view.ts'

/** What views of items may break. */
export const itemRules = ['ITEM-05', 'ITEM-06', 'ITEM-07', 'ITEM-09'] as const
export type ItemRule = (typeof itemRules)[number]

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>
type Look = (round: Round) => Promise<ListedItems>

/** An item by one of two users of the organization, and what is written to it; nothing where it is new. */
export interface ItemRow {
  readonly name: string
  readonly as: Identity
  readonly write?: ItemWrite
  /** Whether it is in the product whose other items are deleted. */
  readonly isBesideDeletions?: boolean
}

export const itemRows: readonly ItemRow[] = [
  { name: 'a new item', as: 'own' },
  { name: 'a new item by another user', as: 'same-organization' },
  { name: 'an item whose neighbours are deleted', as: 'own', isBesideDeletions: true },
  ...itemWrites.map((write, index) => {
    const as = index % 2 === 0 ? ('same-organization' as const) : ('own' as const)
    return { name: `an item after ${write.name}${as === 'own' ? '' : ' by another user'}`, as, write }
  }),
]

/** lawful: whatever happens in an item or beside it may count as a change of it */
export const moving = ['updatedAt', 'updatedBy']

/** All that happens to items, in one product, but for deletions, which have one of their own; told once a session. */
export function itemStory(sources: Sources): Promise<Story<ItemRule>> {
  const { given, session } = sources
  return session.shared('items that are written to', async () => {
    const [written, deleted] = [await placeIn(sources), await placeIn(sources)]
    // What an update changes in other items is not to be blamed on a deletion.
    const placeOf = ({ write, isBesideDeletions }: ItemRow): Place =>
      write?.by === 'ITEM-07' || isBesideDeletions ? deleted : written
    const rows = itemRows.filter(({ write }) => write?.trace !== true || session.configuration.allowTraces)
    return tell(given, new Map(rows.map((row) => [row.name, () => actOf(sources, row, placeOf(row))])))
  })
}

interface Place {
  readonly product: MadeProduct
  readonly list: Look
}

async function placeIn(sources: Sources): Promise<Place> {
  const product = await sources.given.product()
  return { product, list: oncePerRound(() => itemsIn(sources, product)) }
}

async function actOf(sources: Sources, { as, write }: ItemRow, { product, list }: Place): Promise<Act<ItemRule>> {
  const { given, session } = sources
  if (as === 'same-organization') await session.ensureKey(as)
  const number = write?.isNumbered === true ? { part_number: given.partNumber() } : {}
  const fields = { description: `described ${given.word()}`, ...number }
  const item = await given.item({ product, fields, ...(write === undefined ? { as } : {}) })
  const read = async () => given.requireSuccess(await given.read('item', item.id), 'ITEM-05')
  const created = write === undefined ? answerViews(item.exchange, item.id, 'ITEM-05') : []
  return {
    subject: { kind: 'item', read, views: [listView(item, list), ...created] },
    write: async () => {
      const answer = await write?.send(sources, item, as)
      return answer !== undefined && write?.by !== undefined ? given.requireSuccess(answer, write.by) : answer
    },
    opened: (_, answer) => answerViews(answer, item.id, 'ITEM-06'),
  }
}

function listView({ id }: MadeItem, list: Look): View<ItemRule> {
  return {
    name: "its product's list",
    missing: 'ITEM-09',
    differs: 'ITEM-06',
    look: async (_, round) => {
      const { answer, entries, complete } = await list(round)
      return { answer, record: entries.find((entry) => sameId(entry['id'], id)), isPart: !complete }
    },
  }
}

/** What the answer to a write shows; the record is not shown whole, so that one without a field says nothing of it. */
function answerViews(answer: Exchange | undefined, id: string, differs: ItemRule): ReadonlyArray<View<ItemRule>> {
  if (answer === undefined || !succeeded(answer) || !sameId(fieldOf(answer, 'id'), id)) return []
  const look = () => Promise.resolve({ answer, record: answer.json })
  return [{ name: 'the answer to the write', differs, except: moving, look }]
}
