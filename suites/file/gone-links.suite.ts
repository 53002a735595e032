import { assume, entryOf, scenario, type Exchange, type MadeFile, type MadeProperty, type Sources } from '#suite'
import { deleteFilled, laterItem } from '../shared/delete-item.ts'
import { isGone, isMarkedDeleted, isUnknown } from '../shared/is-marked-deleted.ts'
import { sharedItem } from '../shared/shared-place.ts'
import { newLinkOf, placementsOf } from '../shared/usages.ts'

type Target = 'item' | 'property of a deleted item' | 'property'

interface Unlinked {
  readonly file: MadeFile
  /** The answer to the deletion of what the file was uploaded to, or of what that was in. */
  readonly deletion: Exchange
  readonly readTarget: () => Promise<Exchange>
}

/** POST /files to an item, to a property in it and to another property, then DELETE of the item and of the other property: the targets of all are gone. */
function unlinkedFiles(sources: Sources): Promise<Readonly<Record<Target, Unlinked>>> {
  const { given, session } = sources
  return session.shared('files whose item or property is deleted', async () => {
    const item = await laterItem(sources)
    const inside = await given.property('text', { item })
    const alone = await given.property('text', { item: await sharedItem(sources, 'a deleted property with a file') })
    const files = await Promise.all([given.file(item.id), given.file(inside.id), given.file(alone.id)])
    // What is kept for the next reader shows only if somebody has read before.
    for (const { id } of files) await given.fileRecord(id)
    const deletion = await deleteFilled({ given }, item)
    const removal = given.requireSuccess(await given.remove('property', alone.id), 'PROP-34')
    const readTargets = [
      () => given.read('item', item.id),
      () => given.read('property', inside.id),
      () => readOrListed(given, alone),
    ] as const
    return {
      item: { file: files[0], deletion, readTarget: readTargets[0] },
      'property of a deleted item': { file: files[1], deletion, readTarget: readTargets[1] },
      property: { file: files[2], deletion: removal, readTarget: readTargets[2] },
    }
  })
}

/** A property by its id, or the list that shows it among the deleted ones. */
async function readOrListed(given: Sources['given'], { id, item }: MadeProperty): Promise<Exchange> {
  const read = await given.read('property', id)
  if (!isUnknown(read)) return read
  const list = await given.listProperties(item.id, { query: { includeDeleted: true, limit: 100 } })
  return entryOf(list, id) === undefined ? read : list
}

/** Whether a target is gone, or shown as a deleted one. */
function isDecided(read: Exchange): boolean {
  return isGone(read) || read.endpoint === 'listProperties'
}

/** The links that a read shows as entries of a list, told by their targets. lawful: the file goes with its last link */
function targetsIn(read: Exchange): ReadonlyArray<{ readonly id: unknown }> {
  return isMarkedDeleted(read) ? [] : placementsOf(read.json).map(({ target_id: id }) => ({ id }))
}

for (const target of ['item', 'property of a deleted item', 'property'] as const)
  scenario(
    `a file no longer shows its link to a deleted ${target}`,
    { verifies: ['FILE-09'], needs: ['write', 'trace'] },
    async (context) => {
      const { given, verify } = context
      const { file, deletion, readTarget } = (await unlinkedFiles(context))[target]
      const { target_id: targetId } = newLinkOf(file.exchange)
      // lawful: what is deleted softly, or told as gone (410), may still be known, and so may be the link to it
      const isThere = (await given.eventually(readTarget, isDecided)).status !== 404
      assume(
        !isThere && typeof targetId === 'string',
        `the target still showed the deleted ${target}, or no id in the link`,
      )
      const read = await given.eventually(
        () => given.read('file', file.id),
        (one) => targetsIn(one).every(({ id }) => id !== targetId),
      )
      const hint = 'orphaned links: a deletion does not seem to remove the links of the record (no cascade)'
      verify('FILE-09', read, [file.exchange, deletion]).omits(targetId, {
        among: targetsIn(read),
        mayRefuse: true,
        hint,
      })
    },
  )
