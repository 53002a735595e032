import { unzipSync } from 'fflate'
import { succeeded, type CheckContext, type Sources, shownId } from '#suite'

/** Downloads tried in search of a document that was made inside the service. */
const filesTried = 4

/** A document that was made inside the service: the declared one, one made by the controls, or one that is there. */
export function generatedDocument({ given, session }: Sources): Promise<string> {
  const { mode, targetFile } = session.configuration
  const declared = targetFile.fixtures?.generatedDocumentFileId
  return session.shared('generated document', async () => {
    if (declared !== undefined) return declared
    if (mode === 'read-only' || !session.controls.has('createGeneratedDocument')) return existingDocument(given)
    const { fileId } = await session.controls.createGeneratedDocument((await given.fileItem()).id)
    return fileId
  })
}

/** Only what was made inside the service wants a format: such a file shows itself by what a download without one gives. */
async function existingDocument(given: CheckContext['given']): Promise<string> {
  const { entries } = await given.fileWindow()
  // What was never uploaded has the least reason to have a size or a type.
  const unlikeUploads = entries.filter((file) => typeof file['size_bytes'] !== 'number' || file['content_type'] == null)
  const others = entries.filter((file) => !unlikeUploads.includes(file))
  for (const file of [...unlikeUploads, ...others].slice(0, filesTried)) {
    const id = shownId(file)
    if (succeeded(await given.download(id))) continue
    const document = await given.download(id, { format: 'docx' })
    if (document.status === 200 && partsOf(document.body).includes('word/document.xml')) return id
  }
  return given.untestable({
    reason: 'missing-fixture',
    needs: 'fixture:generated-document',
    remedy:
      'supply the control createGeneratedDocument (--controls FILE), or declare fixtures.generatedDocumentFileId in the target file',
  })
}

/** What a ZIP archive begins with. */
export const startOfArchive = 'PK\u0003\u0004'

/** The names of the parts of a ZIP archive that are not empty; none if it is none, or is cut. */
export function partsOf(bytes: Uint8Array): readonly string[] {
  if (!Buffer.from(bytes.subarray(0, startOfArchive.length)).equals(Buffer.from(startOfArchive))) return []
  try {
    const parts = unzipSync(bytes, { filter: ({ originalSize }) => originalSize < 50_000_000 })
    return Object.entries(parts).flatMap(([name, content]) => (content.length > 0 ? [name] : []))
  } catch {
    return []
  }
}
