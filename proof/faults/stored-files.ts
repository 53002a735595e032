import type { SQLInputValue } from 'node:sqlite'
import { deflateSync } from 'node:zlib'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { cleanFileName, type FormParts, readTitle, type UploadForm } from '../../reference/service/files/upload-form.ts'
import type { FileRow } from '../../reference/service/files/file.ts'
import { readFile } from '../../reference/service/files/find-file.ts'
import { readContent } from '../../reference/service/files/download-file.ts'
import { duplicatesOf, uploadFile } from '../../reference/service/files/upload-file.ts'
import { findTarget, type UploadTarget } from '../../reference/service/files/upload-target.ts'
import { broken } from '../../reference/service/http/service-error.ts'
import { deleteProperty } from '../../reference/service/properties/delete-property.ts'
import { findProperty } from '../../reference/service/properties/find-property.ts'
import { defineFaults } from './fault.ts'

/** Faults in what is stored of an upload: name, title, bytes, time and uploader. */
export const storedFileFaults = defineFaults({
  'title-still-names-an-upload': {
    title: 'accepts `title` as `userTitle` in an upload',
    breaks: ['FILE-12'],
    changes: [titleRead((title, texts) => texts.get('title') ?? title)],
  },
  'property-deletion-takes-the-files-of-its-item-along': {
    title: 'deletes a property and also the files of its item',
    breaks: ['PROP-34'],
    changes: [
      replace(deleteProperty, (sound) => (deployment, question) => {
        const { item_id: itemId } = findProperty(deployment, question)
        sound(deployment, question)
        const ofItem = 'id IN (SELECT file_id FROM file_links WHERE item_id = ?)'
        deployment.store.run(`DELETE FROM files WHERE ${ofItem}`, itemId)
      }),
    ],
  },
  'title-of-an-upload-is-ignored': {
    title: 'uses the file name as the title of every upload',
    breaks: ['UP-08'],
    changes: [titleRead(() => undefined)],
  },
  'upload-title-of-zero-is-ignored': {
    title: 'ignores the title `0` of an upload',
    breaks: ['FILE-20'],
    changes: [titleRead((title) => (title === '0' ? undefined : title))],
  },
  'title-of-an-upload-cut-at-a-hundred': {
    title: 'truncates the title of an upload to a hundred characters',
    breaks: ['UP-08'],
    changes: [titleRead((title) => title?.slice(0, 100))],
  },
  'title-for-a-property-is-ignored': {
    title: 'ignores the title of an upload to a property',
    breaks: ['UP-08'],
    changes: [
      formReceived((form, target) => (target.property_type === null ? form : { ...form, userTitle: undefined })),
    ],
  },
  'default-title-without-extension': {
    title: 'omits the extension from the default title',
    breaks: ['UP-07'],
    changes: [
      formReceived((form) => ({ ...form, userTitle: form.userTitle ?? form.name.replace(/(?<=.)\.[^.]*$/u, '') })),
    ],
  },
  'title-becomes-the-original-name': {
    title: 'stores the title of an upload as its original file name',
    breaks: ['UP-20'],
    changes: [formReceived((form) => ({ ...form, name: form.userTitle ?? form.name }))],
  },
  'file-name-ends-at-a-semicolon': {
    title: 'cuts a file name at its first semicolon',
    breaks: ['UP-20'],
    changes: [nameRead((name) => name.split(';')[0] ?? '')],
  },
  'file-extension-in-lower-case': {
    title: 'stores the extension of a file in lower case',
    breaks: ['UP-20'],
    changes: [nameRead((name) => name.replace(/\.[A-Z]+$/u, (extension) => extension.toLowerCase()))],
  },
  'file-without-extension-gets-one': {
    title: 'adds an extension to a file name without one',
    breaks: ['UP-20'],
    changes: [nameRead((name) => (name.includes('.') ? name : `${name}.bin`))],
  },
  'file-name-of-one-word-is-lost': {
    title: 'does not store a file name without a dot and a space',
    breaks: ['UP-20'],
    changes: [nameRead((name) => (/[. ]/u.test(name) ? name : 'unnamed'))],
  },
  'long-file-name-is-cut': {
    title: 'truncates file names to a hundred characters',
    breaks: ['UP-20'],
    changes: [nameRead((name) => Array.from(name).slice(0, 100).join(''))],
  },
  'long-file-name-breaks-the-service': {
    title: 'returns 500 for a file name of more than 255 characters',
    breaks: ['ERR-15'],
    changes: [
      nameRead((name, sent) => {
        if (Array.from(sent).length > 255) throw broken()
        return name
      }),
    ],
  },
  'no-default-title-on-properties': {
    title: 'sets no default title for a file of a property',
    breaks: ['UP-07'],
    changes: [
      stored(
        ({ target, form }) => target.property_type !== null && form.userTitle === undefined && { user_title: null },
      ),
    ],
  },
  'json-files-are-written-anew': {
    title: 'rewrites JSON files',
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
  'pictures-are-kept-compressed': {
    title: 'compresses images on upload and returns them compressed',
    breaks: ['DL-01'],
    changes: [stored(({ form }) => form.contentType.startsWith('image/') && { content: deflateSync(form.content) })],
  },
  'size-of-texts-is-that-of-their-characters': {
    title: 'returns the number of characters as the size of a text file',
    breaks: ['UP-20'],
    changes: [
      stored(
        ({ form }) => form.contentType.startsWith('text/') && { size_bytes: form.content.toString('utf8').length },
      ),
    ],
  },
  'duplicates-share-the-bytes-of-the-first': {
    title: 'returns the bytes of the first file with the same size and type',
    breaks: ['DL-01'],
    changes: [
      stored(({ target, form }, deployment) => {
        const [first] = duplicatesOf(deployment, target, form)
        return first !== undefined && { content: readContent(deployment, first.id) }
      }),
    ],
  },
  'upload-is-dated-an-hour-back': {
    title: 'sets upload times an hour back',
    breaks: ['UP-25'],
    changes: [stored(({ row }) => ({ uploaded_at: new Date(Date.parse(row.uploaded_at) - 3_600_000).toISOString() }))],
  },
  'uploader-is-the-first-user': {
    title: "records the organization's first user as the uploader of every file",
    breaks: ['UP-25'],
    changes: [uploadedBy('SELECT id FROM users WHERE organization_id = :organization_id LIMIT 1')],
  },
  'uploader-is-who-made-the-product': {
    title: 'records the creator of the product as the uploader',
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

function titleRead(
  read: (title: string | undefined, texts: FormParts['texts']) => string | undefined,
): ReturnType<typeof replace> {
  return replace(readTitle, (sound) => (deployment, texts) => read(sound(deployment, texts), texts))
}

function nameRead(read: (name: string, sent: string) => string): ReturnType<typeof replace> {
  return replace(cleanFileName, (sound) => (deployment, sent) => read(sound(deployment, sent), sent))
}

/** The form as it is stored for its target. */
function formReceived(read: (form: UploadForm, target: UploadTarget) => UploadForm): ReturnType<typeof replace> {
  return replace(
    uploadFile,
    (sound) => (deployment, question, form) =>
      sound(deployment, question, read(form, findTarget(deployment, question))),
  )
}

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
