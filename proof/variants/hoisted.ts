import { isRecord } from '../changes/answers.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import type { Body, Place } from './sent-entries.ts'

/** How a bulk creation is made of a list whose entries each name their parent. */
export interface Hoisting {
  /** Where the list stands. */
  readonly at: Place
  /** The field with the parent's id. */
  readonly parent: 'product_id' | 'item_id'
  readonly plural: 'items' | 'properties'
}

/** The body of a bulk creation as the service has it, with the one parent of all entries above them; 422 if they name several. */
export function hoisted(list: unknown, { at, parent, plural }: Hoisting): Body {
  if (!Array.isArray(list) || list.length === 0)
    throw validationError({ loc: at, msg: 'Input should be a list', type: 'list_type' })
  // What is not an object at all is judged with the entries.
  const parents = list.map((entry: unknown) => (isRecord(entry) ? entry[parent] : undefined))
  const first = parents.find((id) => typeof id === 'string')
  const other = parents.findIndex((id, index) => isRecord(list[index]) && id !== first)
  if (first !== undefined && other === -1) return { [parent]: first, [plural]: list }
  const loc = [...at, Math.max(other, 0), parent]
  throw validationError({ loc, msg: 'is not the one parent of all', type: 'value_error' })
}
