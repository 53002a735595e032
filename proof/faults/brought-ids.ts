import { answersOf, isRecord } from '../changes/answers.ts'
import type { Answer, AnswerChange } from '../changes/change.ts'
import { defineFaults } from './fault.ts'

/** Faults in which the id in a body is stored like any other field. */
export const broughtIdFaults = defineFaults({
  'creation-takes-the-id-of-another-product': {
    title: 'stores a new product under the id in the body, even if it belongs to another product',
    breaks: ['GEN-05'],
    changes: [takesId('POST /products')],
  },
  'creation-takes-the-id-of-another-property': {
    title: 'stores a new property under the id in the body, even if it belongs to another property',
    breaks: ['GEN-05'],
    changes: [takesId('POST /properties')],
  },
  'update-gives-a-product-the-id-of-another': {
    title: 'stores a product under the id in an update and replaces the product that has it',
    breaks: ['PROD-42'],
    changes: [losesId('PATCH /products/:product_id', 'products')],
  },
  'update-gives-an-item-the-id-of-another': {
    title: 'stores an item under the id in an update and replaces the item that has it',
    breaks: ['ITEM-06'],
    changes: [losesId('PATCH /items/:item_id', 'items')],
  },
  'update-gives-a-file-the-id-of-another': {
    title: 'stores a file under the id in an update and replaces the file that has it',
    breaks: ['FILE-19'],
    changes: [losesId('PATCH /files/:id', 'files')],
  },
  'update-changes-the-product-of-the-id-in-its-body': {
    title: 'also changes the product whose id stands in the body of an update',
    breaks: ['PROD-42'],
    changes: [changesBoth('PATCH /products/:product_id', 'products')],
  },
  'update-changes-the-item-of-the-id-in-its-body': {
    title: 'also changes the item whose id stands in the body of an update',
    breaks: ['ITEM-06'],
    changes: [changesBoth('PATCH /items/:item_id', 'items')],
  },
  'update-changes-the-property-of-the-id-in-its-body': {
    title: 'also changes the property whose id stands in the body of an update',
    breaks: ['PROP-33'],
    changes: [changesBoth('PATCH /properties/:property_id', 'properties')],
  },
  'update-changes-the-file-of-the-id-in-its-body': {
    title: 'also changes the file whose id stands in the body of an update',
    breaks: ['FILE-19'],
    changes: [changesBoth('PATCH /files/:id', 'files')],
  },
})

function takesId(route: string): AnswerChange {
  return answersOf({ routes: [route] }, (answer) => {
    const id = idBrought(answer)
    return id === undefined || !isRecord(answer.json) ? answer : { ...answer, json: { ...answer.json, id } }
  })
}

function losesId(route: string, table: 'products' | 'items' | 'files'): AnswerChange {
  return answersOf({ routes: [route] }, (answer, { store }) => {
    const id = idBrought(answer)
    if (id === undefined || !isRecord(answer.json)) return answer
    store.run(`DELETE FROM ${table} WHERE id = ?`, String(answer.json['id']))
    return { ...answer, json: { ...answer.json, id } }
  })
}

function changesBoth(route: string, table: 'products' | 'items' | 'properties' | 'files'): AnswerChange {
  return answersOf({ routes: [route] }, (answer, { store }) => {
    const [id, { body }] = [idBrought(answer), answer.request]
    const description = isRecord(body) ? body['description'] : undefined
    if (id !== undefined && typeof description === 'string')
      store.run(`UPDATE ${table} SET description = ? WHERE id = ?`, description, id)
    return answer
  })
}

function idBrought({ request: { body } }: Answer): string | undefined {
  const id = isRecord(body) ? body['id'] : undefined
  return typeof id === 'string' ? id : undefined
}
