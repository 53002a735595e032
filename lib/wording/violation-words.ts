import { counted } from './figures.ts'

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
