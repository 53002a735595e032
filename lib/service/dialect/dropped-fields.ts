import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'
import { spelledOtherwise } from '../../dialect/template-path.ts'
import { roleOf } from './role.ts'

/** The units and categories that were sent for a property, of which the answer shows nothing: a numeric one always has both. */
export function droppedFields(template: unknown, { json }: Exchange): readonly string[] {
  if (!isRecord(template) || !isRecord(json) || !('value' in json)) return []
  const isShown = (name: string): boolean => !['', null, undefined].some((nothing) => json[name] === nothing)
  return Object.keys(template)
    .filter((name) => ['unit', 'category'].includes(roleOf([name]) ?? ''))
    .filter((name) => !isShown(name) && !isShown(spelledOtherwise(name)))
}
