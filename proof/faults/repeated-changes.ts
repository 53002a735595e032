import { answersOf, isRecord, withEntries } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { numberConflict } from '../../reference/service/part-numbers/claim-part-number.ts'
import { assignPartNumber } from '../../reference/service/part-numbers/number-product.ts'
import { changeName } from '../../reference/service/products/update-product.ts'
import { defineFaults } from './fault.ts'

/** Faults that show when the same is done once more. */
export const repeatedChangeFaults = defineFaults({
  'name-in-another-letter-case-is-no-change': {
    title: 'ignores a new product name that differs only in letter case',
    breaks: ['PROD-41'],
    changes: [
      replace(changeName, (sound) => (deployment, before, name) => {
        if (name.toLowerCase() !== before.name.toLowerCase()) sound(deployment, before, name)
      }),
    ],
  },
  'fifth-number-is-refused': {
    title: 'rejects the fifth number of a product',
    breaks: ['PN-12'],
    changes: [
      replace(assignPartNumber, (sound) => (deployment, product, number) => {
        const sql = 'SELECT count(*) AS numbers FROM part_numbers WHERE product_id = ?'
        const had = deployment.store.get<{ numbers: number }>(sql, product.id)?.numbers ?? 0
        if (had > 3) throw numberConflict(deployment, 'the product had part numbers before')
        sound(deployment, product, number)
      }),
    ],
  },
  'second-product-update-is-listed-late': {
    title: 'lists a product with the description before its last update',
    breaks: ['PROD-41'],
    changes: oneUpdateBehind({ update: 'PATCH /products/:product_id', list: 'GET /products', field: 'description' }),
  },
  'second-item-update-is-listed-late': {
    title: 'lists an item with the description before its last update',
    breaks: ['ITEM-06'],
    changes: oneUpdateBehind({ update: 'PATCH /items/:item_id', list: 'GET /items', field: 'description' }),
  },
  'second-property-update-is-listed-late': {
    title: 'lists a property with the name before its last update',
    breaks: ['PROP-26'],
    changes: oneUpdateBehind({ update: 'PATCH /properties/:property_id', list: 'GET /properties', field: 'name' }),
  },
  'second-file-update-is-listed-late': {
    title: 'lists a file with the title before its last update',
    breaks: ['FILE-14'],
    changes: oneUpdateBehind({ update: 'PATCH /files/:id', list: 'GET /files', field: 'userTitle' }),
  },
})

interface Listed {
  readonly update: string
  readonly list: string
  readonly field: string
}

/** A list shows what the update before the last one answered, if there are two that changed the field. */
function oneUpdateBehind({ update, list, field }: Listed): readonly AnswerChange[] {
  const shown = (deployment: Deployment, id: unknown) =>
    recall<readonly unknown[]>(deployment, `${field} after updates of ${String(id)}`)?.value ?? []
  return [
    answersOf({ routes: [update] }, (answer, deployment) => {
      if (!isRecord(answer.json)) return answer
      const { id, [field]: value } = answer.json
      const before = shown(deployment, id)
      if (before.at(-1) !== value) remember(deployment, `${field} after updates of ${String(id)}`, [...before, value])
      return answer
    }),
    answersOf({ routes: [list] }, (answer, deployment) =>
      withEntries(answer, (entry) => {
        const [earlier, last] = shown(deployment, entry['id']).slice(-2)
        return last === undefined || entry[field] !== last ? entry : { ...entry, [field]: earlier }
      }),
    ),
  ]
}
