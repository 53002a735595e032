import { unzipSync } from 'fflate'
import type { CheckContext } from '../../lib/run/check.ts'
import { scenario } from '../../lib/run/scenario.ts'

const needs = ['fixture:generated-document|control:create-generated-document'] as const

/** A document that was made inside the service: the declared one, or one made by the controls. */
async function generatedDocument({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<string> {
  const { mode, targetFile } = session.configuration
  const declared = targetFile.fixtures?.generatedDocumentFileId
  if (declared !== undefined) return declared
  if (mode === 'read-only')
    return given.lacks({ reason: 'writes-not-allowed', needs: 'write', enable: 'allow writes (--allow-writes)' })
  return session.shared('generated document', async () => {
    const { fileId } = await session.controls.createGeneratedDocument((await given.fileItem()).id)
    return fileId
  })
}

scenario(
  'a generated document comes as a Word document',
  { verifies: ['DL-10', 'DL-02'], needs },
  async ({ given, session, verify }) => {
    const answer = await given.download(await generatedDocument({ given, session }), { format: 'docx' })
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
  const answer = await given.download(await generatedDocument({ given, session }), { format: 'pdf' })
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
    const twin = given.accepted(await given.download(id, { format: 'docx' }), 'DL-10')
    verify('DL-11', await given.download(id)).isRefused({ twin, hint: 'a format may be taken by default' })
  },
)

for (const format of ['odt', 'html'])
  scenario(
    `a generated document as ${format} is refused`,
    { verifies: ['DL-12'], needs },
    async ({ api, given, session, verify }) => {
      const id = await generatedDocument({ given, session })
      const twin = given.accepted(await given.download(id, { format: 'pdf' }), 'DL-10')
      const answer = await api.send('downloadFile', {
        path: { file_id: id },
        query: { format },
        broken: 'an unknown format',
      })
      verify('DL-12', answer).isRefused({ twin })
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
