import type { UntestedReason } from '../checks/errors.ts'
import { counted } from './figures.ts'

/** Why nothing evaluated a requirement, by reason. */
export const reasonWords: Readonly<Record<UntestedReason, string>> = {
  'writes-not-allowed': 'The run is read-only',
  'traces-not-allowed': 'The run may not leave traces',
  'missing-fixture': 'A fixture is missing',
  'missing-control': 'A control is missing',
  'capability-absent': 'The deployment does not support it',
  blocked: 'Blocked by another problem',
  deadline: 'The run was out of time or requests',
  'rate-limited': 'The rate limit of the deployment was exhausted',
  'not-selected': 'Not selected in this run',
  'not-written': 'No check in this version',
}

const idsShown = 12

/** The target executed a request without a key. */
export function servedWords(what: 'write' | 'read'): string {
  return `works without a key: ${what === 'write' ? 'the write was executed' : 'the read was answered'}`
}

/** What is untested until a violation is fixed: this number of cases, and these whole requirements. */
export function blockedWords(cases: number, ids: readonly string[]): string {
  const left = ids.length - idsShown
  const named = `${ids.slice(0, idsShown).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
  return `blocks ${counted(cases, 'case')}${ids.length === 0 ? '' : `, and all of ${named}`}`
}
