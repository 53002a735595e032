import { create } from 'content-disposition'
import { answersOf, withHeaders } from '../changes/answers.ts'
import type { Answer } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { dispositionOf, sendBytes } from '../../reference/service/files/send-download.ts'
import { downloadFile } from '../../reference/service/files/download-file.ts'
import { usagesOf } from '../../reference/service/files/file-usage.ts'
import { readFile } from '../../reference/service/files/find-file.ts'
import { Query } from '../../reference/service/http/query.ts'
import { notFound } from '../../reference/service/http/service-error.ts'
import { bytesSent, standardDownloaded } from './downloaded.ts'
import { defineFaults } from './fault.ts'

const route = 'GET /files/:id/download'

/** Faults in the bytes and headers of downloads. */
export const downloadFaults = defineFaults({
  'download-passes-through-text': {
    title: 'decodes and re-encodes the bytes of a draft download as UTF-8',
    breaks: ['DL-01'],
    changes: [
      bytesSent((bytes, query) => (query.text('version') === undefined ? Buffer.from(bytes.toString('utf8')) : bytes)),
    ],
  },
  'download-stops-at-a-megabyte': {
    title: 'truncates downloads after one megabyte',
    breaks: ['DL-01'],
    changes: [bytesSent((bytes) => bytes.subarray(0, megabyte))],
  },
  'download-stops-at-two-and-a-half-megabytes': {
    title: 'truncates downloads after two and a half megabytes',
    breaks: ['DL-01'],
    changes: [bytesSent((bytes) => bytes.subarray(0, 2.5 * megabyte))],
  },
  'line-ends-of-texts-are-evened-out': {
    title: 'converts line endings in downloads of texts',
    breaks: ['DL-01'],
    changes: [
      bytesSent((bytes) => {
        const text = bytes.toString('latin1').replaceAll('\r\n', '\n')
        return /^[\t\n\r\u0020-\u00ff]*$/u.test(text) ? Buffer.from(text, 'latin1') : bytes
      }),
    ],
  },
  'download-ends-early': {
    title: 'ends a download one byte before its Content-Length',
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
  'download-with-a-format-is-shown-inline': {
    title: 'sends a standard file with the disposition inline if a format is given',
    breaks: ['DL-02'],
    changes: [standardWithFormat(() => 'inline')],
  },
  'download-with-a-format-has-its-extension': {
    title: 'names a standard file with the extension of the format if one is given',
    breaks: ['DL-13'],
    changes: [
      standardWithFormat((named, format) => named.replaceAll(/\.\w+(?=$|")/gu, `.${format.replaceAll(/\W/gu, '')}`)),
    ],
  },
  'download-of-an-untitled-file-has-no-disposition': {
    title: 'omits Content-Disposition from downloads of files with an empty title',
    breaks: ['DL-02'],
    changes: [
      answersOf({ routes: [route] }, (answer, deployment) => {
        const id = Object.values(Object(answer.request.params)).join('').toLowerCase()
        const sql = "SELECT 1 FROM files WHERE id = ? AND coalesce(user_title, '') = ''"
        const isUntitled = deployment.store.get(sql, id) !== undefined
        return isUntitled ? withHeaders(answer, { 'content-disposition': undefined }) : answer
      }),
    ],
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
  'pdf-opens-in-place': {
    title: 'sends PDF files with the disposition inline',
    breaks: ['DL-02'],
    changes: [
      replace(dispositionOf, (sound) => (deployment, download) => {
        if (download.contentType !== 'application/pdf') return sound(deployment, download)
        return create(download.name, { type: 'inline' })
      }),
    ],
  },
  'baseline-download-opens-in-place': {
    title: 'omits Content-Disposition from downloads in the baseline',
    breaks: ['DL-02'],
    changes: [
      answersOf({ routes: [route] }, (answer) =>
        versionIn(answer) === 'baseline' ? withHeaders(answer, { 'content-disposition': undefined }) : answer,
      ),
    ],
  },
  'snapshot-has-a-name-of-its-own': {
    title: 'names each download in a version `snapshot.bin`',
    breaks: ['DL-03'],
    changes: [
      answersOf({ routes: [route] }, (answer) =>
        versionIn(answer) === null
          ? answer
          : withHeaders(answer, { 'content-disposition': 'attachment; filename="snapshot.bin"' }),
      ),
    ],
  },
  'snapshot-passes-for-html': {
    title: 'sends text/html as the type of downloads in a version',
    breaks: ['DL-04'],
    changes: [
      answersOf({ routes: [route] }, (answer) =>
        versionIn(answer) === null ? answer : withHeaders(answer, { 'content-type': 'text/html' }),
      ),
    ],
  },
  'download-has-the-name-of-an-earlier-file': {
    title: 'names a download after the file that was uploaded before it',
    breaks: ['DL-03'],
    changes: [
      replace(downloadFile, (sound) => async (deployment, question, means) => {
        const download = await sound(deployment, question, means)
        const earlier = deployment.store.get<{ original_name: string }>(
          `SELECT original_name FROM files WHERE sequence < (SELECT sequence FROM files WHERE id = ?)
           ORDER BY sequence DESC LIMIT 1`,
          question.id.toLowerCase(),
        )
        return earlier === undefined ? download : { ...download, name: earlier.original_name }
      }),
    ],
  },
  'quote-ends-the-name-in-the-header': {
    title: 'does not escape quotes of a file name in Content-Disposition',
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
    title: 'omits x-request-id from downloads',
    breaks: ['HDR-01'],
    changes: [answersOf({ routes: [route] }, (answer) => withHeaders(answer, { 'x-request-id': undefined }))],
  },
  'download-passes-for-html': {
    title: 'sends every stored file as text/html',
    breaks: ['DL-04'],
    changes: [standardDownloaded((download) => ({ ...download, contentType: 'text/html' }))],
  },
  'files-of-properties-have-no-download': {
    title: 'returns 404 for the download of a file that is linked only to properties',
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
})

/** What `Content-Disposition` says of a standard file if a format is given. */
function standardWithFormat(shown: (named: string, format: string) => string): ReturnType<typeof answersOf> {
  return answersOf({ routes: [route] }, (answer, deployment) => {
    const id = Object.values(Object(answer.request.params)).join('').toLowerCase()
    const isStandard = readFile(deployment, id)?.generated_document === 0
    const format = new Query(answer.request).text('format')
    if (!isStandard || format === undefined) return answer
    return withHeaders(answer, { 'content-disposition': shown(String(answer.headers['content-disposition']), format) })
  })
}

const megabyte = 1024 * 1024

function asciiOnly(name: string): string {
  return name.replaceAll(/[^\u0020-\u007e]/gu, '?')
}

function versionIn({ request }: Answer): string | null {
  return new URL(request.url, 'http://localhost').searchParams.get('version')
}
