import {
  UntestedError,
  fieldOf,
  forget,
  entriesOf,
  entryOf,
  shownIdsOf,
  isRecord,
  nothingPublished,
  propertyTypes,
  publish,
  put,
  remove,
  rejected,
  succeeded,
} from '#suite'
import type { Exchange, MadeItem, MadeProperty, PropertyType, Publication, Sources } from '#suite'
import { ifPossible } from './obstacle.ts'
import type { VersionHistory } from './history-of-versions.ts'
import { itemIdIn, versionedList } from './versioned-list.ts'
import { valueField } from './value-field.ts'

export type { VersionHistory } from './history-of-versions.ts'

export const needs = ['control:publish-version|fixture:published-product'] as const

/** The run's own published product if it may write and publish, else the declared one, else one that is there. */
export function versionHistory(sources: Sources): Promise<VersionHistory> {
  const { configuration, controls } = sources.session
  const isOwn = configuration.mode === 'read-write' && controls.has('publishVersion')
  return sources.session.shared('published product', () => {
    if (!isOwn) return existingHistory(sources)
    return sources.session.isSmoke ? cheapestHistory(sources) : ownHistory(sources)
  })
}

/** The product that is there already, where few checks ask. */
function cheapestHistory(sources: Sources): Promise<VersionHistory> {
  return existingHistory(sources).catch((error: unknown) => {
    if (error instanceof UntestedError) return ownHistory(sources)
    throw error
  })
}

/** The declared published product, else one that is there; of its items the first that its latest version shows something of. */
export async function existingHistory(sources: Sources): Promise<VersionHistory> {
  const { api, given, session } = sources
  const { productId, versions } = await given.publishedProduct()
  const query = await session.dialect.listQuery('listItems', { productId })
  const items = given.entriesOf(given.requireSuccess(await api.send('listItems', { query }), 'ITEM-01')).slice(0, 10)
  let first: VersionHistory | undefined
  for (const { id } of items) {
    if (typeof id !== 'string') continue
    const draft = given.entriesOf(await given.listProperties(id, { query: { limit: 100 } }))
    if (draft.length === 0) continue
    const draftIds = draftIdsOf(shownIdsOf({ json: { items: draft } }))
    const history = { productId, draftItemId: id, versions, draftIds }
    if (await isShown(history, sources)) return history
    first ??= history
  }
  if (first) return first
  throw new UntestedError({
    reason: 'missing-fixture',
    needs: 'fixture:published-product',
    remedy: 'declare a product whose items have properties: the first items of fixtures.publishedProduct had none',
  })
}

/** Ids of properties of a draft as a history knows them. */
export function draftIdsOf(ids: readonly string[]): ReadonlyMap<string, string> {
  return new Map(ids.map((id) => [id.toLowerCase(), id]))
}

/** Whether the latest version shows something of an item: one that came later is in none. */
async function isShown(history: VersionHistory, sources: Sources): Promise<boolean> {
  try {
    const list = await versionedList(sources, { history, version: Math.max(...history.versions) })
    return entriesOf(list).length > 0
  } catch (error) {
    if (error instanceof UntestedError) return false
    throw error
  }
}

/** The baseline that a product shows. lawful: another one has been chosen since it was declared */
export async function presentBaseline(
  { given }: Pick<Sources, 'given'>,
  productId: string,
  declared: number | undefined,
): Promise<number | undefined> {
  const shown = fieldOf(await given.read('product', productId), 'baseline_version_number')
  return typeof shown === 'number' ? shown : declared
}

/** Gives a text property another value: whether it is seen to be accepted, or nothing if the update is rejected. */
async function isTextAccepted(
  api: Sources['api'],
  property: MadeProperty,
  value: string,
): Promise<boolean | undefined> {
  const path = { property_id: property.id }
  const json = { [valueField('text', property.body)]: value, description: 'changed' }
  const answer = await api.send('updateProperty', { path, json })
  if (!succeeded(answer)) return undefined
  const shown =
    isRecord(answer.json) && answer.json['value'] === value ? answer : await api.send('getProperty', { path })
  // The contract shows no value on updates: if it is not seen to be accepted, the history does without this property.
  return isRecord(shown.json) && shown.json['value'] === value
}

/** A property of each other type in an item, as far as the target has them. */
async function typedProperties(given: Sources['given'], item: MadeItem): Promise<readonly MadeProperty[]> {
  const types = propertyTypes.filter((type) => type !== 'text')
  const typed = await Promise.all(types.map((type) => ifPossible(given.property(type, { item }))))
  return typed.filter((property) => property !== undefined)
}

/** Whether a property could be deleted. lawful: a rejection, for what is in a version may have to stay; then the draft keeps it. */
async function deleted(sources: Sources, property: MadeProperty): Promise<boolean> {
  const answer = await sources.given.remove('property', property.id)
  if (rejected(answer)) return false
  sources.given.requireSuccess(answer, 'PROP-34')
  await leavesTheList(sources, property)
  return true
}

/** As people do in the web application, if that can be done: a service may keep nothing of what the interface deletes. */
async function deletedSoftly(sources: Sources, property: MadeProperty): Promise<boolean> {
  const { session } = sources
  if (!session.controls.has('softDeleteProperty')) return deleted(sources, property)
  await session.controls.softDeleteProperty(property.id)
  await leavesTheList(sources, property)
  return true
}

/** lawful: a deletion that shows a moment later, whoever asked for it; a version that is published before would have the property. */
async function leavesTheList({ given }: Pick<Sources, 'given'>, property: MadeProperty): Promise<void> {
  await given.eventually(
    () => given.listProperties(property.item.id, { query: { limit: 100 } }),
    (list) => !given.lists(list, property),
  )
}

/** The list of the draft. A target may put properties of its own beside ours. lawful: a list that shows a little later what is new */
async function listOfDraft(
  { given }: Pick<Sources, 'given'>,
  { item, typed }: { readonly item: MadeItem; readonly typed: readonly MadeProperty[] },
): Promise<Exchange> {
  const listed = await given.eventually(
    () => given.listProperties(item.id, { query: { limit: 100 } }),
    (list) => typed.every(({ id }) => entryOf(list, id) !== undefined),
  )
  return given.requireSuccess(listed, 'PROP-19')
}

/** The id that the item has in a version that was just published, by the number of that. */
function idsSeen({ version, listed }: Publication): NonNullable<VersionHistory['itemIds']> {
  const id = itemIdIn(listed)
  return new Map(id === undefined ? [] : [[version, id]])
}

/** Publishes, changes the draft, publishes again and changes the draft once more: no two of the three states are alike. */
async function ownHistory(sources: Sources): Promise<VersionHistory> {
  const { api, given } = sources
  const item = await given.item()
  const made = new Map<string, MadeProperty>()
  let model = nothingPublished
  const add = async (label: string): Promise<void> => {
    const value = `${label} ${given.word()}`
    const field = valueField('text', await given.propertyBody('text', item))
    made.set(label, await given.property('text', { item, fields: { [field]: value } }))
    model = put(model, label, value)
  }
  const change = async (label: string): Promise<void> => {
    const property = made.get(label)
    if (!property) return
    const value = `${label} ${given.word()}`
    const isAccepted = await isTextAccepted(api, property, value)
    if (isAccepted !== undefined) model = isAccepted ? put(model, label, value) : forget(model, label)
  }
  const drop = async (label: string, way = deleted): Promise<void> => {
    const property = made.get(label)
    if (property && (await way(sources, property))) model = remove(model, label)
  }
  const versions: number[] = []
  const draftIds = new Map<string, string>()
  const publishNow = async (): Promise<Publication> => {
    const mine = [...made.values(), ...typed].map(({ id }) => id)
    const draft = await listOfDraft(sources, { item, typed })
    for (const [key, id] of draftIdsOf([...shownIdsOf(draft), ...mine])) draftIds.set(key, id)
    const publication = await given.publish(item, draft)
    versions.push(publication.version)
    model = publish(model, publication.version)
    return publication
  }
  for (const label of ['kept', 'changed', 'renamed', 'dropped', 'dropped softly', 'dropped later']) await add(label)
  const typed = await typedProperties(given, item)
  const first = await publishNow()
  const itemIds = idsSeen(first)
  await change('changed')
  await drop('dropped')
  await drop('dropped softly', deletedSoftly)
  await add('added')
  await publishNow()
  await change('changed')
  // The model does not know of these; a version that is read by id is compared with its list.
  for (const property of typed) await changeValue(api, property)
  await drop('dropped later')
  await add('added later')
  const { id: productId } = item.product
  return { productId, draftItemId: item.id, versions, draftIds, model, itemIds, deletedLater: 'dropped later' }
}

const laterValues: { readonly [Type in PropertyType]?: unknown } = {
  numeric: 98.5,
  matrix: '[[9, 8], [7, 6]]',
  date: '2032-03-04',
  status: 'Done',
}

/** Gives a property of the draft another value, if the target takes one on update. */
async function changeValue(api: Sources['api'], { id, type, body }: MadeProperty): Promise<void> {
  const value = laterValues[type]
  if (value === undefined) return
  await api.send('updateProperty', { path: { property_id: id }, json: { [valueField(type, body)]: value } })
}
