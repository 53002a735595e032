import { assume, each, inTurn, sameId, scenario, type MadeFile, type MadeItem, type Sources } from '#suite'
import { deleteFilled } from '../shared/delete-item.ts'
import { sharedItem } from '../shared/shared-place.ts'

/** Deletions, and where a file stays whose bytes one has that goes with them. */
const rows = [
  {
    what: 'a product',
    where: 'another product',
    id: 'PROD-58',
    needs: ['write'],
    createOtherItem: (context: Sources): Promise<MadeItem> => sharedItem(context, 'files with the same bytes'),
    deleteIt: deleteProductOf,
  },
  {
    what: 'a product',
    where: 'another workspace',
    id: 'PROD-58',
    needs: ['write'],
    createOtherItem: async ({ given }: Sources, { product }: MadeItem): Promise<MadeItem> => {
      const there = (await given.writableWorkspaces()).find((id) => !sameId(id, product.workspaceId))
      assume(there !== undefined, 'the key had one workspace only')
      return given.item({ product: await given.product({ workspace_id: there }) })
    },
    deleteIt: deleteProductOf,
  },
  {
    what: 'an item',
    where: 'another item of its product',
    id: 'ITEM-07',
    // Files go with their product: those of an item that is deleted before may stay.
    needs: ['write', 'trace'],
    createOtherItem: ({ given }: Sources, { product }: MadeItem): Promise<MadeItem> => given.item({ product }),
    deleteIt: deleteFilled,
  },
] as const

for (const { what, where, id, needs, createOtherItem, deleteIt } of rows)
  scenario(
    `deleting ${what} keeps files with the same bytes in ${where}`,
    { verifies: [id], needs },
    async (context) => {
      const { given, verify } = context
      const deletedItem = await given.item()
      const keptItem = await createOtherItem(context, deletedItem)
      // The bytes may be stored once, for whichever file came first.
      const [deletedFirst, keptSecond] = await uploadToBoth(context, deletedItem, keptItem)
      const [keptFirst, deletedSecond] = await uploadToBoth(context, keptItem, deletedItem)
      // lawful: one file with a link more, if a duplicate is allowed
      const areOne = sameId(deletedFirst.id, keptSecond.id) || sameId(keptFirst.id, deletedSecond.id)
      assume(!areOne, 'the target kept uploads of the same bytes as one file')
      const files = [keptSecond, keptFirst]
      await inTurn(files, async (file) => given.requireSuccess(await given.downloadWhenStored(file.id), 'DL-01'))
      await inTurn(files, ({ id: file }) => given.fileRecord(file))
      await deleteIt(context, deletedItem)
      await each(files, async (file) => {
        verify(id, await given.read('file', file.id)).hasStatus(200, {
          hint: 'shared storage: files with the same bytes seem to share one stored object',
        })
        verify(id, await given.download(file.id)).hasBytes(file.part.bytes)
      })
    },
  )

/** The same file in two items, one after the other. */
async function uploadToBoth(
  { given }: Sources,
  first: MadeItem,
  second: MadeItem,
): Promise<readonly [MadeFile, MadeFile]> {
  const file = await given.file(first.id)
  return [file, await given.file(second.id, { bytes: file.part.bytes, allowDuplicate: 'true' })]
}

async function deleteProductOf({ given }: Sources, { product: { id } }: MadeItem): Promise<void> {
  given.requireSuccess(await given.remove('product', id), 'PROD-52')
  // lawful: a cascade that is done shortly after the answer
  await given.eventually(
    () => given.read('product', id),
    ({ status }) => status === 404,
  )
}
