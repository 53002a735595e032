import { propertyTypes, succeeded, sameId, fieldOf } from '#suite'
import type { CheckContext, Exchange, Identity, MadeItem, MadeProperty, PropertyType } from '#suite'
import { filledProperty } from './filled-property.ts'
import { hinted, listViews, propertyLists, type PropertyLists, type PropertyRule } from './property-views.ts'
import { propertyWrites, type PropertyWrite } from './property-writes.ts'
import { requireAllowed } from './require-allowed.ts'
import { tell, type Act, type Story } from './story.ts'
import type { View } from './view.ts'

export type ViewRule = PropertyRule | 'PROP-33'
type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

/** What some properties are described by before they are written to: the contract shows no description at creation. */
export const earlierDescription = 'before the write'

/** A write to a property of a type, by one of two users of the organization. */
export interface PropertyRow {
  readonly type: PropertyType
  readonly write: PropertyWrite
  readonly as: Identity
  /** It has a description to lose. */
  readonly isDescribed: boolean
  /** What it does beside the others of its type: each type and each write meets each of the dearer views. */
  readonly turn: number
}

export const propertyRows: readonly PropertyRow[] = propertyTypes.flatMap((type, column) =>
  propertyWrites
    .filter(({ types }) => types?.includes(type) ?? true)
    .map((write, line) => ({
      type,
      write,
      as: (column + line) % 2 === 0 ? ('own' as const) : ('same-organization' as const),
      isDescribed: (column + line) % 2 === 0 && !write.changes.includes('description'),
      turn: column + line,
    })),
)

/** The act of a property that nobody writes to. */
export const untouched = 'any write to it'

/** All that happens to the properties of a type, in one item; told once a session. */
export function propertyStory(sources: Sources, type: PropertyType): Promise<Story<ViewRule>> {
  return sources.session.shared(`${type} properties that are written to`, async () => {
    const item = await sources.given.item()
    const lists = propertyLists(sources.given, item)
    const acts = propertyRows
      .filter((row) => row.type === type)
      .map((row) => [row.write.name, () => actOf(sources, row, { item, lists })] as const)
    return tell(sources.given, new Map([...acts, [untouched, () => untouchedAct(sources, type, { item, lists })]]))
  })
}

interface Place {
  readonly item: MadeItem
  readonly lists: PropertyLists
}

async function actOf(sources: Sources, row: PropertyRow, place: Place): Promise<Act<ViewRule>> {
  const { given, session } = sources
  const { write, as, isDescribed, turn } = row
  if (as === 'same-organization') await session.ensureKey(as)
  const property = await filledProperty(sources, row.type, place.item)
  const subject = subjectOf(sources, property, place.lists)
  return {
    subject: { ...subject, views: [...subject.views, ...(turn % 3 === 0 ? [hinted(given, property)] : [])] },
    write: async () => {
      if (isDescribed) await describe(sources, property)
      return requireAllowed(given, await write.send(sources, property, as), as)
    },
    opened: (_, answer) => answerViews(answer, property.id),
  }
}

/** The type of the property beside those that are written to: the next one. */
export function typeBeside(type: PropertyType): PropertyType {
  return propertyTypes[(propertyTypes.indexOf(type) + 1) % propertyTypes.length] ?? 'text'
}

/** A property beside those that are written to; in the end another one is made, and their product published where that can be done. */
async function untouchedAct(sources: Sources, type: PropertyType, { item, lists }: Place): Promise<Act<ViewRule>> {
  const property = await filledProperty(sources, typeBeside(type), item)
  const write = async () => {
    const { controls } = sources.session
    await filledProperty(sources, type, item)
    if (controls.has('publishVersion')) await controls.publishVersion(item.product.id)
    return undefined
  }
  return { subject: subjectOf(sources, property, lists), write }
}

function subjectOf({ given }: Sources, property: MadeProperty, lists: PropertyLists): Act<ViewRule>['subject'] {
  return {
    kind: 'property',
    read: async () => given.requireSuccess(await given.read('property', property.id), 'PROP-27'),
    views: listViews(lists, property),
    // lawful: a result that is computed a little later than its formula
    except: property.type === 'formula' ? ['value'] : [],
  }
}

async function describe({ api, given }: Sources, { id }: MadeProperty): Promise<void> {
  const json = { description: earlierDescription }
  given.requireSuccess(await api.send('updateProperty', { path: { property_id: id }, json }), 'PROP-32')
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
