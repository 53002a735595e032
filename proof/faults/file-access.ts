import { answersOf } from '../changes/answers.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { downloadFile, readContent } from '../../reference/service/files/download-file.ts'
import { type FileQuestion, findFile, readFile } from '../../reference/service/files/find-file.ts'
import { readRecord } from '../../reference/service/files/routes.ts'
import { updateFile } from '../../reference/service/files/update-file.ts'
import { uploadFile } from '../../reference/service/files/upload-file.ts'
import { findTarget, readTarget } from '../../reference/service/files/upload-target.ts'
import type { Caller } from '../../reference/service/http/caller.ts'
import type { Query } from '../../reference/service/http/query.ts'
import { forbidden, invalidRequest, notFound } from '../../reference/service/http/service-error.ts'
import { removeProduct } from '../../reference/service/products/delete-product.ts'
import { defineFaults } from './fault.ts'

/** Faults in who reaches which file. */
export const fileAccessFaults = defineFaults({
  'foreign-file-is-shown': {
    title: 'shows the record of a file of another organization',
    breaks: ['AUTH-17'],
    changes: [
      replace(readRecord, (sound) => (deployment, question) => sound(deployment, asOwner(deployment, question))),
    ],
  },
  'files-by-id-are-forbidden-to-all': {
    title: 'returns 403 for reading the record of any file',
    breaks: ['FILE-09'],
    changes: [
      replace(readRecord, (sound) => (deployment, question) => {
        sound(deployment, question)
        throw forbidden()
      }),
    ],
  },
  'file-updates-are-forbidden-to-all': {
    title: 'returns 403 for updating the record of any file',
    breaks: ['FILE-14', 'FILE-15'],
    changes: [
      replace(updateFile, () => (deployment, question) => {
        findFile(deployment, question)
        throw forbidden()
      }),
    ],
  },
  'foreign-generated-document-is-shown': {
    title: 'shows the record of a document that the service made for another organization',
    breaks: ['AUTH-17'],
    changes: [
      replace(
        readRecord,
        (sound) => (deployment, question) => sound(deployment, asOwnerOfGenerated(deployment, question)),
      ),
    ],
  },
  'foreign-generated-document-is-downloaded': {
    title: 'returns the bytes of a document that the service made for another organization',
    breaks: ['AUTH-19'],
    changes: [
      replace(
        downloadFile,
        (sound) => (deployment, question, means) => sound(deployment, asOwnerOfGenerated(deployment, question), means),
      ),
    ],
  },
  'foreign-file-passes-for-unknown': {
    title: 'returns 404 for reading the record of a file of another organization',
    breaks: ['AUTH-17'],
    changes: [
      replace(readRecord, (sound) => (deployment, question) => {
        if (asOwner(deployment, question) !== question) throw notFound('no such file')
        return sound(deployment, question)
      }),
    ],
  },
  'downloads-outlive-their-product': {
    title: 'still serves files whose product was deleted',
    breaks: ['PROD-56'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        const sql = 'SELECT id FROM files WHERE product_id = ?'
        for (const { id } of deployment.store.all<{ readonly id: string }>(sql, product.id))
          remember(deployment, `outlived ${id}`, readContent(deployment, id))
        sound(deployment, product)
      }),
      answersOf({ routes: ['GET /files/:id/download'], statuses: [404] }, (answer, deployment) => {
        const id = Object.values(Object(answer.request.params)).join('').toLowerCase()
        return recall(deployment, `outlived ${id}`) === undefined ? answer : { ...answer, status: 200, json: {} }
      }),
    ],
  },
  'foreign-file-can-be-changed': {
    title: 'updates the record of a file of another organization',
    breaks: ['AUTH-18'],
    changes: [
      replace(
        updateFile,
        (sound) => (deployment, question, update) => sound(deployment, asOwner(deployment, question), update),
      ),
    ],
  },
  'empty-update-of-any-file-is-answered': {
    title: 'answers an empty update of a file of another organization with the file',
    breaks: ['AUTH-18'],
    changes: [
      replace(updateFile, (sound) => (deployment, question, update) => {
        const row = Object.keys(update).length === 0 ? readFile(deployment, question.id.toLowerCase()) : undefined
        return row ?? sound(deployment, question, update)
      }),
    ],
  },
  'file-updated-by-its-uploader-only': {
    title: 'lets only the uploader update the record of a file',
    breaks: ['AUTH-23'],
    changes: [
      replace(updateFile, (sound) => (deployment, question, update) => {
        if (findFile(deployment, question).uploaded_by !== question.caller.userId) throw forbidden()
        return sound(deployment, question, update)
      }),
    ],
  },
  'foreign-file-can-be-downloaded': {
    title: 'serves a file of another organization',
    breaks: ['AUTH-19'],
    changes: [downloadedAsOwner(() => true)],
  },
  'foreign-file-downloaded-with-a-format': {
    title: 'serves a foreign file if a format is given',
    breaks: ['AUTH-19'],
    changes: [downloadedAsOwner((query) => query.text('format') !== undefined)],
  },
  'published-foreign-file-is-given': {
    title: 'serves a foreign file in a version',
    breaks: ['AUTH-19'],
    changes: [downloadedAsOwner((query) => query.text('version') !== undefined)],
  },
  'foreign-file-given-beside-an-own-product': {
    title: 'serves a foreign file if a product is given',
    breaks: ['AUTH-19'],
    changes: [
      downloadedAsOwner((query) => query.text('product_id') !== undefined && query.text('version') === undefined),
    ],
  },
  'unknown-file-is-a-bad-request': {
    title: 'returns 400 for an unknown file id',
    breaks: ['ERR-10'],
    changes: [
      replace(findFile, (sound) => (deployment, question) => {
        if (uuid.test(question.id) && readFile(deployment, question.id.toLowerCase()) === undefined)
          throw invalidRequest('no such file')
        return sound(deployment, question)
      }),
    ],
  },
  'foreign-target-passes-for-unknown': {
    title: 'returns 404 for an upload to a foreign item',
    breaks: ['UP-17'],
    changes: [
      replace(findTarget, (sound) => (deployment, question) => {
        const target = readTarget(deployment.store, question.id.toLowerCase())
        const isForeign = target !== undefined && target.organization_id !== question.caller.organizationId
        if (isForeign && target.property_type === null) throw notFound('unknown', 'target_not_found')
        return sound(deployment, question)
      }),
    ],
  },
  'foreign-item-takes-files-that-may-be-duplicates': {
    title: 'accepts an upload with allow_duplicate to a foreign item',
    breaks: ['UP-17'],
    changes: [
      replace(findTarget, (sound) => (deployment, question) => {
        const target = readTarget(deployment.store, question.id.toLowerCase())
        return target?.property_type === null ? target : sound(deployment, question)
      }),
      replace(uploadFile, (sound) => (deployment, question, form) => {
        const { organization_id: owner } = findTarget(deployment, question)
        if (!form.allowDuplicate && owner !== question.caller.organizationId) throw forbidden()
        return sound(deployment, question, form)
      }),
    ],
  },
  'foreign-property-takes-files': {
    title: 'accepts an upload to a foreign property',
    breaks: ['UP-17'],
    changes: [
      replace(findTarget, (sound) => (deployment, question) => {
        const target = readTarget(deployment.store, question.id.toLowerCase())
        return target === undefined || target.property_type === null ? sound(deployment, question) : target
      }),
    ],
  },
})

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** The question as somebody of the file's own organization would ask it; the same one where the caller is of it. */
function asOwner(deployment: Deployment, question: FileQuestion): FileQuestion {
  const organizationId = readFile(deployment, question.id.toLowerCase())?.organization_id
  if (organizationId === undefined || organizationId === question.caller.organizationId) return question
  const owner: Caller = { ...question.caller, organizationId }
  return { ...question, caller: owner }
}

function asOwnerOfGenerated(deployment: Deployment, question: FileQuestion): FileQuestion {
  const isGenerated = readFile(deployment, question.id.toLowerCase())?.generated_document === 1
  return isGenerated ? asOwner(deployment, question) : question
}

function downloadedAsOwner(when: (query: Query) => boolean): ReturnType<typeof replace> {
  return replace(
    downloadFile,
    (sound) => (deployment, question, means) =>
      sound(deployment, when(means.query) ? asOwner(deployment, question) : question, means),
  )
}
