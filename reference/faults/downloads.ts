import { create } from 'content-disposition'
import { answersOf, isRecord, withHeaders } from '../changes/answers.ts'
import type { RequestChange, Sent } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import type { Deployment } from '../service/deployment.ts'
import { documentFormat } from '../service/documents/document-format.ts'
import { renderPdf } from '../service/documents/render-pdf.ts'
import { dispositionOf } from '../service/files/content-disposition.ts'
import { contentTypes, type Download, downloadFile } from '../service/files/download-file.ts'
import type { FileRow } from '../service/files/file.ts'
import { usagesOf } from '../service/files/file-usage.ts'
import { readFile } from '../service/files/find-file.ts'
import { sendBytes } from '../service/files/send-download.ts'
import { snapshotFiles } from '../service/files/snapshot-files.ts'
import type { Query } from '../service/http/query.ts'
import { notFound, validationError } from '../service/http/service-error.ts'
import { defineFaults } from './fault.ts'

const route = 'GET /files/:id/download'

/** Faults in what a download gives. */
export const downloadFaults = defineFaults({
  'download-passes-through-text': {
    title: 'decodes and encodes the bytes of a draft download as UTF-8',
    breaks: ['DL-01'],
    changes: [
      bytesSent((bytes, query) => (query.text('version') === undefined ? Buffer.from(bytes.toString('utf8')) : bytes)),
    ],
  },
  'download-stops-at-a-megabyte': {
    title: 'hands out the first megabyte of a file',
    breaks: ['DL-01'],
    changes: [bytesSent((bytes) => bytes.subarray(0, megabyte))],
  },
  'download-stops-at-two-and-a-half-megabytes': {
    title: 'hands out two and a half megabytes of a file',
    breaks: ['DL-01'],
    changes: [bytesSent((bytes) => bytes.subarray(0, 2.5 * megabyte))],
  },
  'line-ends-of-texts-are-evened-out': {
    title: 'gives texts back with other line ends',
    breaks: ['DL-01'],
    changes: [
      bytesSent((bytes) => {
        const text = bytes.toString('latin1').replaceAll('\r\n', '\n')
        return /^[\t\n\r\u0020-\u00ff]*$/u.test(text) ? Buffer.from(text, 'latin1') : bytes
      }),
    ],
  },
  'numbered-snapshot-is-cut': {
    title: 'loses the last byte of the snapshot of a numbered version',
    breaks: ['DL-06'],
    changes: [
      bytesSent((bytes, query) => (/^\d+$/u.test(query.text('version') ?? '') ? bytes.subarray(0, -1) : bytes)),
    ],
  },
  'download-ends-early': {
    title: 'ends a download one byte before the announced end',
    breaks: ['DL-14'],
    changes: [
      replace(sendBytes, () => (_, reply, bytes) => {
        void reply.hijack()
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value)
        reply.raw.setHeader('content-length', bytes.length)
        reply.raw.write(bytes.subarray(0, -1), () => reply.raw.destroy())
        return reply
      }),
    ],
  },
  'download-without-disposition': {
    title: 'sends downloads without Content-Disposition',
    breaks: ['DL-02'],
    changes: [answersOf({ routes: [route] }, (answer) => withHeaders(answer, { 'content-disposition': undefined }))],
  },
  'download-opens-in-place': {
    title: 'sends downloads with the disposition inline',
    breaks: ['DL-02'],
    changes: [
      replace(
        dispositionOf,
        () =>
          (_, { name }) =>
            create(name, { type: 'inline' }),
      ),
    ],
  },
  'download-is-named-by-its-id': {
    title: 'names a download by the id of the file',
    breaks: ['DL-03'],
    changes: [downloaded((download, { file }) => ({ ...download, name: file.id }))],
  },
  'download-name-is-ascii-only': {
    title: 'names a download in ASCII only, with question marks for the rest',
    breaks: ['DL-03'],
    changes: [
      replace(
        dispositionOf,
        (sound) => (deployment, download) => sound(deployment, { ...download, name: asciiOnly(download.name) }),
      ),
    ],
  },
  'quote-ends-the-name-in-the-header': {
    title: 'writes the quotes of a file name into the header of a download as they are',
    breaks: ['UP-24'],
    changes: [
      replace(
        dispositionOf,
        (sound) => (deployment, download) =>
          download.name.includes('"')
            ? `attachment; filename="${asciiOnly(download.name)}"`
            : sound(deployment, download),
      ),
    ],
  },
  'request-id-missing-on-downloads': {
    title: 'leaves x-request-id out of downloads',
    breaks: ['HDR-01'],
    changes: [answersOf({ routes: [route] }, (answer) => withHeaders(answer, { 'x-request-id': undefined }))],
  },
  'download-passes-for-html': {
    title: 'sends every stored file as text/html',
    breaks: ['DL-04'],
    changes: [standardDownloaded((download) => ({ ...download, contentType: 'text/html' }))],
  },
  'files-of-properties-have-no-download': {
    title: 'answers 404 to the download of a file that only properties have',
    breaks: ['DL-05'],
    changes: [
      replace(downloadFile, (sound) => (deployment, question, means) => {
        const usages = usagesOf(deployment, question.id.toLowerCase())
        if (usages.length > 0 && usages.every(({ target_type }) => target_type === 'property'))
          throw notFound('no such file')
        return sound(deployment, question, means)
      }),
    ],
  },
  'files-of-properties-have-no-snapshot': {
    title: 'keeps no snapshot of files that are linked to properties',
    breaks: ['DL-06'],
    changes: [
      replace(snapshotFiles, (sound) => (deployment, version) => {
        sound(deployment, version)
        const linked = 'SELECT file_id FROM file_links WHERE property_id IS NOT NULL'
        deployment.store.run(`DELETE FROM version_files WHERE version_id = ? AND file_id IN (${linked})`, version.id)
      }),
    ],
  },
  'draft-download-is-the-latest-version': {
    title: 'gives a draft download from the latest version once there is one, and 404 for a file that came later',
    breaks: ['DL-05'],
    changes: [
      asked(({ query, id }, { store }) => {
        const latest = store.get<{ product_id: string; number: number }>(
          `SELECT versions.product_id, max(number) AS number FROM versions JOIN files USING (product_id)
           WHERE files.id = ? GROUP BY versions.product_id`,
          id,
        )
        const isDraft = query['version'] === undefined && latest !== undefined
        return isDraft ? { ...query, product_id: latest.product_id, version: String(latest.number) } : query
      }),
    ],
  },
  'baseline-download-is-refused': {
    title: 'refuses `baseline` as the version of a download',
    breaks: ['DL-07'],
    changes: [asked(({ query }) => (query['version'] === 'baseline' ? { ...query, version: 'unknown' } : query))],
  },
  'baseline-download-is-the-latest-version': {
    title: 'takes the latest version for the baseline in a download',
    breaks: ['DL-07'],
    changes: [
      asked(({ query, productId }, { store }) => {
        const sql = 'SELECT max(number) AS number FROM versions WHERE product_id = ?'
        const latest = store.get<{ number: number | null }>(sql, productId)?.number ?? null
        return query['version'] === 'baseline' && latest !== null ? { ...query, version: String(latest) } : query
      }),
    ],
  },
  'version-without-product-is-the-draft': {
    title: 'gives the draft for a version without product_id',
    breaks: ['DL-08'],
    changes: [draftWhere(({ productId }) => productId === '')],
  },
  'strange-version-is-the-draft': {
    title: 'gives the draft for a version that is neither integer nor baseline',
    breaks: ['DL-09'],
    changes: [draftWhere(({ version }) => !/^(?:-?\d+|baseline|null)$/u.test(version))],
  },
  'version-zero-is-the-draft': {
    title: 'gives the draft for version 0',
    breaks: ['DL-15'],
    changes: [draftWhere(({ version }) => version === '0')],
  },
  'unknown-product-gives-the-draft': {
    title: 'gives the draft for a version of an unknown product',
    breaks: ['DL-15'],
    changes: [
      draftWhere(
        ({ productId }, { store }) =>
          productId !== '' && store.get('SELECT 1 FROM products WHERE id = ?', productId) === undefined,
      ),
    ],
  },
  'unknown-version-is-the-draft': {
    title: 'gives the draft for a version that does not exist',
    breaks: ['DL-15'],
    changes: [
      draftWhere(
        ({ productId, version }, { store }) =>
          /^\d+$/u.test(version) &&
          store.get('SELECT 1 FROM products WHERE id = ?', productId) !== undefined &&
          store.get('SELECT 1 FROM versions WHERE product_id = ? AND number = ?', productId, version) === undefined,
      ),
    ],
  },
  'missing-snapshot-is-the-draft': {
    title: 'gives the draft where the version does not have the file',
    breaks: ['DL-15'],
    changes: [draftWhere((question, deployment) => isMissing(question, deployment, question.version))],
  },
  'missing-snapshot-of-the-baseline-is-the-draft': {
    title: 'gives the draft of a file that the baseline does not have',
    breaks: ['DL-15'],
    changes: [
      draftWhere((question, deployment) => {
        const sql = 'SELECT baseline_version_number AS number FROM products WHERE id = ?'
        const baseline = deployment.store.get<{ number: number | null }>(sql, question.productId)?.number ?? null
        return question.version === 'baseline' && baseline !== null && isMissing(question, deployment, String(baseline))
      }),
    ],
  },
  'pdf-is-a-word-document': {
    title: 'gives a word document where a pdf is asked for',
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
    title: 'loses the end of a docx document',
    breaks: ['DL-10'],
    changes: [
      downloaded((download, { file }) =>
        file.generated_document === 1 && download.contentType === contentTypes.docx
          ? { ...download, bytes: download.bytes.subarray(0, -64) }
          : download,
      ),
    ],
  },
  'generated-document-is-pdf-by-default': {
    title: 'gives a pdf where no format is named',
    breaks: ['DL-11'],
    changes: [formatRead((text) => (text === undefined ? 'pdf' : undefined))],
  },
  'unknown-format-is-pdf': {
    title: 'gives a pdf for an unknown format',
    breaks: ['DL-12'],
    changes: [formatRead((text) => (text === undefined || /^(?:docx|pdf)$/iu.test(text) ? undefined : 'pdf'))],
  },
  'format-is-refused-for-standard-files': {
    title: 'refuses `format` for a standard file',
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
    title: 'gives a pdf of a standard file for format=pdf',
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
    title: 'serves a standard file as a PDF where the format is pdf, with its own bytes',
    breaks: ['DL-13'],
    changes: [
      standardDownloaded((download, { query }) =>
        query.text('format') === 'pdf' ? { ...download, contentType: contentTypes.pdf } : download,
      ),
    ],
  },
})

const megabyte = 1024 * 1024

type DownloadChange = (
  download: Download,
  asked: { readonly query: Query; readonly file: FileRow },
) => Download | Promise<Download>

function downloaded(change: DownloadChange): ReturnType<typeof replace> {
  return replace(downloadFile, (sound) => async (deployment, question, means) => {
    const download = await sound(deployment, question, means)
    const file = readFile(deployment, question.id.toLowerCase())
    return file === undefined ? download : change(download, { query: means.query, file })
  })
}

/** Downloads of what somebody uploaded. */
function standardDownloaded(change: DownloadChange): ReturnType<typeof replace> {
  return downloaded((download, asked) => (asked.file.generated_document === 1 ? download : change(download, asked)))
}

function bytesSent(change: (bytes: Buffer, query: Query) => Buffer): ReturnType<typeof replace> {
  return standardDownloaded((download, { query }) => ({ ...download, bytes: change(download.bytes, query) }))
}

/** A format of a generated document that is read from another text; undefined leaves it to the sound rule. */
function formatRead(read: (text: string | undefined) => 'docx' | 'pdf' | undefined): ReturnType<typeof replace> {
  return replace(documentFormat, (sound) => (deployment, file, query) => {
    const format = file.generated_document === 1 ? read(query.text('format')) : undefined
    return format ?? sound(deployment, file, query)
  })
}

/** What a download is asked with; a text that is missing is empty. */
interface DownloadQuestion {
  readonly id: string
  readonly productId: string
  readonly version: string
  readonly query: Sent['query']
}

function asked(change: (question: DownloadQuestion, deployment: Deployment) => Sent['query']): RequestChange {
  return requestsOf([route], (sent, deployment) => {
    const { params } = sent.request
    const id = isRecord(params) ? String(params['id']).toLowerCase() : ''
    const { version = '', product_id = '' } = sent.query
    const question = { id, version: String(version), productId: String(product_id).toLowerCase(), query: sent.query }
    return { ...sent, query: change(question, deployment) }
  })
}

/** Gives the draft for some of the questions for a version. */
function draftWhere(isTaken: (question: DownloadQuestion, deployment: Deployment) => boolean): RequestChange {
  return asked((question, deployment) => {
    const { version, ...others } = question.query
    return version !== undefined && isTaken(question, deployment) ? others : question.query
  })
}

/** Whether the product has this version, and the version does not have the file. */
function isMissing({ id, productId }: DownloadQuestion, { store }: Deployment, number: string): boolean {
  const version = store.get<{ id: string }>(
    'SELECT id FROM versions WHERE product_id = ? AND number = ?',
    productId,
    number,
  )
  if (version === undefined) return false
  return store.get('SELECT 1 FROM version_files WHERE version_id = ? AND file_id = ?', version.id, id) === undefined
}

function asciiOnly(name: string): string {
  return name.replaceAll(/[^\u0020-\u007e]/gu, '?')
}
