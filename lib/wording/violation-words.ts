import { counted } from './figures.ts'

const idsShown = 12

/** That the target did what was asked for without a key. */
export function servedWords(what: 'write' | 'read'): string {
  return `works without a key: ${what === 'write' ? 'the write was executed' : 'the read was answered'}`
}

/** What is untested until a violation is fixed: so many cases, and these requirements as a whole. */
export function blockedWords(cases: number, ids: readonly string[]): string {
  const left = ids.length - idsShown
  const named = `${ids.slice(0, idsShown).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
  return `blocks ${counted(cases, 'case')}${ids.length === 0 ? '' : `, and all of ${named}`}`
}
