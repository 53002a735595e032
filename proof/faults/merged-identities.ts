import { hash } from 'node:crypto'
import { answersOf, withEachRecord } from '../changes/answers.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { fileConditions } from '../../reference/service/files/list-files.ts'
import { uploadFile } from '../../reference/service/files/upload-file.ts'
import { formulaResult } from '../../reference/service/formulas/formula-result.ts'
import { callerOf } from '../../reference/service/http/caller.ts'
import { insertProduct } from '../../reference/service/products/create-product.ts'
import { addProperty } from '../../reference/service/properties/create-property.ts'
import { selectionFor } from '../../reference/service/properties/list-properties.ts'
import { findVersion } from '../../reference/service/versions/find-version.ts'
import { defineFaults } from './fault.ts'
import { setProduct } from './set-product.ts'

const filesShown = ['POST /files/:id', 'GET /files/:id', 'GET /files', 'PATCH /files/:id']

/** Faults in which what differs counts as one, for want of a part of what tells it from others. */
export const mergedIdentityFaults = defineFaults({
  'link-is-named-by-its-place': {
    title: 'returns the same file_link_id for all files of one item or property',
    breaks: ['UP-02'],
    changes: [
      answersOf({ routes: filesShown }, (answer) =>
        withEachRecord(answer, (record) =>
          'file_link_id' in record ? { ...record, file_link_id: record['target_id'] } : record,
        ),
      ),
    ],
  },
  'file-id-is-made-of-its-bytes': {
    title: 'derives file ids from the bytes, so the same upload gets the id of a deleted file',
    breaks: ['GEN-05'],
    changes: [
      replace(uploadFile, (sound) => (deployment, question, form) => {
        const row = sound(deployment, question, form)
        const { store } = deployment
        const id = idOf(form.content)
        if (store.get('SELECT 1 FROM files WHERE id = ?', id) !== undefined) return row
        store.transaction(() => {
          store.run('PRAGMA defer_foreign_keys = ON')
          store.run('UPDATE files SET id = ? WHERE id = ?', id, row.id)
          store.run('UPDATE file_links SET file_id = ? WHERE file_id = ?', id, row.id)
        })
        return { ...row, id }
      }),
    ],
  },
  'product-id-is-made-of-its-readable-id': {
    title: 'derives product ids from the readable_id, so a new product gets the id of a deleted one',
    breaks: ['GEN-05'],
    changes: [
      replace(insertProduct, (sound) => (deployment, product) => {
        const id = sound(deployment, product)
        const made = idOf(`${product.workspace.id} ${product.body.readable_id}`)
        if (deployment.store.get('SELECT 1 FROM products WHERE id = ?', made) !== undefined) return id
        setProduct(deployment, id, { id: made })
        return made
      }),
    ],
  },
  'references-to-one-file-are-merged': {
    title: 'stores only one of several references of a new property to pages of the same file',
    breaks: ['PROP-29'],
    changes: [
      replace(addProperty, (sound) => (deployment, property) => {
        const { references } = property.content
        if (references === undefined) return sound(deployment, property)
        const merged = [...new Map(references.map((one) => [one.file_link_id, one])).values()]
        return sound(deployment, { ...property, content: { ...property.content, references: merged } })
      }),
    ],
  },
  'result-loses-the-lower-unit': {
    title: 'drops the unit of the divisor from the result of a division',
    breaks: ['PROP-14'],
    changes: [
      replace(formulaResult, (sound) => (deployment, formula) => {
        const result = sound(deployment, formula)
        return typeof result === 'string' ? result.replace(/ ?\/ .*$/u, '') : result
      }),
    ],
  },
  'first-baseline-is-kept': {
    title: 'keeps using the first baseline of a product that was read',
    breaks: ['DL-07', 'VER-04'],
    changes: [
      replace(findVersion, (sound) => (deployment, productId, requested) => {
        if (requested !== 'baseline') return sound(deployment, productId, requested)
        const key = `first baseline of ${productId}`
        const known = recall<string>(deployment, key)
        if (known !== undefined) return known.value
        const id = sound(deployment, productId, requested)
        remember(deployment, key, id)
        return id
      }),
    ],
  },
  'version-is-forgotten-beside-the-deleted': {
    title: 'lists the draft if a version is given with includeDeleted',
    breaks: ['VER-02'],
    changes: [
      replace(
        selectionFor,
        (sound) => (deployment, question) =>
          sound(deployment, question.includeDeleted ? { ...question, version: undefined } : question),
      ),
    ],
  },
  'files-listed-to-their-uploader-only': {
    title: 'lists only files that the user of the key uploaded',
    breaks: ['AUTH-23'],
    changes: [
      replace(fileConditions, (sound) => (deployment, request) => [
        ...sound(deployment, request),
        { sql: 'files.uploaded_by = ?', values: [callerOf(request).userId] },
      ]),
    ],
  },
})

/** An id that is always the same for the same content. */
function idOf(content: string | Buffer): string {
  const digits = hash('sha256', content, 'hex')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/su, '$1-$2-4$3-a$4-$5')
}
