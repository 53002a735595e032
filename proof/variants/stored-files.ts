import { answersOf, isRecord, records } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { cleanFileName, requireFile } from '../../reference/service/files/upload-form.ts'
import { readFile } from '../../reference/service/files/find-file.ts'
import { linkFile } from '../../reference/service/files/link-file.ts'
import { readContent } from '../../reference/service/files/download-file.ts'
import { duplicatesOf, refuseDuplicate, uploadFile } from '../../reference/service/files/upload-file.ts'
import { findTarget } from '../../reference/service/files/upload-target.ts'
import { conflict } from '../../reference/service/http/service-error.ts'
import { without } from './shown-fields.ts'
import { defineVariants } from './variant.ts'

type JsonRecord = Readonly<Record<string, unknown>>

const longestName = 255
const typesOfNames: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  csv: 'text/csv',
  pdf: 'application/pdf',
  png: 'image/png',
  json: 'application/json',
}
const preferredTypes: Readonly<Record<string, string>> = { 'image/jpg': 'image/jpeg', 'text/xml': 'application/xml' }

/** Lawful differences in how uploads are stored and linked, and in what their records show. */
export const storedFileVariants = defineVariants({
  'identical-uploads-share-a-file': {
    title: 'links the existing file if an allowed duplicate has its bytes, name and type',
    latitude: 'a file may have several links',
    touches: ['UP-13', 'GEN-05', 'FILE-09'],
    changes: [
      replace(uploadFile, (sound) => (deployment, question, form) => {
        const target = findTarget(deployment, question)
        const same = duplicatesOf(deployment, target, form).find(
          ({ id, original_name: name, user_title: title }) =>
            name === form.name &&
            title === (form.userTitle ?? form.name) &&
            form.content.equals(readContent(deployment, id) ?? Buffer.alloc(0)),
        )
        if (!form.allowDuplicate || same === undefined) return sound(deployment, question, form)
        linkFile(deployment, same.id, target)
        return readFile(deployment, same.id) ?? same
      }),
      answersOf({ routes: ['POST /files/:id'] }, (answer) => ({ ...answer, json: newestFirst(answer.json) })),
    ],
  },
  'newest-links-come-first': {
    title: 'lists the links of a file from the newest to the oldest',
    latitude: 'the contract does not define the order of a list',
    touches: ['FILE-09', 'UP-13'],
    without: ['identical-uploads-share-a-file'],
    changes: [records((record) => ({ ...record, ...newestFirst(record) }))],
  },
  'duplicates-of-deleted-files-count': {
    title: 'rejects a file with the size and type of a deleted one',
    latitude: 'the contract leaves open whether deleted files count',
    touches: ['UP-26', 'UP-09'],
    changes: [
      replace(refuseDuplicate, (sound) => (deployment, target, form) => {
        const key = `uploaded ${target.workspace_id} ${form.content.length} ${form.contentType}`
        sound(deployment, target, form)
        if (!form.allowDuplicate && recall(deployment, key) !== undefined)
          throw conflict('duplicate_file', 'such a file was there')
        remember(deployment, key, true)
      }),
    ],
  },
  'names-of-files-fit-in-255-bytes': {
    title: 'truncates file names to 255 bytes and keeps the extension',
    latitude: 'file systems limit names to this length',
    touches: ['UP-20', 'UP-24'],
    changes: [replace(cleanFileName, (sound) => (deployment, sent) => cutName(sound(deployment, sent)))],
  },
  'content-types-come-from-names': {
    title: 'derives the type of a file from its extension',
    latitude: 'the contract does not say where the recorded type comes from',
    touches: ['UP-20', 'UP-11', 'DL-04'],
    changes: [
      replace(requireFile, (sound) => (deployment, parts) => {
        const file = sound(deployment, parts)
        const ending = file.name.split('.').at(-1)?.toLowerCase() ?? ''
        return { ...file, contentType: typesOfNames[ending] ?? 'application/octet-stream' }
      }),
    ],
  },
  'types-of-texts-get-a-charset': {
    title: 'derives the type of a text from its first bytes, with a charset',
    latitude: 'the contract does not say where the recorded type comes from',
    touches: ['UP-20', 'DL-04'],
    changes: [
      replace(requireFile, (sound) => (deployment, parts) => {
        const file = sound(deployment, parts)
        const isText = file.content.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13))
        return isText ? { ...file, contentType: 'text/plain; charset=utf-8' } : file
      }),
    ],
  },
  'tables-are-told-by-their-commas': {
    title: 'stores text with commas in each line as application/csv, whatever type was sent',
    latitude: 'the contract does not say where the recorded type comes from',
    touches: ['UP-20', 'UP-11'],
    changes: [
      replace(requireFile, (sound) => (deployment, parts) => {
        const file = sound(deployment, parts)
        const isTable = file.content.every((byte) => byte >= 9 && byte < 127) && file.content.includes(',')
        return isTable ? { ...file, contentType: 'application/csv' } : file
      }),
    ],
  },
  'content-types-are-evened-out': {
    title: 'stores the type of a file in lower case and under its preferred name',
    latitude: 'media types are case-insensitive, and some have two names',
    touches: ['UP-20', 'DL-04'],
    changes: [
      replace(requireFile, (sound) => (deployment, parts) => {
        const file = sound(deployment, parts)
        const type = file.contentType.toLowerCase()
        return { ...file, contentType: preferredTypes[type] ?? type }
      }),
    ],
  },
  'unknown-types-of-files-are-null': {
    title: 'returns null as the type of an octet stream',
    latitude: 'content_type may be null',
    touches: ['FILE-02', 'UP-20', 'UP-11'],
    changes: [
      fileRecords((record) => ({
        ...record,
        ...(record['content_type'] === 'application/octet-stream' && { content_type: null }),
      })),
    ],
  },
  'unset-descriptions-of-files-are-empty-texts': {
    title: 'returns an empty string as the description of a file without one',
    latitude: 'a cleared description may be empty, null or absent',
    touches: ['FILE-02', 'FILE-16', 'AI-03', 'AI-07'],
    without: ['unset-file-fields-stay-away'],
    changes: [fileRecords((record) => ({ ...record, ...(record['description'] === null && { description: '' }) }))],
  },
  'upload-time-in-both-spellings': {
    title: 'returns the upload time as uploadedAt and as uploaded_at',
    latitude: 'the contract uses both',
    touches: ['FILE-04'],
    changes: [
      fileRecords((record) => ({ ...record, ...('uploadedAt' in record && { uploaded_at: record['uploadedAt'] }) })),
    ],
  },
  'description-status-is-shown-by-id-only': {
    title: 'returns description_status only in reads by id',
    latitude: 'it is not a documented field of a file',
    touches: ['AI-05', 'FILE-21'],
    changes: [
      answersOf({ routes: ['GET /files', 'POST /files/:id', 'PATCH /files/:id'] }, (answer) => ({
        ...answer,
        json: withoutStatus(answer.json),
      })),
    ],
  },
})

function fileRecords(change: (record: JsonRecord) => JsonRecord): AnswerChange {
  return records((record) => ('originalFileName' in record ? change(record) : record))
}

function newestFirst(json: unknown): JsonRecord {
  if (!isRecord(json)) return {}
  const { used_in: links } = json
  return Array.isArray(links) ? { ...json, used_in: links.toReversed() } : json
}

function withoutStatus(json: unknown): unknown {
  if (!isRecord(json)) return json
  const { items } = json
  if (Array.isArray(items)) return { ...json, items: items.map(withoutStatus) }
  return without(json, (name) => name === 'description_status')
}

function cutName(name: string): string {
  if (Buffer.byteLength(name) <= longestName) return name
  const ending = /\.[^.]{1,16}$/u.exec(name)?.[0] ?? ''
  const characters = Array.from(name.slice(0, name.length - ending.length))
  while (Buffer.byteLength(characters.join('') + ending) > longestName) characters.pop()
  return characters.join('') + ending
}
