import { isRecord } from '../../contract/is-record.ts'
import { partOf } from '../operations.ts'
import type { Compared, Local } from './difference.ts'

/** Whether an endpoint requires a bearer key, and nothing else. */
export function compareSecurity(
  { described }: Compared,
  document: Readonly<Record<string, unknown>>,
): readonly Local[] {
  const what = 'security scheme'
  const expected = 'http, bearer'
  const { security } = described
  const choices: readonly unknown[] = Array.isArray(security) ? security : []
  const names = choices.filter(isRecord).map((choice) => Object.keys(choice))
  if (names.length === 0) return [{ kind: 'less', requirement: 'AUTH-07', what, expected, described: 'none' }]
  const schemes = partOf(partOf(document, 'components'), 'securitySchemes')
  const texts = names.map((all) => all.map((name) => schemeText(partOf(schemes, name))).join(' and ') || 'none needed')
  const wrong = texts.filter((text) => text !== expected)
  if (wrong.length === 0) return []
  const requirement = texts.includes('none needed') ? 'AUTH-07' : texts.includes(expected) ? 'AUTH-06' : 'AUTH-01'
  return [{ kind: 'other', requirement, what, expected, described: texts.join(' or ') }]
}

function schemeText({ type, scheme, in: place, name }: Readonly<Record<string, unknown>>): string {
  const parts = [type, typeof scheme === 'string' ? scheme.toLowerCase() : undefined, place, name]
  return parts.filter((part) => typeof part === 'string').join(', ') || 'an undescribed scheme'
}
