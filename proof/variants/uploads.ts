import type { Multipart } from '@fastify/multipart'
import { arrivals } from '../changes/arrivals.ts'
import { replace } from '../changes/replace.ts'
import { withParts } from '../changes/with-parts.ts'
import { cleanFileName, readParts, readTitle, requireFile } from '../../reference/service/files/upload-form.ts'
import { uploadFile } from '../../reference/service/files/upload-file.ts'
import { invalidRequest, ServiceError, validationError } from '../../reference/service/http/service-error.ts'
import { defineVariants } from './variant.ts'

const knownParts = new Set(['file', 'userTitle', 'allow_duplicate'])
const allowedTypes = new Set(['application/pdf', 'image/png', 'image/jpeg', 'text/plain', 'text/csv'])
/** What a form has around its file, at most. */
const formBytes = 1000
const smallLimit = 65_536
const tinyLimit = 8192

/** Lawful differences in which files are accepted, and in what is recorded of them. */
export const uploadVariants = defineVariants({
  'upload-limit-is-small-and-not-declared': {
    title: 'accepts files of up to 64 KiB, which the target file does not declare',
    latitude: 'the limit is configured, and the contract does not define its value',
    touches: ['UP-26', 'UP-01'],
    target: { limits: undefined },
    changes: [
      replace(readParts, (sound) => (deployment, request) => {
        return sound({ ...deployment, maxUploadBytes: smallLimit }, request)
      }),
    ],
  },
  'upload-limit-is-tiny-and-not-declared': {
    title: 'accepts files of up to 8 KiB, which the target file does not declare',
    latitude: 'the limit is configured, and the contract does not define its value',
    touches: ['UP-26', 'UP-01'],
    target: { limits: undefined },
    changes: [
      replace(readParts, (sound) => (deployment, request) => {
        return sound({ ...deployment, maxUploadBytes: tinyLimit }, request)
      }),
    ],
  },
  'uploads-that-are-too-large-are-cut-off': {
    title: 'rejects an upload above the limit before it has read it, and closes the connection',
    latitude: 'HTTP lets a server answer before it has read the body',
    touches: ['UP-18', 'GEN-10'],
    changes: [
      arrivals(({ route, request, reply }, { maxUploadBytes }) => {
        const length = Number(request.headers['content-length'] ?? 0)
        if (route !== 'POST /files/:id' || request.caller === null || length <= maxUploadBytes + formBytes) return
        reply.header('connection', 'close')
        reply.raw.once('finish', () => request.raw.destroy())
        throw invalidRequest('the file is too large', 'file_too_large')
      }),
    ],
  },
  'content-types-are-sniffed': {
    title: 'derives the type of a file from its first bytes',
    latitude: 'the contract does not say where the recorded type comes from',
    touches: ['UP-20', 'UP-11'],
    changes: [
      replace(requireFile, (sound) => (deployment, parts) => {
        const file = sound(deployment, parts)
        return { ...file, contentType: sniffed(file.content) }
      }),
    ],
  },
  'octet-streams-are-refused': {
    title: 'accepts only a few types of files and no octet streams',
    latitude: 'the contract does not say which types may be uploaded',
    touches: ['UP-01', 'UP-11', 'UP-20'],
    changes: [
      replace(requireFile, (sound) => (deployment, parts) => {
        const file = sound(deployment, parts)
        if (allowedTypes.has(file.contentType.split(';')[0] ?? '')) return file
        throw new ServiceError({ status: 415, code: 'unsupported_file_type', message: 'no such files here' })
      }),
    ],
  },
  'unknown-form-parts-are-refused': {
    title: 'rejects unknown parts of a form',
    latitude: 'unknown fields may be accepted, ignored or rejected',
    touches: ['FILE-12'],
    changes: [
      replace(readParts, (sound) => (deployment, request) => {
        const knownOnly = async function* (options?: object): AsyncGenerator<Multipart> {
          let unknown: string | undefined
          for await (const part of request.parts(options)) {
            if (!knownParts.has(part.fieldname)) unknown ??= part.fieldname
            yield part
          }
          if (unknown === undefined) return
          throw validationError({ loc: ['body', unknown], msg: 'is not known', type: 'extra_forbidden' })
        }
        return sound(deployment, withParts(request, knownOnly))
      }),
    ],
  },
  'file-names-lose-awkward-characters': {
    title: 'stores file names in NFC and replaces characters that file systems reject by underscores',
    latitude: 'file systems reject some characters',
    touches: ['UP-20', 'UP-24', 'DL-03'],
    changes: [
      replace(cleanFileName, (sound) => (deployment, sent) => {
        return sound(deployment, sent)
          .normalize('NFC')
          .replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
      }),
    ],
  },
  'titles-of-uploads-are-trimmed': {
    title: 'trims and composes the title of an upload',
    latitude: 'trimming and NFC are lawful',
    touches: ['UP-08', 'FILE-20', 'UP-27'],
    changes: [
      replace(readTitle, (sound) => (deployment, texts) => {
        const title = sound(deployment, texts)?.trim().normalize('NFC')
        return title === '' ? undefined : title
      }),
    ],
  },
  'file-names-are-decomposed': {
    title: 'stores file names with decomposed characters (NFD), as some file systems do',
    latitude: 'these are the same characters',
    touches: ['UP-20', 'DL-03', 'UP-07'],
    without: ['file-names-lose-awkward-characters'],
    changes: [replace(cleanFileName, (sound) => (deployment, sent) => sound(deployment, sent).normalize('NFD'))],
  },
  'descriptions-are-copied-from-equal-files': {
    title: 'gives a file with the bytes of a described file that description at once',
    latitude: 'the contract does not say where a description comes from',
    touches: ['AI-02', 'AI-01'],
    changes: [
      replace(uploadFile, (sound) => (deployment, question, form) => {
        const row = sound(deployment, question, form)
        const { store } = deployment
        if (row.description_status !== 'pending') return row
        const sql = "SELECT description FROM files WHERE content = ? AND description_status = 'done' AND id <> ?"
        const equal = store.get<{ description: string }>(sql, form.content, row.id)
        if (equal === undefined) return row
        store.run(
          "UPDATE files SET description = ?, description_status = 'done' WHERE id = ?",
          equal.description,
          row.id,
        )
        return { ...row, description: equal.description, description_status: 'done' }
      }),
    ],
  },
})

function sniffed(content: Buffer): string {
  if (content.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf'
  if (content.subarray(1, 4).toString('latin1') === 'PNG') return 'image/png'
  return content.every((byte) => byte >= 9 && byte < 127) ? 'text/plain' : 'application/octet-stream'
}
