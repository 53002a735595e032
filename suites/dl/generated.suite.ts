import { unzipSync } from 'fflate'
import { scenario, type CheckContext } from '#suite'

const needs = ['fixture:generated-document|control:create-generated-document'] as const

type Sources = Pick<CheckContext, 'given' | 'session'>

/** Downloads tried in search of a document that was made inside the service. */
const filesTried = 4

/** A document that was made inside the service: the declared one, one made by the controls, or one that is there. */
function generatedDocument({ given, session }: Sources): Promise<string> {
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
  for (const { id } of [...unlikeUploads, ...others].slice(0, filesTried)) {
    if (typeof id !== 'string' || (await given.download(id)).status < 400) continue
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

scenario(
  'a generated document comes as a Word document',
  { verifies: ['DL-10', 'DL-02'], needs },
  async ({ given, session, verify }) => {
    const answer = await given.downloadWhenStored(await generatedDocument({ given, session }), { format: 'docx' })
    verify('DL-10', answer).isAccepted(200)
    const parts = partsOf(answer.body)
    verify('DL-10', answer).that({
      claim: 'format=docx gives a Word document',
      holds: parts.includes('[Content_Types].xml') && parts.includes('word/document.xml'),
      expected: 'a ZIP archive with [Content_Types].xml and word/document.xml',
      received: parts.length === 0 ? `${answer.bodyBytes} bytes that are no ZIP archive` : parts.join(', '),
    })
    verify('DL-02', answer).that({
      claim: 'the download of a generated document is an attachment',
      holds: /^\s*attachment\b/i.test(answer.headers['content-disposition'] ?? ''),
      expected: 'Content-Disposition: attachment',
      received: answer.headers['content-disposition'] ?? 'no Content-Disposition',
    })
  },
)

scenario('a generated document comes as a PDF', { verifies: ['DL-10'], needs }, async ({ given, session, verify }) => {
  const answer = await given.downloadWhenStored(await generatedDocument({ given, session }), { format: 'pdf' })
  verify('DL-10', answer).isAccepted(200)
  const text = Buffer.from(answer.body).toString('latin1')
  verify('DL-10', answer).that({
    claim: 'format=pdf gives a PDF',
    // Readers look for the header in the first and for the end in the last kilobyte.
    holds: text.slice(0, 1024).includes('%PDF-') && /startxref\s+\d+\s+%%EOF/.test(text.slice(-1024)),
    expected: '%PDF- at its start, startxref and %%EOF at its end',
    received: `${answer.bodyBytes} bytes that begin with ${JSON.stringify(text.slice(0, 8))}`,
  })
})

scenario(
  'a generated document without a format is refused',
  { verifies: ['DL-11'], needs },
  async ({ given, session, verify }) => {
    const id = await generatedDocument({ given, session })
    const control = given.requireSuccess(await given.downloadWhenStored(id, { format: 'docx' }), 'DL-10')
    verify('DL-11', await given.download(id)).isRefused({ control, hint: 'a format may be taken by default' })
  },
)

for (const format of ['odt', 'html'])
  scenario(
    `a generated document as ${format} is refused`,
    { verifies: ['DL-12'], needs },
    async ({ api, given, session, verify }) => {
      const id = await generatedDocument({ given, session })
      const control = given.requireSuccess(await given.downloadWhenStored(id, { format: 'pdf' }), 'DL-10')
      const answer = await api.send('downloadFile', {
        path: { file_id: id },
        query: { format },
        broken: 'an unknown format',
      })
      verify('DL-12', answer).isRefused({ control })
    },
  )

/** The names of the parts of a ZIP archive; none where it is none, or is cut. */
function partsOf(bytes: Uint8Array): readonly string[] {
  try {
    return Object.keys(unzipSync(bytes, { filter: ({ originalSize }) => originalSize < 50_000_000 }))
  } catch {
    return []
  }
}
