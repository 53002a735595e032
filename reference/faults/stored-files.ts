import type { SQLInputValue } from 'node:sqlite'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../service/deployment.ts'
import type { FileRow } from '../service/files/file.ts'
import { readFile } from '../service/files/find-file.ts'
import { readContent } from '../service/files/read-content.ts'
import { duplicatesOf } from '../service/files/refuse-duplicate.ts'
import { uploadFile } from '../service/files/upload-file.ts'
import type { UploadForm } from '../service/files/upload-form.ts'
import { findTarget, type UploadTarget } from '../service/files/upload-target.ts'
import { defineFaults } from './fault.ts'

/** Faults in what is stored of an upload. */
export const storedFileFaults = defineFaults({
  'no-default-title-on-properties': {
    title: 'leaves a file of a property without a title by default',
    breaks: ['UP-07'],
    changes: [
      stored(
        ({ target, form }) => target.property_type !== null && form.userTitle === undefined && { user_title: null },
      ),
    ],
  },
  'json-files-are-written-anew': {
    title: 'writes JSON files anew',
    breaks: ['DL-01'],
    changes: [
      stored(
        ({ form }) =>
          form.contentType === 'application/json' && {
            content: Buffer.from(JSON.stringify(JSON.parse(form.content.toString()))),
          },
      ),
    ],
  },
  'duplicates-share-the-bytes-of-the-first': {
    title: 'keeps the bytes of the first file of a size and type',
    breaks: ['DL-01'],
    changes: [
      stored(({ target, form }, deployment) => {
        const [first] = duplicatesOf(deployment, target, form)
        return first !== undefined && { content: readContent(deployment, first.id) }
      }),
    ],
  },
  'upload-is-dated-an-hour-back': {
    title: 'dates uploads an hour back',
    breaks: ['UP-25'],
    changes: [stored(({ row }) => ({ uploaded_at: new Date(Date.parse(row.uploaded_at) - 3_600_000).toISOString() }))],
  },
  'uploader-is-the-first-user': {
    title: "records the organization's first user as the uploader, whoever's key it is",
    breaks: ['UP-25'],
    changes: [uploadedBy('SELECT id FROM users WHERE organization_id = :organization_id LIMIT 1')],
  },
  'uploader-is-who-made-the-product': {
    title: 'records whoever made the product as the uploader',
    breaks: ['UP-25'],
    changes: [uploadedBy('SELECT created_by AS id FROM products WHERE id = :product_id')],
  },
  'uploader-is-another-user': {
    title: 'records another user of the organization as the uploader',
    breaks: ['UP-25'],
    changes: [
      uploadedBy('SELECT id FROM users WHERE organization_id = :organization_id AND id <> :uploaded_by LIMIT 1'),
    ],
  },
})

interface Stored {
  readonly row: FileRow
  readonly target: UploadTarget
  readonly form: UploadForm
}

type Columns = Readonly<Record<string, SQLInputValue>> | false

/** Some columns of a new file are stored otherwise; false leaves them as they are. */
function stored(columnsOf: (stored: Stored, deployment: Deployment) => Columns): ReturnType<typeof replace> {
  return replace(uploadFile, (sound) => (deployment, question, form) => {
    const row = sound(deployment, question, form)
    const columns = columnsOf({ row, form, target: findTarget(deployment, question) }, deployment)
    for (const [name, value] of Object.entries(columns))
      deployment.store.run(`UPDATE files SET ${name} = ? WHERE id = ?`, value, row.id)
    return readFile(deployment, row.id) ?? row
  })
}

/** Somebody else is the uploader: whoever this selects, by the columns of the new file. */
function uploadedBy(sql: string): ReturnType<typeof replace> {
  return stored(({ row }, { store }) => {
    const names = ['organization_id', 'product_id', 'uploaded_by'] as const
    const values = names.filter((name) => sql.includes(`:${name}`)).map((name) => row[name])
    const user = store.get<{ id: string }>(sql.replaceAll(/:\w+/gu, '?'), ...values)
    return user !== undefined && { uploaded_by: user.id }
  })
}
