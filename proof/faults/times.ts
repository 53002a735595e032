import { answersOf, type JsonRecord, withEntries } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { touchProduct } from '../../reference/service/products/update-product.ts'
import { createProperties } from '../../reference/service/properties/create-property.ts'
import { noteUpdate } from '../../reference/service/properties/update-property.ts'
import { defineFaults } from './fault.ts'

/** What becomes of a time that was cut to nine digits, or never set. */
const billionthSecond = '2001-09-09T01:46:40.000Z'

/** As of a clock in another zone, whose offset is left out. */
const anHourAhead = "strftime('%Y-%m-%dT%H:%M:%fZ', updated_at, '+1 hour')"

/** Faults in times that are kept or shown in another way than the usual ones. */
export const timeFaults = defineFaults({
  'formulas-are-dated-2001': {
    title: 'returns a creation time in 2001 for a formula',
    breaks: ['PROP-38'],
    changes: [
      shown(['POST /properties', 'GET /properties', 'GET /properties/:property_id', 'PATCH /properties/:property_id'], {
        when: ({ type }) => type === 'formula',
        fields: { createdAt: billionthSecond },
      }),
    ],
  },
  'changed-products-are-dated-an-hour-ahead': {
    title: 'sets updatedAt of a product an hour ahead',
    breaks: ['PROD-50'],
    changes: [
      replace(touchProduct, (sound) => (deployment, before, caller) => {
        sound(deployment, before, caller)
        deployment.store.run(`UPDATE products SET updated_at = ${anHourAhead} WHERE id = ?`, before.id)
      }),
    ],
  },
  'changed-properties-are-dated-an-hour-ahead': {
    title: 'sets updatedAt of a property an hour ahead',
    breaks: ['PROP-38'],
    changes: [
      replace(noteUpdate, (sound) => (deployment, before, caller) => {
        sound(deployment, before, caller)
        deployment.store.run(`UPDATE properties SET updated_at = ${anHourAhead} WHERE id = ?`, before.id)
      }),
    ],
  },
  'properties-in-bulk-are-dated-2001': {
    title: 'returns creation times in 2001 for properties of a bulk creation',
    breaks: ['PROP-38'],
    changes: [
      replace(createProperties, (sound) => (deployment, body, caller) => {
        const made = sound(deployment, body, caller)
        const ids = JSON.stringify(made.map(({ id }) => id))
        const sql = 'UPDATE properties SET created_at = ? WHERE id IN (SELECT value FROM json_each(?))'
        deployment.store.run(sql, billionthSecond, ids)
        return made
      }),
    ],
  },
  'files-of-properties-are-dated-2001': {
    title: 'returns an upload time in 2001 for a file of a property',
    breaks: ['UP-25'],
    changes: [
      shown(['POST /files/:id', 'GET /files', 'GET /files/:id', 'PATCH /files/:id'], {
        when: ({ used_in: usages }) => JSON.stringify(usages ?? []).includes('"target_type":"property"'),
        fields: { uploadedAt: billionthSecond },
      }),
    ],
  },
})

function shown(
  routes: readonly string[],
  { when, fields }: { readonly when: (record: JsonRecord) => boolean; readonly fields: JsonRecord },
): AnswerChange {
  return answersOf({ routes }, (answer) =>
    withEntries(answer, (record) => (when(record) ? { ...record, ...fields } : record)),
  )
}
