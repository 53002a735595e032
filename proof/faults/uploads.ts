import type { Multipart } from '@fastify/multipart'
import { answersOf } from '../changes/answers.ts'
import { prepares } from '../changes/prepares.ts'
import { replace } from '../changes/replace.ts'
import { withParts } from '../changes/with-parts.ts'
import { linkFile } from '../../reference/service/files/link-file.ts'
import { uploadFile } from '../../reference/service/files/upload-file.ts'
import { type FormParts, readParts, requireFile } from '../../reference/service/files/upload-form.ts'
import { findTarget, readTarget, type UploadTarget } from '../../reference/service/files/upload-target.ts'
import {
  broken,
  forbidden,
  invalidRequest,
  notFound,
  ServiceError,
  validationError,
} from '../../reference/service/http/service-error.ts'
import { defineFaults } from './fault.ts'

/** Faults in which uploads are accepted, and for what target. */
export const uploadFaults = defineFaults({
  'upload-answers-200': {
    title: 'answers an upload with 200',
    breaks: ['UP-01'],
    changes: [answersOf({ routes: ['POST /files/:id'] }, (answer) => ({ ...answer, status: 200 }))],
  },
  'no-upload-is-accepted': {
    title: 'answers every valid upload with 403',
    breaks: ['UP-01'],
    changes: [
      replace(uploadFile, () => () => {
        throw forbidden()
      }),
    ],
  },
  'target-that-is-no-uuid-breaks-the-service': {
    title: 'breaks on an upload to an id that is no UUID',
    breaks: ['ERR-11', 'ERR-15'],
    changes: [
      replace(findTarget, (sound) => (deployment, question) => {
        if (question.id.length !== 36) throw broken()
        return sound(deployment, question)
      }),
    ],
  },
  'form-without-a-boundary-breaks-the-service': {
    title: 'returns 500 for a form without a boundary',
    breaks: ['ERR-15'],
    changes: [
      replace(readParts, (sound) => (deployment, request) => {
        if (request.headers['content-type'] === 'multipart/form-data') throw broken()
        return sound(deployment, request)
      }),
    ],
  },
  'formula-is-no-target': {
    title: 'does not accept a formula as the target of an upload',
    breaks: ['UP-01'],
    changes: [
      replace(findTarget, (sound) => (deployment, question) => {
        const target = sound(deployment, question)
        if (target.property_type === 'formula') throw notFound('unknown', 'target_not_found')
        return target
      }),
    ],
  },
  'unknown-target-is-not-found': {
    title: 'answers an unknown upload target with the code not_found',
    breaks: ['UP-16'],
    changes: [
      answersOf({ routes: ['POST /files/:id'], statuses: [404] }, (answer) => ({
        ...answer,
        json: JSON.parse(JSON.stringify(answer.json).replace('target_not_found', 'not_found')) as unknown,
      })),
    ],
  },
  'product-passes-for-its-first-item': {
    title: 'attaches a file to the first item of a product if the target is the product id',
    breaks: ['UP-16'],
    changes: [targetedInstead('SELECT id FROM items WHERE product_id = ? ORDER BY sequence LIMIT 1')],
  },
  'file-passes-for-its-target': {
    title: "attaches a file to the target of another file if the target is that file's id",
    breaks: ['UP-16'],
    changes: [targetedInstead('SELECT coalesce(item_id, property_id) AS id FROM file_links WHERE file_id = ?')],
  },
  'deleted-item-takes-files': {
    title: 'accepts files for a deleted item',
    breaks: ['UP-16'],
    changes: [
      prepares((store) => {
        store.run('CREATE TABLE IF NOT EXISTS deleted_items (id TEXT, product_id TEXT)')
        store.run(`CREATE TRIGGER IF NOT EXISTS item_is_deleted BEFORE DELETE ON items
          BEGIN INSERT INTO deleted_items VALUES (OLD.id, OLD.product_id); END`)
      }),
      replace(findTarget, (sound) => (deployment, question) => {
        const deleted = deployment.store.get<UploadTarget>(
          `SELECT deleted_items.id, organization_id, workspace_id, product_id, NULL AS property_type FROM deleted_items
           JOIN products ON products.id = product_id JOIN workspaces ON workspaces.id = workspace_id
           WHERE deleted_items.id = ? AND organization_id = ?`,
          question.id.toLowerCase(),
          question.caller.organizationId,
        )
        return deleted ?? sound(deployment, question)
      }),
      replace(linkFile, (sound) => (deployment, fileId, target) => {
        if (readTarget(deployment.store, target.id) !== undefined) sound(deployment, fileId, target)
      }),
    ],
  },
  'json-passes-for-a-file': {
    title: 'accepts a JSON body as the file',
    breaks: ['UP-23'],
    changes: [
      replace(readParts, (sound) => async (deployment, request) => {
        if (request.isMultipart() || request.body === undefined) return sound(deployment, request)
        const content = Buffer.from(JSON.stringify(request.body))
        const file = { content, name: 'body.json', contentType: 'application/json', tooLarge: false }
        return { file, texts: new Map() }
      }),
    ],
  },
  'missing-file-is-a-validation-error': {
    title: 'returns 422 if the file is missing',
    breaks: ['UP-05'],
    changes: [
      replace(requireFile, (sound) => (deployment, parts) => {
        if (parts.file !== undefined) return sound(deployment, parts)
        throw validationError({ loc: ['body', 'file'], msg: 'is missing', type: 'missing' })
      }),
    ],
  },
  'fields-after-the-file-are-ignored': {
    title: 'ignores form fields after the file',
    breaks: ['UP-27'],
    changes: [
      replace(readParts, (sound, reached) => (deployment, request) => {
        const untilTheFile = async function* (options?: object): AsyncGenerator<Multipart> {
          let isFileRead = false
          for await (const part of request.parts(options)) {
            if (isFileRead && part.type === 'field') reached()
            else yield part
            isFileRead ||= part.type === 'file'
          }
        }
        return sound(deployment, withParts(request, untilTheFile))
      }),
    ],
  },
  'empty-file-is-accepted': {
    title: 'accepts an empty file',
    breaks: ['UP-06'],
    changes: [emptyFileAccepted(() => true)],
  },
  'file-of-spaces-passes-for-empty': {
    title: 'rejects a file of spaces as empty',
    breaks: ['UP-01'],
    changes: [
      replace(requireFile, (sound) => (deployment, parts) => {
        const file = sound(deployment, parts)
        if (file.content.toString('latin1').trim() === '') throw invalidRequest('file is empty')
        return file
      }),
    ],
  },
  'file-of-one-byte-passes-for-empty': {
    title: 'rejects a file of one byte as empty',
    breaks: ['UP-10'],
    changes: [
      replace(requireFile, (sound) => (deployment, parts) => {
        const file = sound(deployment, parts)
        if (file.content.length === 1) throw invalidRequest('file is empty')
        return file
      }),
    ],
  },
  'empty-file-with-a-title-is-accepted': {
    title: 'accepts an empty file that comes with a title',
    breaks: ['UP-06'],
    changes: [emptyFileAccepted((texts) => (texts.get('userTitle') ?? '') !== '')],
  },
  'upload-limit-is-generous': {
    title: 'accepts files up to a kilobyte above the limit',
    breaks: ['UP-18'],
    changes: [withLimit(1024)],
  },
  'upload-limit-is-exclusive': {
    title: 'rejects a file of exactly the limit',
    breaks: ['UP-19'],
    changes: [withLimit(-1)],
  },
  'too-large-file-is-413': {
    title: 'returns 413 for a file above the limit',
    breaks: ['UP-18'],
    changes: [
      replace(requireFile, (sound) => (deployment, parts) => {
        if (parts.file?.tooLarge !== true) return sound(deployment, parts)
        throw new ServiceError({ status: 413, code: 'payload_too_large', message: 'the body is too large' })
      }),
    ],
  },
  'too-large-file-is-kept': {
    title: 'rejects a file above the limit but keeps the part that it has read',
    breaks: ['UP-21'],
    changes: [
      replace(requireFile, (sound) => (deployment, parts) => {
        if (parts.file?.tooLarge !== true) return sound(deployment, parts)
        tooLarge.add(parts.file.content)
        return parts.file
      }),
      replace(uploadFile, (sound) => (deployment, question, form) => {
        if (!tooLarge.has(form.content)) return sound(deployment, question, form)
        sound(deployment, question, { ...form, allowDuplicate: true })
        throw invalidRequest('file is too large', 'file_too_large')
      }),
    ],
  },
})

/** The beginnings of files that should have been refused. */
const tooLarge = new WeakSet<Buffer>()

/** Another id, selected by the one that is asked for, is the target where there is one. */
function targetedInstead(sql: string): ReturnType<typeof replace> {
  return replace(findTarget, (sound) => (deployment, question) => {
    const other = deployment.store.get<{ id: string }>(sql, question.id.toLowerCase())?.id
    return sound(deployment, other === undefined ? question : { ...question, id: other })
  })
}

function emptyFileAccepted(when: (texts: FormParts['texts']) => boolean): ReturnType<typeof replace> {
  return replace(requireFile, (sound) => (deployment, parts) => {
    const isAccepted = parts.file?.content.length === 0 && when(parts.texts)
    return isAccepted && parts.file !== undefined ? parts.file : sound(deployment, parts)
  })
}

/** The limit is as many bytes more. */
function withLimit(more: number): ReturnType<typeof replace> {
  return replace(readParts, (sound, reached) => async (deployment, request) => {
    const { maxUploadBytes } = deployment
    const parts = await sound({ ...deployment, maxUploadBytes: maxUploadBytes + more }, request)
    const { file } = parts
    const size = file?.content.length ?? 0
    if (size > maxUploadBytes || (file?.tooLarge === true && size < maxUploadBytes)) reached()
    return parts
  })
}
