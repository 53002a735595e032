import type { Criterion } from '../checks/finding.ts'

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/** The ids that a criterion names, which a script has to know by their variables. */
export function idsInCriterion(criterion: Criterion | undefined): readonly string[] {
  if (criterion?.kind === 'entry') return [criterion.id]
  if (criterion?.kind === 'text') return idsIn(criterion.text)
  if (criterion?.kind === 'file name') return idsIn(criterion.names)
  if (criterion?.kind === 'each') return idsIn(criterion.lawful)
  if (criterion?.kind === 'rows') return idsIn([criterion.expected, criterion.received])
  return criterion?.kind === 'either' ? criterion.of.flatMap((part) => idsInCriterion(part)) : []
}

function idsIn(value: unknown): readonly string[] {
  return JSON.stringify(value).match(uuid) ?? []
}
