import { answersOf } from '../changes/answers.ts'
import { prepares } from '../changes/prepares.ts'
import { replace } from '../changes/replace.ts'
import { cleanFileName } from '../service/files/clean-file-name.ts'
import { linkFile } from '../service/files/link-file.ts'
import { type FormParts, readParts, readTitle, requireFile, type UploadForm } from '../service/files/upload-form.ts'
import { uploadFile } from '../service/files/upload-file.ts'
import { findTarget, readTarget, type UploadTarget } from '../service/files/upload-target.ts'
import { broken, invalidRequest, notFound, ServiceError, validationError } from '../service/http/service-error.ts'
import { defineFaults } from './fault.ts'

/** Faults in which uploads are accepted, for what target, and with which name and title. */
export const uploadFaults = defineFaults({
  'upload-answers-200': {
    title: 'answers an upload with 200',
    breaks: ['UP-01'],
    changes: [answersOf({ routes: ['POST /files/:id'] }, (answer) => ({ ...answer, status: 200 }))],
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
  'formula-is-no-target': {
    title: 'does not know a formula as the target of an upload',
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
    title: 'attaches a file to the first item of a product when it is given the product id',
    breaks: ['UP-16'],
    changes: [targetedInstead('SELECT id FROM items WHERE product_id = ? ORDER BY sequence LIMIT 1')],
  },
  'file-passes-for-its-target': {
    title: 'attaches a file to where another one is linked when it is given that file id',
    breaks: ['UP-16'],
    changes: [targetedInstead('SELECT coalesce(item_id, property_id) AS id FROM file_links WHERE file_id = ?')],
  },
  'deleted-item-takes-files': {
    title: 'takes files for an item that was deleted',
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
    title: 'takes a JSON body as the file',
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
    title: 'answers 422 where the file is missing',
    breaks: ['UP-05'],
    changes: [
      replace(requireFile, (sound) => (deployment, parts) => {
        if (parts.file !== undefined) return sound(deployment, parts)
        throw validationError({ loc: ['body', 'file'], msg: 'is missing', type: 'missing' })
      }),
    ],
  },
  'empty-file-is-accepted': {
    title: 'takes an empty file',
    breaks: ['UP-06'],
    changes: [emptyFileAccepted(() => true)],
  },
  'empty-file-with-a-title-is-accepted': {
    title: 'takes an empty file that comes with a title',
    breaks: ['UP-06'],
    changes: [emptyFileAccepted((texts) => (texts.get('userTitle') ?? '') !== '')],
  },
  'upload-limit-is-generous': {
    title: 'takes files up to a kilobyte above the limit',
    breaks: ['UP-18'],
    changes: [withLimit(1024)],
  },
  'upload-limit-is-exclusive': {
    title: 'refuses a file of exactly the limit',
    breaks: ['UP-19'],
    changes: [withLimit(-1)],
  },
  'too-large-file-is-413': {
    title: 'answers 413 to a file above the limit',
    breaks: ['UP-18'],
    changes: [
      replace(requireFile, (sound) => (deployment, parts) => {
        if (parts.file?.tooLarge !== true) return sound(deployment, parts)
        throw new ServiceError({ status: 413, code: 'payload_too_large', message: 'the body is too large' })
      }),
    ],
  },
  'too-large-file-is-kept': {
    title: 'keeps what it has read of a file that is larger than the limit',
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
  'title-still-names-an-upload': {
    title: 'takes `title` for `userTitle` in an upload',
    breaks: ['FILE-12'],
    changes: [titleRead((title, texts) => texts.get('title') ?? title)],
  },
  'title-of-an-upload-is-ignored': {
    title: 'titles every upload with its file name',
    breaks: ['UP-08'],
    changes: [titleRead(() => undefined)],
  },
  'upload-title-of-zero-is-ignored': {
    title: 'ignores the title `0` of an upload',
    breaks: ['FILE-20'],
    changes: [titleRead((title) => (title === '0' ? undefined : title))],
  },
  'title-of-an-upload-cut-at-a-hundred': {
    title: 'cuts the title of an upload at a hundred characters',
    breaks: ['UP-08'],
    changes: [titleRead((title) => title?.slice(0, 100))],
  },
  'title-for-a-property-is-ignored': {
    title: 'ignores the title of an upload to a property',
    breaks: ['UP-08'],
    changes: [formHeard((form, target) => (target.property_type === null ? form : { ...form, userTitle: undefined }))],
  },
  'default-title-without-extension': {
    title: 'leaves the extension out of the default title',
    breaks: ['UP-07'],
    changes: [
      formHeard((form) => ({ ...form, userTitle: form.userTitle ?? form.name.replace(/(?<=.)\.[^.]*$/u, '') })),
    ],
  },
  'title-becomes-the-original-name': {
    title: 'takes the title that comes with a file for its original name',
    breaks: ['UP-20'],
    changes: [formHeard((form) => ({ ...form, name: form.userTitle ?? form.name }))],
  },
  'file-name-ends-at-a-semicolon': {
    title: 'reads a file name up to its first semicolon',
    breaks: ['UP-20'],
    changes: [nameRead((name) => name.split(';')[0] ?? '')],
  },
  'file-extension-in-lower-case': {
    title: 'records the extension of a file in lower case',
    breaks: ['UP-20'],
    changes: [nameRead((name) => name.replace(/\.[A-Z]+$/u, (extension) => extension.toLowerCase()))],
  },
  'file-without-extension-gets-one': {
    title: 'gives a file whose name has no extension one',
    breaks: ['UP-20'],
    changes: [nameRead((name) => (name.includes('.') ? name : `${name}.bin`))],
  },
  'long-file-name-is-cut': {
    title: 'cuts a file name at a hundred characters',
    breaks: ['UP-20'],
    changes: [nameRead((name) => Array.from(name).slice(0, 100).join(''))],
  },
  'long-file-name-breaks-the-service': {
    title: 'answers 500 to a file name of more than 255 characters',
    breaks: ['UP-24', 'ERR-15'],
    changes: [
      nameRead((name, sent) => {
        if (Array.from(sent).length > 255) throw broken()
        return name
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
    const { content = Buffer.alloc(0), tooLarge } = parts.file ?? {}
    if (content.length > maxUploadBytes || (tooLarge === true && content.length < maxUploadBytes)) reached()
    return parts
  })
}

function titleRead(
  read: (title: string | undefined, texts: FormParts['texts']) => string | undefined,
): ReturnType<typeof replace> {
  return replace(readTitle, (sound) => (deployment, texts) => read(sound(deployment, texts), texts))
}

function nameRead(read: (name: string, sent: string) => string): ReturnType<typeof replace> {
  return replace(cleanFileName, (sound) => (deployment, sent) => read(sound(deployment, sent), sent))
}

/** The form as it is stored for its target. */
function formHeard(hear: (form: UploadForm, target: UploadTarget) => UploadForm): ReturnType<typeof replace> {
  return replace(
    uploadFile,
    (sound) => (deployment, question, form) =>
      sound(deployment, question, hear(form, findTarget(deployment, question))),
  )
}
