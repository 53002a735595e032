import { answersOf, isRecord } from '../changes/answers.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { usagesOf } from '../../reference/service/files/file-usage.ts'
import { type FileRow, selectFiles } from '../../reference/service/files/file.ts'
import { fileQuestion, readFile } from '../../reference/service/files/find-file.ts'
import { linkFile } from '../../reference/service/files/link-file.ts'
import { duplicatesOf, refuseDuplicate, uploadFile } from '../../reference/service/files/upload-file.ts'
import { allowDuplicateOf, readUploadForm, type UploadForm } from '../../reference/service/files/upload-form.ts'
import { findTarget, type UploadTarget } from '../../reference/service/files/upload-target.ts'
import { ServiceError } from '../../reference/service/http/service-error.ts'
import { waitAMoment } from '../changes/wait-a-moment.ts'
import { defineFaults } from './fault.ts'

/** Faults in which duplicates are allowed, and in what becomes of the others. */
export const allowedDuplicateFaults = defineFaults({
  'allowed-duplicate-describes-the-first-link': {
    title: 'returns the link of the existing file for an allowed duplicate',
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
    title: 'ignores allow_duplicate=true',
    breaks: ['UP-13'],
    changes: [allowRead(/^true$/u, false)],
  },
  'any-allow-duplicate-allows': {
    title: 'reads allow_duplicate=false as true',
    breaks: ['UP-14'],
    changes: [allowRead(/^false$/u, true)],
  },
  'strange-allow-duplicate-is-true': {
    title: 'reads an allow_duplicate that is not a boolean as true',
    breaks: ['UP-15'],
    changes: [allowRead(/^(?!(?:true|false)$)/u, true)],
  },
  'strange-allow-duplicate-is-false': {
    title: 'reads an allow_duplicate that is not a boolean as false',
    breaks: ['UP-15'],
    changes: [allowRead(/^(?!(?:true|false)$)/u, false)],
  },
  'duplicate-is-never-allowed-on-properties': {
    title: 'rejects a duplicate on a property even with allow_duplicate',
    breaks: ['UP-13'],
    changes: [
      replace(refuseDuplicate, (sound) => (deployment, target, form) => {
        const allowDuplicate = form.allowDuplicate && target.property_type === null
        sound(deployment, target, { ...form, allowDuplicate })
      }),
    ],
  },
  'refused-duplicate-is-kept': {
    title: 'rejects a duplicate on an item but stores it',
    breaks: ['UP-21'],
    changes: [keepsRefused(({ property_type }) => property_type === null)],
  },
  'refused-duplicate-on-a-property-is-kept': {
    title: 'rejects a duplicate on a property but stores it',
    breaks: ['UP-21'],
    changes: [keepsRefused(({ property_type }) => property_type !== null)],
  },
  'refused-duplicate-links-the-file-that-is-there': {
    title: 'rejects a duplicate but links the existing file to its target',
    breaks: ['UP-21'],
    changes: [
      afterRefusal(({ deployment, target, form }) => {
        const [first] = duplicatesOf(deployment, target, form)
        if (first !== undefined) linkFile(deployment, first.id, target)
      }),
    ],
  },
  'refused-duplicate-gives-its-title-away': {
    title: 'rejects a duplicate but gives the existing file its title',
    breaks: ['UP-21'],
    changes: [
      afterRefusal(({ deployment, target, form }) => {
        const [first] = duplicatesOf(deployment, target, form)
        const sql = 'UPDATE files SET user_title = ? WHERE id = ?'
        if (typeof form.userTitle === 'string') deployment.store.run(sql, form.userTitle, first?.id ?? null)
      }),
    ],
  },
  'simultaneous-duplicates-get-in': {
    title: 'checks for a duplicate, waits, and stores the file without checking again',
    breaks: ['UP-22'],
    changes: [
      replace(readUploadForm, (sound) => async (deployment, request) => {
        const form = await sound(deployment, request)
        const target = findTarget(deployment, fileQuestion(request))
        refuseDuplicate(deployment, target, form)
        await waitAMoment()
        return duplicatesOf(deployment, target, form).length > 0 ? { ...form, allowDuplicate: true } : form
      }),
    ],
  },
  'upload-locked-at-its-target-only': {
    title: 'accepts a duplicate that is uploaded to another target at the same moment',
    breaks: ['UP-22'],
    changes: [
      replace(readUploadForm, (sound) => async (deployment, request) => {
        const form = await sound(deployment, request)
        const target = findTarget(deployment, fileQuestion(request))
        // One that is stored already is found: only those that come at the same moment miss each other.
        if (form.allowDuplicate || duplicatesOf(deployment, target, form).length > 0) return form
        if (!(await comesElsewhere(deployment, request.params.id, form))) return form
        const isThere = duplicatesOf(deployment, target, form).some((file) =>
          usagesOf(deployment, file.id).some(({ target_id }) => target_id === target.id),
        )
        return isThere ? form : { ...form, allowDuplicate: true }
      }),
    ],
  },
})

/** Keeps refused duplicates on targets of a kind. */
function keepsRefused(isKept: (target: UploadTarget) => boolean): ReturnType<typeof replace> {
  return afterRefusal(({ target, keep }) => {
    if (isKept(target)) keep()
  })
}

interface Refused {
  readonly deployment: Deployment
  readonly target: UploadTarget
  readonly form: UploadForm
  /** Keeps the duplicate all the same. */
  readonly keep: () => void
}

/** Something is done after a duplicate was rejected. */
function afterRefusal(act: (refused: Refused) => void): ReturnType<typeof replace> {
  return replace(uploadFile, (sound) => (deployment, question, form) => {
    try {
      return sound(deployment, question, form)
    } catch (error) {
      const isDuplicate = error instanceof ServiceError && error.code === 'duplicate_file'
      const keep = () => {
        sound(deployment, question, { ...form, allowDuplicate: true })
      }
      if (isDuplicate) act({ deployment, target: findTarget(deployment, question), form, keep })
      throw error
    }
  })
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
  await waitAMoment()
  const isElsewhere = underWay().some((target) => target !== id)
  await waitAMoment()
  remember(deployment, key, [])
  return isElsewhere
}
