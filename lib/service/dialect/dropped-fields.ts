import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'
import { roleOf } from './role.ts'

/** The units and categories that were sent for a property, of which the answer shows nothing under any name: a numeric one always has both. */
export function droppedFields(template: unknown, { json }: Pick<Exchange, 'json'>): readonly string[] {
  if (!isRecord(template) || !isRecord(json) || !('value' in json)) return []
  const shown = Object.keys(json).filter((name) => !['', null].some((nothing) => json[name] === nothing))
  const roles = new Set(shown.map((name) => roleOf([name])))
  return Object.keys(template).filter((name) => {
    const role = roleOf([name])
    return (role === 'unit' || role === 'category') && !roles.has(role)
  })
}
