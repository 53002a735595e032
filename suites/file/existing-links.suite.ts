import { each, inTurn, sameId, scenario, shownId, textIn, type CheckContext, type Exchange } from '#suite'
import { existingRecords } from './existing-records.ts'
import { placementsOf } from '../shared/usages.ts'

// What the records of files that were there before the run show, which reads alone can judge.
// `existingRecords` has sent GET /files/{id} for the first ten files that GET /files lists.

const itemsRead = 10

scenario('existing files are not marked as deleted', { verifies: ['FILE-22'] }, async (context) => {
  const { given, verify } = context
  const records = await existingRecords(context)
  // lawful: somebody deletes a file meanwhile, which the list then does not show
  const listed = given.entriesOf(await given.fileList()).map(({ id }) => id)
  await each(records, async (file) => {
    const where = listed.some((id) => sameId(id, shownId(file.json)))
    verify('FILE-22', file).eachHas('deleted', { except: [true] }, { among: [file.json], mayBeMissing: true, where })
  })
})

scenario('existing files show no link to an item that no longer exists', { verifies: ['FILE-09'] }, async (context) => {
  const { given, verify } = context
  const files = await existingRecords(context)
  const targets = [...new Set(files.flatMap(({ json }) => itemsOf(json)))].slice(0, itemsRead)
  const reads = await inTurn(targets, (target) => given.read('item', target))
  const gone = targets.filter((_, index) => reads[index]?.status === 404)
  await each(files, async (file) => {
    const again = await readAgain(given, file, gone)
    const among = placementsOf(again.json).filter((link) => targets.some((id) => sameId(link['target_id'], id)))
    const hint = 'orphaned links: a deletion does not seem to remove the links of the record (no cascade)'
    verify('FILE-09', again, reads).eachHas('target_id', { except: gone }, { of: 'the link of a file', among, hint })
  })
})

/** A file that shows a link to what is gone, once more: somebody may have deleted the item after the file was read. */
async function readAgain(given: CheckContext['given'], file: Exchange, gone: readonly string[]): Promise<Exchange> {
  return itemsOf(file.json).some((id) => gone.includes(id)) ? given.read('file', shownId(file.json)) : file
}

/** The ids of the items that a file is linked to. */
function itemsOf(file: unknown): readonly string[] {
  return placementsOf(file).flatMap((link) => (link['target_type'] === 'item' ? (textIn(link, 'target_id') ?? []) : []))
}
