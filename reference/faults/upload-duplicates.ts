import { setTimeout as sleep } from 'node:timers/promises'
import { answersOf, isRecord } from '../changes/answers.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../service/deployment.ts'
import { type FileRow, selectFiles } from '../service/files/file.ts'
import { usagesOf } from '../service/files/file-usage.ts'
import { fileQuestion, readFile } from '../service/files/find-file.ts'
import { readContent } from '../service/files/read-content.ts'
import { duplicatesOf, refuseDuplicate } from '../service/files/refuse-duplicate.ts'
import { uploadFile } from '../service/files/upload-file.ts'
import { allowDuplicateOf, readUploadForm, type UploadForm } from '../service/files/upload-form.ts'
import { findTarget, type UploadTarget } from '../service/files/upload-target.ts'
import { ServiceError } from '../service/http/service-error.ts'
import { defineFaults } from './fault.ts'

/** Faults in which uploads count as duplicates, and in what is done about them. */
export const uploadDuplicateFaults = defineFaults({
  'duplicate-is-known-by-name': {
    title: 'takes a duplicate that has another name',
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
    title: 'takes a duplicate that has other bytes',
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
    title: 'takes a duplicate on another target',
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
    title: 'looks for duplicates among the files of items only',
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
    title: 'looks for duplicates among the files of the same user only',
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
    title: 'lets a duplicate in that has more than 100,000 bytes',
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
    title: 'takes a duplicate of files of which several were allowed',
    breaks: ['UP-09'],
    changes: [
      replace(duplicatesOf, (sound) => (deployment, target, form) => {
        const files = sound(deployment, target, form)
        return files.length > 1 ? [] : files
      }),
    ],
  },
  'size-differing-by-one-is-a-duplicate': {
    title: 'refuses a file of the same type that is a byte longer or shorter',
    breaks: ['UP-10'],
    changes: [
      selected(
        'files.workspace_id = ? AND abs(files.size_bytes - ?) <= 1 AND files.content_type = ?',
        ({ workspace_id }, { content, contentType }) => [workspace_id, content.length, contentType],
      ),
    ],
  },
  'same-size-is-a-duplicate': {
    title: 'refuses a file of the same size whatever its type',
    breaks: ['UP-11'],
    changes: [
      selected('files.workspace_id = ? AND files.size_bytes = ?', ({ workspace_id }, { content }) => [
        workspace_id,
        content.length,
      ]),
    ],
  },
  'duplicate-in-any-workspace': {
    title: 'refuses a file whose size and type are in another workspace',
    breaks: ['UP-12'],
    changes: [
      selected(
        'workspaces.organization_id = ? AND files.size_bytes = ? AND files.content_type = ?',
        ({ organization_id }, { content, contentType }) => [organization_id, content.length, contentType],
      ),
    ],
  },
  'allowed-duplicate-describes-the-first-link': {
    title: 'describes the link of the file that was there when a duplicate is allowed',
    breaks: ['UP-13'],
    changes: [
      answersOf({ routes: ['POST /files/:id'] }, (answer, deployment) => {
        const row = isRecord(answer.json) ? readFile(deployment, String(answer.json['id'])) : undefined
        const first = row === undefined ? undefined : firstLike(deployment, row)
        if (row === undefined || first === undefined || first.id === row.id || !isRecord(answer.json)) return answer
        return { ...answer, json: { ...answer.json, used_in: usagesOf(deployment, first.id) } }
      }),
    ],
  },
  'duplicate-is-never-allowed': {
    title: 'takes no notice of allow_duplicate=true',
    breaks: ['UP-13'],
    changes: [allowRead(/^true$/u, false)],
  },
  'any-allow-duplicate-allows': {
    title: 'takes allow_duplicate=false for true',
    breaks: ['UP-14'],
    changes: [allowRead(/^false$/u, true)],
  },
  'strange-allow-duplicate-is-true': {
    title: 'takes an allow_duplicate that is no boolean for true',
    breaks: ['UP-15'],
    changes: [allowRead(/^(?!(?:true|false)$)/u, true)],
  },
  'strange-allow-duplicate-is-false': {
    title: 'takes an allow_duplicate that is no boolean for false',
    breaks: ['UP-15'],
    changes: [allowRead(/^(?!(?:true|false)$)/u, false)],
  },
  'duplicate-is-never-allowed-on-properties': {
    title: 'refuses a duplicate on a property even where it is allowed',
    breaks: ['UP-13'],
    changes: [
      replace(refuseDuplicate, (sound) => (deployment, target, form) => {
        const allowDuplicate = form.allowDuplicate && target.property_type === null
        sound(deployment, target, { ...form, allowDuplicate })
      }),
    ],
  },
  'refused-duplicate-is-kept': {
    title: 'keeps the duplicate that it refuses',
    breaks: ['UP-21'],
    changes: [
      replace(uploadFile, (sound) => (deployment, question, form) => {
        try {
          return sound(deployment, question, form)
        } catch (error) {
          if (error instanceof ServiceError && error.code === 'duplicate_file')
            sound(deployment, question, { ...form, allowDuplicate: true })
          throw error
        }
      }),
    ],
  },
  'simultaneous-duplicates-get-in': {
    title: 'looks for a duplicate, waits, and stores the file without looking again',
    breaks: ['UP-22'],
    changes: [
      replace(readUploadForm, (sound) => async (deployment, request) => {
        const form = await sound(deployment, request)
        const target = findTarget(deployment, fileQuestion(request))
        refuseDuplicate(deployment, target, form)
        await sleep(20)
        return duplicatesOf(deployment, target, form).length > 0 ? { ...form, allowDuplicate: true } : form
      }),
    ],
  },
  'upload-locked-at-its-target-only': {
    title: 'lets a duplicate in that comes to another target at the same moment',
    breaks: ['UP-22'],
    changes: [
      replace(readUploadForm, (sound) => async (deployment, request) => {
        const form = await sound(deployment, request)
        if (form.allowDuplicate || !(await comesElsewhere(deployment, request.params.id, form))) return form
        const target = findTarget(deployment, fileQuestion(request))
        const isThere = duplicatesOf(deployment, target, form).some((file) =>
          usagesOf(deployment, file.id).some(({ target_id }) => target_id === target.id),
        )
        return isThere ? form : { ...form, allowDuplicate: true }
      }),
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

/** Texts of this pattern are read otherwise. */
function allowRead(pattern: RegExp, allowed: boolean): ReturnType<typeof replace> {
  return replace(
    allowDuplicateOf,
    (sound) => (deployment, text) => (text !== undefined && pattern.test(text) ? allowed : sound(deployment, text)),
  )
}

function firstLike({ store }: Deployment, { workspace_id, size_bytes, content_type }: FileRow): FileRow | undefined {
  return store.get<FileRow>(
    `${selectFiles} WHERE files.deleted = 0 AND files.workspace_id = ? AND files.size_bytes = ? AND files.content_type = ?
     ORDER BY files.sequence LIMIT 1`,
    workspace_id,
    size_bytes,
    content_type,
  )
}

/** Whether the same comes in for another target at this moment. */
async function comesElsewhere(deployment: Deployment, id: string, form: UploadForm): Promise<boolean> {
  const key = `upload-locked-at-its-target-only ${form.content.length} ${form.contentType}`
  const underWay = (): readonly string[] => recall<readonly string[]>(deployment, key)?.value ?? []
  remember(deployment, key, [...underWay(), id])
  await sleep(15)
  const isElsewhere = underWay().some((target) => target !== id)
  await sleep(15)
  remember(deployment, key, [])
  return isElsewhere
}
