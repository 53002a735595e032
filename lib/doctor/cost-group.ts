import { requirements } from '../contract/requirement.ts'
import type { Check } from '../run/check.ts'

/** Requests, among them writes; part numbers that retire for good, and files that are uploaded. */
export type Cost = readonly [requests: number, writes: number, partNumbers: number, files: number]

/** What the checks of an area with the same needs cost together, by effort. */
export interface CostGroup {
  readonly area: string
  readonly needs: string
  readonly checks: number
  readonly quick: Cost
  readonly standard: Cost
  readonly thorough: Cost
}

/** Checks cost the same where they are of an area and have the same needs, near enough. */
export function groupOf({ verifies, covers, needs }: Check): { readonly area: string; readonly needs: string } {
  const [first] = [...verifies, ...covers]
  const area = verifies.length === 0 ? 'survey' : ((first && requirements.get(first)?.area) ?? 'survey')
  return { area, needs: needs.toSorted().join(' ') }
}

/** What is sent by no check of its own: the discovery of the dialect with the looks at what creations name, and the teardown. */
export const discoveryArea = 'discovery'
export const teardownArea = 'teardown'
