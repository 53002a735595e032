import { answersOf, isRecord } from '../changes/answers.ts'
import type { Answer, AnswerChange } from '../changes/change.ts'
import { defineFaults } from './fault.ts'

/** Faults in which the id in a body is stored like any other field. */
export const broughtIdFaults = defineFaults({
  'creation-takes-the-id-of-another-product': {
    title: 'creates a product under the id that the body brings, whose ever that is',
    breaks: ['GEN-05'],
    changes: [takesId('POST /products')],
  },
  'creation-takes-the-id-of-another-property': {
    title: 'creates a property under the id that the body brings, whose ever that is',
    breaks: ['GEN-05'],
    changes: [takesId('POST /properties')],
  },
  'update-gives-a-product-the-id-of-another': {
    title: 'stores a product under the id that an update brings, in place of what has it',
    breaks: ['PROD-42'],
    changes: [losesId('PATCH /products/:product_id', 'products')],
  },
  'update-gives-an-item-the-id-of-another': {
    title: 'stores an item under the id that an update brings, in place of what has it',
    breaks: ['ITEM-06'],
    changes: [losesId('PATCH /items/:item_id', 'items')],
  },
  'update-gives-a-file-the-id-of-another': {
    title: 'stores a file under the id that an update brings, in place of what has it',
    breaks: ['FILE-19'],
    changes: [losesId('PATCH /files/:id', 'files')],
  },
  'update-changes-the-product-of-the-id-in-its-body': {
    title: 'changes the product whose id an update brings, too',
    breaks: ['PROD-42'],
    changes: [changesBoth('PATCH /products/:product_id', 'products')],
  },
  'update-changes-the-item-of-the-id-in-its-body': {
    title: 'changes the item whose id an update brings, too',
    breaks: ['ITEM-06'],
    changes: [changesBoth('PATCH /items/:item_id', 'items')],
  },
  'update-changes-the-property-of-the-id-in-its-body': {
    title: 'changes the property whose id an update brings, too',
    breaks: ['PROP-33'],
    changes: [changesBoth('PATCH /properties/:property_id', 'properties')],
  },
  'update-changes-the-file-of-the-id-in-its-body': {
    title: 'changes the file whose id an update brings, too',
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
