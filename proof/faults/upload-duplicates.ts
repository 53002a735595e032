import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { usagesOf } from '../../reference/service/files/file-usage.ts'
import { type FileRow, selectFiles } from '../../reference/service/files/file.ts'
import { readContent } from '../../reference/service/files/download-file.ts'
import { duplicatesOf, uploadFile } from '../../reference/service/files/upload-file.ts'
import type { UploadForm } from '../../reference/service/files/upload-form.ts'
import { findTarget, type UploadTarget } from '../../reference/service/files/upload-target.ts'
import { defineFaults } from './fault.ts'

/** Faults in which uploads count as duplicates. */
export const uploadDuplicateFaults = defineFaults({
  'duplicate-is-known-by-name': {
    title: 'accepts a duplicate that has another name',
    breaks: ['UP-09'],
    changes: [
      known(
        ({ form }) =>
          (file) =>
            file.original_name === form.name,
      ),
    ],
  },
  'duplicate-is-known-by-bytes': {
    title: 'accepts a duplicate that has other bytes',
    breaks: ['UP-09'],
    changes: [
      known(
        ({ deployment, form }) =>
          (file) =>
            form.content.equals(readContent(deployment, file.id) ?? Buffer.alloc(0)),
      ),
    ],
  },
  'duplicate-is-known-at-its-target': {
    title: 'accepts a duplicate on another target',
    breaks: ['UP-09'],
    changes: [
      known(
        ({ deployment, target }) =>
          (file) =>
            usagesOf(deployment, file.id).some(({ target_id }) => target_id === target.id),
      ),
    ],
  },
  'duplicate-is-known-on-items': {
    title: 'looks for duplicates only among files of items',
    breaks: ['UP-09'],
    changes: [
      known(
        ({ deployment }) =>
          (file) =>
            usagesOf(deployment, file.id).some(({ target_type }) => target_type === 'item'),
      ),
    ],
  },
  'duplicate-is-known-to-its-uploader': {
    title: 'looks for duplicates only among files of the same user',
    breaks: ['UP-09'],
    changes: [
      replace(uploadFile, (sound) => (deployment, question, form) => {
        const [first] = duplicatesOf(deployment, findTarget(deployment, question), form)
        const isOthers = first !== undefined && first.uploaded_by !== question.caller.userId
        return sound(deployment, question, isOthers ? { ...form, allowDuplicate: true } : form)
      }),
    ],
  },
  'large-duplicate-is-accepted': {
    title: 'accepts a duplicate of more than 100,000 bytes',
    breaks: ['UP-09'],
    changes: [
      known(
        ({ form }) =>
          () =>
            form.content.length <= 100_000,
      ),
    ],
  },
  'duplicate-of-several-is-accepted': {
    title: 'accepts any further duplicate once several were allowed',
    breaks: ['UP-09'],
    changes: [
      replace(duplicatesOf, (sound) => (deployment, target, form) => {
        const files = sound(deployment, target, form)
        return files.length > 1 ? [] : files
      }),
    ],
  },
  'size-differing-by-one-is-a-duplicate': {
    title: 'rejects a file of the same type if its size differs by one byte',
    breaks: ['UP-10'],
    changes: [
      selected(
        'files.workspace_id = ? AND abs(files.size_bytes - ?) <= 1 AND files.content_type = ?',
        ({ workspace_id }, { content, contentType }) => [workspace_id, content.length, contentType],
      ),
    ],
  },
  'same-size-is-a-duplicate': {
    title: 'rejects a file of the same size, whatever its type',
    breaks: ['UP-11'],
    changes: [
      selected('files.workspace_id = ? AND files.size_bytes = ?', ({ workspace_id }, { content }) => [
        workspace_id,
        content.length,
      ]),
    ],
  },
  'type-of-the-same-family-is-a-duplicate': {
    title: 'rejects a file of the same size and the same main type (before the slash)',
    breaks: ['UP-11'],
    changes: [
      selected(
        "files.workspace_id = ? AND files.size_bytes = ? AND files.content_type LIKE ? || '/%'",
        ({ workspace_id }, { content, contentType }) => [
          workspace_id,
          content.length,
          contentType.replace(/\/.*$/u, ''),
        ],
      ),
    ],
  },
  'duplicate-in-any-workspace': {
    title: 'rejects a file whose size and type equal those of a file in another workspace',
    breaks: ['UP-12'],
    changes: [
      selected(
        'workspaces.organization_id = ? AND files.size_bytes = ? AND files.content_type = ?',
        ({ organization_id }, { content, contentType }) => [organization_id, content.length, contentType],
      ),
    ],
  },
})

interface Judged {
  readonly deployment: Deployment
  readonly target: UploadTarget
  readonly form: UploadForm
}

/** Only some of the files of the same size and type are known as duplicates. */
function known(isKnown: (judged: Judged) => (file: FileRow) => boolean): ReturnType<typeof replace> {
  return replace(
    duplicatesOf,
    (sound) => (deployment, target, form) =>
      sound(deployment, target, form).filter(isKnown({ deployment, target, form })),
  )
}

/** Other files are duplicates: those under a condition, whose values come from the target and the form. */
function selected(
  sql: string,
  valuesOf: (target: UploadTarget, form: UploadForm) => readonly (string | number)[],
): ReturnType<typeof replace> {
  return replace(
    duplicatesOf,
    () =>
      ({ store }, target, form) =>
        store.all<FileRow>(`${selectFiles} WHERE files.deleted = 0 AND ${sql}`, ...valuesOf(target, form)),
  )
}
