import { propertyTypes, succeeded, sameId, fieldOf, pairsOf } from '#suite'
import type { Exchange, Identity, MadeProperty, PropertyType, Sources, Fields, MadeItem } from '#suite'
import { hinted, listViews, propertyLists, type PropertyLists, type PropertyRule } from './property-views.ts'
import { propertyWrites, type PropertyWrite } from './property-writes.ts'
import { requireAllowed } from './require-allowed.ts'
import type { View } from './consistency.ts'
import { type History, historyInTwoRounds, sharedHistory, type Step } from './history.ts'
import { insteadOf } from '../shared/obstacle.ts'
import { linkOf } from '../shared/usages.ts'
import { valueField } from '../shared/value-field.ts'

export type ViewRule = PropertyRule | 'PROP-33'
/** What some properties are described by before they are written to: the contract shows no description at creation. */
export const earlierDescription = 'before the write'

/** A write to a property of a type, by one of two users of the organization. */
export interface PropertyRow {
  readonly name: string
  readonly type: PropertyType
  readonly write: PropertyWrite
  readonly actor: Identity
  /** It has a description to lose. */
  readonly isDescribed: boolean
  /** It is read by id with its type as the hint, too. */
  readonly isHinted: boolean
}

const pairs = pairsOf({
  type: propertyTypes,
  write: propertyWrites,
  actor: ['own', 'same-organization'],
  isDescribed: [true, false],
  // A read of its own: one in three.
  isHinted: [true, false, false],
})

/** Each write to each type that it is done to, once. */
export const propertyRows: readonly PropertyRow[] = propertyTypes.flatMap((type) =>
  propertyWrites
    .filter(({ types }) => types?.includes(type) ?? true)
    .flatMap((write) => pairs.find((pair) => pair.type === type && pair.write === write) ?? [])
    // The contract shows no description at creation: one that the write changes is none to lose.
    .map((row) => ({
      ...row,
      name: `a ${type} property after ${row.write.name}`,
      isDescribed: row.isDescribed && !row.write.changes.includes('description'),
    })),
)

/** The step of a property that nobody writes to, beside those of a type. */
export const unchangedBeside = (type: PropertyType): string => `a property beside ${type} properties`

const untouched = propertyTypes.map((beside) => ({ name: unchangedBeside(beside), type: typeBeside(beside), beside }))

/** What happens to properties, in one item; made once per session. */
export function propertyHistory(sources: Sources, only?: string): Promise<History<ViewRule>> {
  const { given, session } = sources
  const asked = { name: 'properties that are written to', rows: [...propertyRows, ...untouched], only }
  return sharedHistory(session, asked, async (rows) => {
    const item = await given.item()
    const lists = propertyLists(given, item)
    return historyInTwoRounds(given, {
      rows,
      placeOf: (row) => ('beside' in row ? row.name : row.type),
      make: ({ type }) => filledProperty(sources, type, item),
      stepOf: (row, property) =>
        'beside' in row
          ? untouchedStep(sources, row.beside, { property, lists })
          : stepOf(sources, row, { property, lists }),
    })
  })
}

interface Made {
  readonly property: MadeProperty
  readonly lists: PropertyLists
}

async function stepOf(sources: Sources, row: PropertyRow, { property, lists }: Made): Promise<Step<ViewRule>> {
  const { given, session } = sources
  const { write, actor: as, isDescribed, isHinted } = row
  if (as === 'same-organization') await session.ensureKey(as)
  const record = recordOf(sources, property, lists)
  const hints = isHinted ? [hinted(given, property)] : []
  // What is kept for the next reader shows only if somebody has read before.
  const isReadBefore = write.changes.includes('name')
  return {
    record: { ...record, views: [...record.views, ...(isReadBefore ? hints : [])] },
    write: async () => {
      if (isDescribed) await describe(sources, property)
      return requireAllowed(given, await write.send(sources, property, as), as)
    },
    opened: (_, answer) => [...answerViews(answer, property.id), ...(isReadBefore ? [] : hints)],
  }
}

/** The type of the property beside those that are written to: the next one. */
export function typeBeside(type: PropertyType): PropertyType {
  return propertyTypes[(propertyTypes.indexOf(type) + 1) % propertyTypes.length] ?? 'text'
}

/** A property beside those that are written to; in the end another one is made, and their product published if that can be done. */
async function untouchedStep(sources: Sources, type: PropertyType, made: Made): Promise<Step<ViewRule>> {
  const { property, lists } = made
  const write = async () => {
    const { controls } = sources.session
    await filledProperty(sources, type, property.item)
    if (controls.has('publishVersion')) await controls.publishVersion(property.item.product.id)
    return undefined
  }
  return { record: recordOf(sources, property, lists), write }
}

function recordOf({ given }: Sources, property: MadeProperty, lists: PropertyLists): Step<ViewRule>['record'] {
  return {
    kind: 'property',
    read: async () => given.requireSuccess(await given.read('property', property.id), 'PROP-27'),
    views: listViews(lists, property),
    // lawful: a result that is computed a little later than its formula
    except: property.type === 'formula' ? ['value'] : [],
  }
}

/** Once for each property: a write that leaves the description leaves it to the next one. */
async function describe({ api, given, session }: Sources, { id }: MadeProperty): Promise<void> {
  const json = { description: earlierDescription }
  await session.shared(`description of property ${id}`, async () =>
    given.requireSuccess(await api.send('updateProperty', { path: { property_id: id }, json }), 'PROP-32'),
  )
}

/** What the answer to a write shows; the contract shows no answer to an update, so that one without the record says nothing. */
function answerViews(answer: Exchange | undefined, id: string): ReadonlyArray<View<ViewRule>> {
  if (answer === undefined || !succeeded(answer) || !sameId(fieldOf(answer, 'id'), id)) return []
  return [
    {
      name: 'the answer to the write',
      missing: 'PROP-33',
      differs: 'PROP-33',
      // lawful: work that is done shortly after the answer
      except: ['updatedAt', 'updatedBy'],
      look: () => Promise.resolve({ answer, record: answer.json }),
    },
  ]
}

/** A property with as much to lose as the target accepts: references, a unit that is not the usual one, a later status. */
async function filledProperty(sources: Sources, type: PropertyType, item: MadeItem): Promise<MadeProperty> {
  const { given } = sources
  const plain = (): Promise<MadeProperty> => given.property(type, { item })
  const fields = await fillings[type]?.(sources, item)
  if (fields === undefined) return plain()
  // lawful: the dialect of the target has no such field
  return given.property(type, { item, fields }).catch(insteadOf(plain))
}

const inMillimetres = (): Promise<Fields> => Promise.resolve({ category: 'length', display_unit: 'mm' })

const fillings: { readonly [Type in PropertyType]?: (sources: Sources, item: MadeItem) => Promise<Fields> } = {
  numeric: inMillimetres,
  matrix: inMillimetres,
  text: async ({ given, session }, item) => {
    const link = await session.shared(`link of a file of item ${item.id}`, async () =>
      linkOf((await given.file(item.id)).exchange.json),
    )
    return link === undefined ? {} : { references: [{ file_link_id: link, page: 1 }] }
  },
  // Not the status that a property begins with: a fall back to it would not show.
  status: async ({ given }, item) => ({ [valueField('status', await given.propertyBody('status', item))]: 'Done' }),
}
