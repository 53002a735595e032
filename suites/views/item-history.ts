import { fieldOf, sameId, succeeded } from '#suite'
import type { Exchange, Identity, MadeItem, MadeProduct, Sources } from '#suite'
import { listItemsOf, type ListedItems } from '../shared/list-items-of.ts'
import { itemWrites, type ItemWrite } from './item-writes.ts'
import { type Moment, oncePerMoment, type View } from './consistency.ts'
import { type History, historyInTwoRounds, sharedHistory, type Step } from './history.ts'

/** What views of items may break. */
export const itemRules = ['ITEM-05', 'ITEM-06', 'ITEM-07', 'ITEM-09'] as const
export type ItemRule = (typeof itemRules)[number]

type Look = (moment: Moment) => Promise<ListedItems>

/** An item by one of two users of the organization, and what is written to it; nothing if it is new. */
export interface ItemRow {
  readonly name: string
  readonly actor: Identity
  readonly write?: ItemWrite
  /** Documented fields that the write may change, if it is accepted. */
  readonly changes: readonly string[]
  /** The rule that is broken if the item changes otherwise. */
  readonly keptBy: 'ITEM-06' | 'ITEM-07'
  /** Which snapshot is compared: the first if the item is new. */
  readonly snapshot: 'before' | 'after'
}

/** It is in the product whose other items are deleted, and needs them. */
const besideDeleted = 'after the deletion of other items of the same product, an item'

const untouched = { changes: [], snapshot: 'before' } as const

export const itemRows: readonly ItemRow[] = [
  { name: 'a new item', actor: 'own', keptBy: 'ITEM-06', ...untouched },
  { name: 'an item that another user created', actor: 'same-organization', keptBy: 'ITEM-06', ...untouched },
  { name: besideDeleted, actor: 'own', keptBy: 'ITEM-07', ...untouched },
  ...itemWrites.map((write): ItemRow => {
    const { actor, changes } = write
    const keptBy = write.by === 'ITEM-07' ? 'ITEM-07' : 'ITEM-06'
    const by = actor === 'own' ? '' : ' by another user'
    return { name: `after ${write.name}${by}, an item`, actor, write, changes, keptBy, snapshot: 'after' }
  }),
]

/** lawful: whatever happens in an item or beside it may count as a change of it */
export const moving = ['updatedAt', 'updatedBy']

/** What happens to items, in one product, but for deletions, which have one of their own; made once per session. */
export function itemHistory(sources: Sources, name: string): Promise<History<ItemRule>> {
  const { given, session } = sources
  const rows = itemRows.filter((row) => row.write?.trace !== true || session.configuration.allowTraces)
  const only = name === besideDeleted ? undefined : name
  return sharedHistory(session, { name: 'items that are written to', rows, only }, async (asked) => {
    // What an update changes in other items is not to be blamed on a deletion.
    const places = new Map<ItemRow['keptBy'], Promise<Place>>()
    const placeOf = ({ keptBy }: ItemRow): Promise<Place> => {
      const place = places.get(keptBy) ?? placeIn(sources)
      places.set(keptBy, place)
      return place
    }
    return historyInTwoRounds(given, {
      rows: asked,
      placeOf: (row) =>
        row.write === undefined ? row.name : `${row.keptBy}, ${row.write.isNumbered ? 'with' : 'without'} a number`,
      make: async (row) => itemOf(sources, row, await placeOf(row)),
      stepOf: async (row, item) => stepOf(sources, row, { item, list: (await placeOf(row)).list }),
    })
  })
}

interface Place {
  readonly product: MadeProduct
  readonly list: Look
}

async function placeIn(sources: Sources): Promise<Place> {
  const product = await sources.given.product()
  return { product, list: oncePerMoment(() => listItemsOf(sources, product)) }
}

async function itemOf(
  { given, session }: Sources,
  { actor: as, write }: ItemRow,
  { product }: Place,
): Promise<MadeItem> {
  if (as === 'same-organization') await session.ensureKey(as)
  const number = write?.isNumbered === true ? { part_number: given.partNumber() } : {}
  const fields = { description: `described ${given.word()}`, ...number }
  return given.item({ product, fields, ...(write === undefined ? { as } : {}) })
}

interface Made extends Pick<Place, 'list'> {
  readonly item: MadeItem
}

async function stepOf(sources: Sources, { actor: as, write }: ItemRow, { item, list }: Made): Promise<Step<ItemRule>> {
  const { given, session } = sources
  if (as === 'same-organization') await session.ensureKey(as)
  const read = async () => given.requireSuccess(await given.read('item', item.id), 'ITEM-05')
  const created = write === undefined ? answerViews(item.exchange, item.id, 'ITEM-05') : []
  return {
    record: { kind: 'item', read, views: [listView(item, list), ...created] },
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
    look: async (_, moment) => {
      const { answer, entries, complete } = await list(moment)
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
