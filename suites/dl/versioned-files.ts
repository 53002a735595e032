import { textOf, type CheckContext, type MadeFile } from '#suite'
import { ifPossible } from '../shared/obstacle.ts'

/** A product of two versions with a file from before each of them, and one that no version has. */
export interface VersionedFiles {
  readonly productId: string
  readonly first: number
  readonly second: number
  /** In both versions. */
  readonly early: MadeFile
  /** In both versions too, on a property; none if the target makes no property. */
  readonly ofProperty: MadeFile | undefined
  /** The id of a document that is made inside the service, in both versions; none if the controls make none. */
  readonly generated: string | undefined
  /** In the second version only. */
  readonly late: MadeFile
  /** In no version. */
  readonly draft: MadeFile
}

/** Made once per session; plain text, so that what happens to other bytes is no matter here. */
export function versionedFiles({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<VersionedFiles> {
  return session.shared('files in versions', async () => {
    const item = await given.item()
    const productId = item.product.id
    const upload = (target = item.id): Promise<MadeFile> =>
      given.file(target, {
        bytes: textOf(given.freshSize()),
        contentType: 'text/plain',
        filename: `${given.word()}.txt`,
        allowDuplicate: 'true',
      })
    const early = await upload()
    const property = await ifPossible(given.property('text', { item }))
    const ofProperty = property && (await upload(property.id))
    const generated = session.controls.has('createGeneratedDocument')
      ? (await session.controls.createGeneratedDocument(item.id)).fileId
      : undefined
    const { version: first } = await session.controls.publishVersion(productId)
    const late = await upload()
    const { version: second } = await session.controls.publishVersion(productId)
    return { productId, first, second, early, ofProperty, generated, late, draft: await upload() }
  })
}
