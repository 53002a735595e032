import { replace } from '../changes/replace.ts'
import { documentFormat } from '../../reference/service/documents/document-format.ts'
import { renderPdf } from '../../reference/service/documents/render-pdf.ts'
import { contentTypes } from '../../reference/service/files/download-file.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { downloaded, standardDownloaded } from './downloaded.ts'
import { defineFaults } from './fault.ts'

/** Faults in generated documents, and in the format that a download is asked for in. */
export const documentFaults = defineFaults({
  'pdf-is-a-word-document': {
    title: 'returns a docx document if pdf is requested',
    breaks: ['DL-10'],
    changes: [
      formatRead((text) => (text === 'pdf' ? 'docx' : undefined)),
      downloaded((download, { query, file }) =>
        file.generated_document === 1 && query.text('format') === 'pdf'
          ? { ...download, name: `${file.original_name}.pdf`, contentType: contentTypes.pdf }
          : download,
      ),
    ],
  },
  'word-document-is-cut': {
    title: 'returns a docx document without its end',
    breaks: ['DL-10'],
    changes: [
      downloaded((download, { file }) =>
        file.generated_document === 1 && download.contentType === contentTypes.docx
          ? { ...download, bytes: download.bytes.subarray(0, -64) }
          : download,
      ),
    ],
  },
  'word-document-has-a-damaged-start': {
    title: 'overwrites the first bytes of a docx document',
    breaks: ['DL-10'],
    changes: [
      downloaded((download, { file }) =>
        file.generated_document === 1 && download.contentType === contentTypes.docx
          ? { ...download, bytes: Buffer.concat([Buffer.alloc(4), download.bytes.subarray(4)]) }
          : download,
      ),
    ],
  },
  'document-of-a-version-is-its-stored-text': {
    title: 'returns plain text for a generated document in a version if no format is given',
    breaks: ['DL-10'],
    changes: [
      downloaded((download, { query, file }) =>
        file.generated_document === 1 && query.text('version') !== undefined
          ? { ...download, bytes: Buffer.from('the text of the document') }
          : download,
      ),
    ],
  },
  'generated-document-is-pdf-by-default': {
    title: 'returns a pdf if no format is given',
    breaks: ['DL-11'],
    changes: [formatRead((text) => (text === undefined ? 'pdf' : undefined))],
  },
  'generated-document-is-docx-by-default': {
    title: 'returns a docx if no format is given',
    breaks: ['DL-11'],
    changes: [formatRead((text) => (text === undefined ? 'docx' : undefined))],
  },
  'document-of-a-version-is-docx-by-default': {
    title: 'returns a docx for a generated document in a version if no format is given',
    breaks: ['DL-11'],
    changes: [
      replace(documentFormat, (sound) => (deployment, file, query) => {
        const isDefault = query.text('version') !== undefined && query.text('format') === undefined
        return file.generated_document === 1 && isDefault ? 'docx' : sound(deployment, file, query)
      }),
    ],
  },
  'unknown-format-is-pdf': {
    title: 'returns a pdf for an unknown format',
    breaks: ['DL-12'],
    changes: [formatRead((text) => (text === undefined || /^(?:docx|pdf)$/iu.test(text) ? undefined : 'pdf'))],
  },
  'format-is-refused-for-standard-files': {
    title: 'rejects `format` for a standard file',
    breaks: ['DL-13'],
    changes: [
      replace(documentFormat, (sound) => (deployment, file, query) => {
        if (file.generated_document === 0 && query.text('format') !== undefined)
          throw validationError({ loc: ['query', 'format'], msg: 'is for generated documents', type: 'not_allowed' })
        return sound(deployment, file, query)
      }),
    ],
  },
  'standard-file-is-converted': {
    title: 'converts a standard file to pdf for format=pdf',
    breaks: ['DL-13'],
    changes: [
      standardDownloaded(async (download, { query, file }) => {
        if (query.text('format') !== 'pdf') return download
        const bytes = await renderPdf({ title: file.original_name, subtitle: '', description: null, rows: [] })
        return { bytes, name: `${file.original_name}.pdf`, contentType: contentTypes.pdf }
      }),
    ],
  },
  'format-names-the-type-of-a-standard-file': {
    title: 'returns a standard file unchanged but as application/pdf for format=pdf',
    breaks: ['DL-13'],
    changes: [
      standardDownloaded((download, { query }) =>
        query.text('format') === 'pdf' ? { ...download, contentType: contentTypes.pdf } : download,
      ),
    ],
  },
})

/** A format of a generated document that is read from another text; undefined leaves it to the sound rule. */
function formatRead(read: (text: string | undefined) => 'docx' | 'pdf' | undefined): ReturnType<typeof replace> {
  return replace(documentFormat, (sound) => (deployment, file, query) => {
    const format = file.generated_document === 1 ? read(query.text('format')) : undefined
    return format ?? sound(deployment, file, query)
  })
}
