import { answers, answersOf, isRecord, records, withHeaders } from '../changes/answers.ts'
import type { AnswerChange, Change } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requests } from '../changes/requests.ts'
import { dispositionOf, sendBytes } from '../../reference/service/files/send-download.ts'
import { downloadFile } from '../../reference/service/files/download-file.ts'
import { readFile } from '../../reference/service/files/find-file.ts'
import { conflict } from '../../reference/service/http/service-error.ts'
import { Readable } from 'node:stream'
import { type Body, withEachEntry } from './sent-entries.ts'
import { without } from './shown-fields.ts'
import { defineVariants } from './variant.ts'

const linkPrefix = 'link_'
const scanMs = 1000

/** Lawful differences in what the record of a file tells, and in how a download is sent. */
export const fileRecordVariants = defineVariants({
  'sizes-and-types-of-files-stay-away': {
    title: 'omits size and type of a file',
    latitude: 'these fields are not required',
    touches: ['FILE-03', 'FILE-02', 'UP-20'],
    changes: [leftOut('size_bytes', 'content_type')],
  },
  'uploaders-stay-away': {
    title: 'returns null for the uploader and upload time of a file',
    latitude: 'these fields may be null',
    touches: ['FILE-05', 'FILE-04', 'UP-25'],
    changes: [
      fileRecords((record) => ({
        ...record,
        ...('uploadedAt' in record && { uploadedAt: null }),
        ...('uploadedBy' in record && { uploadedBy: null }),
      })),
    ],
  },
  'file-links-have-ids-of-their-own-form': {
    title: 'uses link ids that are not UUIDs',
    latitude: 'the id of a link is a string',
    touches: ['FILE-06', 'PROP-07'],
    changes: linksNamed(),
  },
  'files-of-no-place-are-listed-without-links': {
    title: 'returns the links of a file only in a read by id',
    latitude: 'used_in is not required',
    touches: ['FILE-10', 'FILE-09'],
    changes: [
      answersOf({ routes: ['GET /files', 'PATCH /files/:id'] }, (answer) => ({
        ...answer,
        json: withoutLinks(answer.json),
      })),
    ],
  },
  'downloads-have-no-length': {
    title: 'streams downloads without Content-Length',
    latitude: 'HTTP allows a body without a length',
    touches: ['DL-14'],
    changes: [replace(sendBytes, () => (_, reply, bytes) => reply.send(Readable.from(pieces(bytes))))],
  },
  'download-disposition-says-more': {
    title: 'writes Attachment in upper case, without spaces, and with the size of the file',
    latitude: 'the disposition is case-insensitive and may have further parameters',
    touches: ['DL-02'],
    changes: [
      replace(dispositionOf, (sound) => (deployment, download) => {
        const told = sound(deployment, download).replace(/^attachment;?\s*/u, 'Attachment;')
        return `${told.replace(/;$/u, '')}; size=${download.bytes.length}`
      }),
    ],
  },
  'downloads-wait-for-a-scan': {
    title: 'returns 409 for the download of a file during a virus scan of one second',
    latitude: 'work may be done shortly after the answer',
    touches: ['DL-05'],
    changes: [
      replace(downloadFile, (sound) => (deployment, question, means) => {
        const uploaded = Date.parse(readFile(deployment, question.id.toLowerCase())?.uploaded_at ?? '')
        if (Date.now() - uploaded < scanMs) throw conflict('scan_pending', 'the file is being scanned')
        return sound(deployment, question, means)
      }),
    ],
  },
  'downloads-may-be-asked-for-in-parts': {
    title: 'sends Accept-Ranges and Last-Modified with downloads',
    latitude: 'extra headers are lawful',
    touches: ['DL-01'],
    changes: [
      answers((answer) =>
        answer.headers['content-disposition'] === undefined
          ? answer
          : withHeaders(answer, { 'accept-ranges': 'bytes', 'last-modified': new Date(0).toUTCString() }),
      ),
    ],
  },
})

function fileRecords(
  change: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): AnswerChange {
  return records((record) => ('originalFileName' in record ? change(record) : record))
}

function leftOut(...names: readonly string[]): AnswerChange {
  return fileRecords((record) => without(record, (name) => names.includes(name)))
}

function withoutLinks(json: unknown): unknown {
  if (!isRecord(json)) return json
  const { items } = json
  if (Array.isArray(items)) return { ...json, items: items.map(withoutLinks) }
  return without(json, (name) => name === 'used_in')
}

/** Links have another name outwards, and inwards their own again. */
function linksNamed(): readonly Change[] {
  return [
    requests((sent) => (sent.route.includes(' /properties') ? withEachEntry(sent, withOwnLinks) : sent)),
    records((record) => {
      const { file_link_id: id } = record
      return typeof id === 'string' ? { ...record, file_link_id: `${linkPrefix}${id}` } : record
    }),
  ]
}

function withOwnLinks(entry: Body): Body {
  const { references } = entry
  if (!Array.isArray(references)) return entry
  const own = references.map((reference: unknown) => {
    const id = isRecord(reference) ? reference['file_link_id'] : undefined
    return isRecord(reference) && typeof id === 'string'
      ? { ...reference, file_link_id: id.replace(linkPrefix, '') }
      : reference
  })
  return { ...entry, references: own }
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  const size = 4096
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
