import { entryOf, textField, succeeded, type Sources, shownId } from '#suite'
import { existingItems } from '../shared/existing-things.ts'
import { isMarkedDeleted } from '../shared/is-marked-deleted.ts'
import { sharedItem } from '../shared/shared-place.ts'
import { untilListed } from '../shared/example-property.ts'

export interface SoftlyDeleted {
  readonly id: string
  readonly itemId: string
  /** A property of the same item that is not deleted, if this run created one. */
  readonly otherId?: string
}

const limit = 100
const itemsSearched = 6

/**
 * The property that all checks of this look at: deleted by the control, by deleting one of our own if that is not a deletion for
 * good, else the declared one, else one that is there.
 */
export function softlyDeleted(sources: Sources): Promise<SoftlyDeleted> {
  return sources.session.shared('softly deleted property', () => deletedSoftly(sources))
}

async function deletedSoftly(sources: Sources): Promise<SoftlyDeleted> {
  const { given, session } = sources
  if (session.configuration.mode === 'read-only') return declaredOne(sources)
  const item = await sharedItem(sources, 'a soft-deleted property')
  const [gone, living] = [await given.property('text', { item }), await given.property('text', { item })]
  const own = { id: gone.id, itemId: item.id, otherId: living.id }
  await untilListed(given, item.id, [gone, living])
  if (session.controls.has('softDeleteProperty')) {
    await session.controls.softDeleteProperty(gone.id)
    return own
  }
  given.requireSuccess(await given.remove('property', gone.id), 'PROP-34')
  if (isMarkedDeleted(await given.read('property', gone.id))) return own
  const included = await given.listProperties(item.id, { query: { limit, includeDeleted: true } })
  return entryOf(included, gone.id) ? own : declaredOne(sources)
}

async function declaredOne(sources: Sources): Promise<SoftlyDeleted> {
  const { given, session } = sources
  const id = session.configuration.targetFile.fixtures?.softDeletedPropertyId
  const found = id === undefined ? await existingOne(sources) : undefined
  if (found !== undefined) return found
  if (id === undefined)
    return given.untestable({
      reason: 'missing-fixture',
      needs: 'fixture:soft-deleted-property',
      remedy:
        'either supply the control softDeleteProperty or declare fixtures.softDeletedPropertyId in the target file',
    })
  const read = await given.read('property', id)
  if (!succeeded(read))
    return given.untestable({
      reason: 'capability-absent',
      cause: 'the target did not show a soft-deleted property by its id, so that its item is unknown',
    })
  return { id, itemId: textField(read, 'item_id', 'PROP-04') }
}

/** One that the lists of a few items show when they are asked for deleted ones, as soft deletion is a matter of every day. */
async function existingOne(sources: Sources): Promise<SoftlyDeleted | undefined> {
  const { given } = sources
  for (const item of (await existingItems(sources)).slice(0, itemsSearched)) {
    const itemId = shownId(item)
    const included = await given.listProperties(itemId, { query: { limit, includeDeleted: true } })
    const found = given.entriesOf(included).find(({ deleted }) => deleted === true)
    if (found) return { id: shownId(found), itemId }
  }
  return undefined
}
