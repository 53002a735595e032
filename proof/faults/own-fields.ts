import { answers, isRecord, withEntries } from '../changes/answers.ts'
import type { AnswerChange, Change } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { readParts } from '../../reference/service/files/upload-form.ts'
import { uploadFile } from '../../reference/service/files/upload-file.ts'
import { defineFaults, type Fault } from './fault.ts'

/** Faults in which a field that the service sets by itself is stored as a body brings it. */
export const ownFieldFaults = defineFaults({
  'creation-date-of-a-product-is-brought': brought('POST /products', 'createdAt', 'PROD-34'),
  'creator-of-a-product-is-brought': brought('POST /products', 'createdBy', 'PROD-14'),
  'creation-date-of-a-product-is-updated': brought('PATCH /products/:product_id', 'createdAt', 'PROD-50'),
  'creator-of-a-product-is-updated': brought('PATCH /products/:product_id', 'createdBy', 'PROD-50'),
  'time-of-an-update-of-a-product-is-brought': brought('PATCH /products/:product_id', 'updatedAt', 'PROD-50'),
  'user-of-an-update-of-a-product-is-brought': brought('PATCH /products/:product_id', 'updatedBy', 'PROD-14'),
  'creation-date-of-a-property-is-brought': brought('POST /properties', 'createdAt', 'PROP-38'),
  'creator-of-a-property-is-brought': brought('POST /properties', 'createdBy', 'PROP-09'),
  'creation-date-of-a-property-is-updated': brought('PATCH /properties/:property_id', 'createdAt', 'PROP-38'),
  'size-of-a-file-is-updated': brought('PATCH /files/:id', 'size_bytes', 'FILE-19'),
  'uploader-of-a-file-is-updated': brought('PATCH /files/:id', 'uploadedBy', 'FILE-19'),
  'upload-time-of-a-file-is-updated': brought('PATCH /files/:id', 'uploadedAt', 'FILE-19'),
  'links-of-a-file-are-updated': brought('PATCH /files/:id', 'used_in', 'FILE-19'),
  'size-of-a-file-is-brought': inForm('size_bytes', 'UP-20', Number),
  'upload-time-of-a-file-is-brought': inForm('uploadedAt', 'UP-25', String),
})

/** The field is shown from then on as the body of the write had it. */
function brought(route: string, field: string, broken: string): Fault {
  return {
    title: `stores ${field} from the body of ${route}`,
    breaks: [broken],
    changes: [
      answers((answer, deployment) => {
        const { body } = answer.request
        const isWrite = answer.route === route && answer.status < 300
        if (isWrite && isRecord(body) && field in body && isRecord(answer.json))
          remember(deployment, `${field} of ${String(answer.json['id'])}`, body[field])
        return answer
      }),
      shownAsBrought(field),
    ],
  }
}

function inForm(field: string, broken: string, read: (text: string) => unknown): Fault {
  const changes: readonly Change[] = [
    replace(readParts, (sound) => async (deployment, request) => {
      const parts = await sound(deployment, request)
      const text = parts.texts.get(field)
      remember(deployment, `${field} of the form`, text === undefined ? undefined : read(text))
      return parts
    }),
    replace(uploadFile, (sound, reached) => (deployment, question, form) => {
      const row = sound(deployment, question, form)
      const value = recall(deployment, `${field} of the form`)?.value
      if (value !== undefined) {
        reached()
        remember(deployment, `${field} of ${row.id}`, value)
      }
      return row
    }),
    shownAsBrought(field),
  ]
  return { title: `stores ${field} from the form of an upload`, breaks: [broken], changes }
}

function shownAsBrought(field: string): AnswerChange {
  return answers((answer, deployment) =>
    withEntries(answer, (record) => {
      const kept = recall(deployment, `${field} of ${String(record['id'])}`)
      return kept === undefined || !(field in record) ? record : { ...record, [field]: kept.value }
    }),
  )
}
