import { assume, fieldOf, isRecord, scenario, show, type CheckContext, type Exchange, type MadeFile } from '#suite'
import { deleteFilled, laterItem } from '../subjects/delete-item.ts'
import { fileTargetNames, type FileTarget } from '../subjects/file-targets.ts'
import { isUnknown } from '../subjects/is-marked-deleted.ts'
import { usagesOf } from '../subjects/usages.ts'

type Sources = Pick<CheckContext, 'given' | 'session'>

interface Linked {
  readonly id: string
  readonly file: MadeFile
}

/** An item that was deleted with a property in it, and a file on each; made once a session. */
function deletedTargets({ given, session }: Sources): Promise<Readonly<Record<FileTarget, Linked>>> {
  return session.shared('deleted item with files', async () => {
    const item = await laterItem({ given })
    const { id } = await given.property('text', { item })
    const files = { item: await given.file(item.id), property: await given.file(id) }
    await deleteFilled({ given }, item)
    return { item: { id: item.id, file: files.item }, property: { id, file: files.property } }
  })
}

for (const target of fileTargetNames)
  scenario(
    `a file has no link to the ${target} that went with a deleted item`,
    { verifies: ['FILE-09'], needs: ['write'], causedBy: ['ITEM-07', 'ERR-08', 'ERR-09', 'ERR-10'] },
    async (context) => {
      const { given, verify } = context
      const { id, file } = (await deletedTargets(context))[target]
      // lawful: what is only marked as deleted may keep its files
      assume(isUnknown(await given.read(target, id)), `a deleted item whose ${target} is unknown`)
      const isUnlinked = (read: Exchange): boolean => !isInUse(read, id)
      const read = await given.eventually(() => given.read('file', file.id), isUnlinked)
      verify('FILE-09', read).that({
        claim: `the current links of a file lead to no ${target} that is gone`,
        holds: isUnlinked(read),
        expected: '404, a deleted file, or a file without that link',
        received: `${read.status} with used_in ${show(fieldOf(read, 'used_in'))}`,
        criterion: {
          kind: 'either',
          of: [
            { kind: 'status', lawful: [404, 410] },
            { kind: 'text', text: id, shown: false },
          ],
        },
      })
    },
  )

/** Whether a file that is there names a target. lawful: one that is marked as deleted may tell where it was */
function isInUse(read: Exchange, id: string): boolean {
  const isThere = read.status === 200 && isRecord(read.json) && read.json['deleted'] !== true
  return isThere && usagesOf(read.json).some(({ targetId }) => targetId === id.toLowerCase())
}
