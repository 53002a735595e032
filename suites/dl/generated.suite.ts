import { assume, scenario, type Claim, type Exchange, type Sources } from '#suite'
import { versionedFiles } from './versioned-files.ts'
import { generatedDocument, partsOf, startOfArchive } from '../shared/generated-document.ts'
import { hasLocations } from '../shared/named-refusals.ts'

// `generatedDocument` is a file that was made inside the service: by a control, or a declared or existing one.

const needs = ['fixture:generated-document|control:create-generated-document'] as const
const versioned = ['write', 'control:publish-version', 'control:create-generated-document'] as const

/** What the last record of a ZIP archive begins with: whoever opens it reads from there. */
const endOfArchive = 'PK\u0005\u0006'
/** What a word processor looks for first: the types of the parts, which of them is the document, and the document. */
const neededParts = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml'] as const

/** The formats of generated documents, and how bytes show that they are of one. */
const formats = {
  docx: ({ body, bodyBytes }: Exchange): Claim => {
    const parts = partsOf(body)
    return {
      claim: 'format=docx returns a Word document',
      holds: neededParts.every((name) => parts.includes(name)),
      expected: `a ZIP archive with ${neededParts.join(', ')}, none of them empty`,
      received: parts.length === 0 ? `${bodyBytes} bytes that are no ZIP archive` : parts.join(', '),
      criterion: { kind: 'contents', start: startOfArchive, texts: [...neededParts, endOfArchive] },
    }
  },
  pdf: ({ body, bodyBytes }: Exchange): Claim => {
    const text = Buffer.from(body).toString('latin1')
    return {
      claim: 'format=pdf returns a PDF',
      // Readers look for the header in the first and for the end in the last kilobyte.
      holds: text.slice(0, 1024).includes('%PDF-') && /startxref\s+\d+\s+%%EOF/.test(text.slice(-1024)),
      expected: '%PDF- at its start, startxref and %%EOF at its end',
      received: `${bodyBytes} bytes that begin with ${JSON.stringify(text.slice(0, 8))}`,
      criterion: { kind: 'contents', texts: ['%PDF-', 'startxref', '%%EOF'] },
    }
  },
} as const
type Format = keyof typeof formats
const formatNames: readonly Format[] = ['docx', 'pdf']

/** GET /files/{file_id}/download of the document in a format; sent once per session. */
function downloadDocument(sources: Sources, query: { readonly format: Format }): Promise<Exchange> {
  return sources.session.shared(`generated document as ${query.format}`, async () =>
    sources.given.downloadWhenStored(await generatedDocument(sources), query),
  )
}

for (const format of formatNames) {
  scenario(
    `GET /files/{file_id}/download?format=${format} returns a generated document as an attachment`,
    { verifies: ['DL-10', 'DL-02'], needs },
    async (context) => {
      const answer = await downloadDocument(context, { format })
      context.verify('DL-10', answer).isAccepted(200)
      context.verify('DL-10', answer).that(formats[format](answer))
      context.verify('DL-02', answer).isAttachment()
    },
  )

  scenario(
    `GET /files/{file_id}/download?version=N&format=${format} returns a generated document`,
    { verifies: ['DL-10'], needs: versioned },
    async (context) => {
      const answer = await downloadDocumentOfVersion(context, { format })
      // lawful: a version may have no snapshot of what is made only when it is asked for
      assume(answer.status === 200, 'the target did not serve a generated document of a version')
      context.verify('DL-10', answer).that(formats[format](answer))
    },
  )
}

/** The generated document as of the first version of its product. */
async function downloadDocumentOfVersion(sources: Sources, query: { readonly format?: string }): Promise<Exchange> {
  const { given } = sources
  const { productId, first, generated } = await versionedFiles(sources)
  const id =
    generated ?? given.untestable({ reason: 'capability-absent', cause: 'the target had no generated document' })
  return given.download(id, { version: first, product_id: productId, ...query })
}

scenario(
  'GET /files/{file_id}/download?version=N of a generated document without a format is rejected',
  { verifies: ['DL-11'], needs: versioned },
  async (context) => {
    const control = await downloadDocumentOfVersion(context, { format: 'pdf' })
    assume(control.status === 200, 'the target did not serve a generated document of a version')
    context.verify('DL-11', await downloadDocumentOfVersion(context, {})).isRefused({ control })
  },
)

scenario(
  'GET /files/{file_id}/download of a generated document without a format is rejected',
  { verifies: ['DL-11'], needs },
  async (context) => {
    const { given, verify } = context
    const control = given.requireSuccess(await downloadDocument(context, { format: 'docx' }), 'DL-10')
    const answer = await given.download(await generatedDocument(context))
    verify('DL-11', answer).isRefused({
      control,
      hint: 'default format: a missing format seems to be replaced by a default',
    })
  },
)

for (const format of ['odt', 'html'])
  scenario(
    `GET /files/{file_id}/download?format=${format} of a generated document is rejected`,
    { verifies: ['DL-12', 'ERR-05'], needs },
    async (context) => {
      const { api, given, verify } = context
      const control = given.requireSuccess(await downloadDocument(context, { format: 'pdf' }), 'DL-10')
      const answer = await api.send('downloadFile', {
        path: { file_id: await generatedDocument(context) },
        query: { format },
        broken: 'an unknown format',
      })
      verify('DL-12', answer).isRefused({ control })
      verify('ERR-05', answer).locates('format', { where: hasLocations(answer) })
    },
  )
