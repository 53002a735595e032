import { isRequirementId, type RequirementId } from '../../contract/requirement.ts'

/** A check as the test framework ran it. */
export interface RanCheck {
  /** The requirements that it verifies, and then its title. */
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped'
  /** Why it was skipped. */
  readonly note?: string | undefined
  /** What it threw, where that was no violation: the suite's own fault. */
  readonly fault?: string | undefined
}

/** The parts of a check's name. */
export function partsOf(name: string): { readonly verifies: readonly RequirementId[]; readonly title: string } {
  const words = name.split(' ')
  const first = words.findIndex((word) => !isRequirementId(word))
  const count = first === -1 ? words.length : first
  return {
    verifies: words.slice(0, count).filter((word): word is RequirementId => isRequirementId(word)),
    title: words.slice(count).join(' '),
  }
}
