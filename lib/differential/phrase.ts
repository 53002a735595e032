import type { Difference } from './difference.ts'

/** The difference in a few words; both sides are shown beside it. */
export function phrase(one: Difference): string {
  const operations = one.endpoints.length > 1 ? ` (${one.endpoints.length} operations)` : ''
  return `${subjectOf(one)}${operations}`
}

function subjectOf({ kind, where, old, new: now }: Difference): string {
  switch (kind) {
    case 'status':
      return where === '' ? 'status' : `status (${where})`
    case 'code':
      return 'error code'
    case 'field':
      if (old === 'absent') return `field ${where}, only in the new one`
      return now === 'absent' ? `field ${where}, only in the old one` : `field ${where}`
    case 'type':
      return `type of the field ${where}`
    case 'value':
      return `field ${where}`
    case 'header':
      return `header ${where}`
  }
}
