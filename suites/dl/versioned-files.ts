import { textOf } from '../../lib/generate/file-content.ts'
import type { CheckContext } from '../../lib/run/check.ts'
import type { MadeFile } from '../../lib/run/given/files.ts'

/** A product of two versions with a file from before each of them, and one that no version has. */
export interface VersionedFiles {
  readonly productId: string
  readonly first: number
  readonly second: number
  /** In both versions. */
  readonly early: MadeFile
  /** In the second version only. */
  readonly late: MadeFile
  /** In no version. */
  readonly draft: MadeFile
}

/** Made once a session; plain text, so that what happens to other bytes is no matter here. */
export function versionedFiles({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<VersionedFiles> {
  return session.shared('files in versions', async () => {
    const item = await given.item()
    const productId = item.product.id
    const upload = (): Promise<MadeFile> =>
      given.file(item.id, {
        bytes: textOf(given.freshSize()),
        contentType: 'text/plain',
        filename: `${given.word()}.txt`,
        allowDuplicate: 'true',
      })
    const early = await upload()
    const { version: first } = await session.controls.publishVersion(productId)
    const late = await upload()
    const { version: second } = await session.controls.publishVersion(productId)
    return { productId, first, second, early, late, draft: await upload() }
  })
}
