import { endpointCasesOf } from '../service/interface/endpoint-cases.ts'
import { endpoints } from '../service/interface/endpoint.ts'
import { requirements } from '../contract/requirement.ts'
import type { Check } from '../run/check.ts'

/** The number of cases, and how many of them a run would evaluate. */
export interface ForeseenCases {
  readonly known: number
  readonly looked: number
}

interface Foreseen {
  /** The checks that would run. */
  readonly runnable: readonly Check[]
  readonly mode: 'read-only' | 'read-write'
}

/** Counts cases as a report does: each check of a requirement, and each endpoint whose answers it judges. */
export function foreseeCases(checks: readonly Check[], { runnable, mode }: Foreseen): ForeseenCases {
  const places = [...requirements.keys()].flatMap((id) => endpointCasesOf(id))
  const reached = places.filter((id) => mode === 'read-write' || endpoints[id].method === 'GET')
  return { known: checkCases(checks) + places.length, looked: checkCases(runnable) + reached.length }
}

function checkCases(checks: readonly Check[]): number {
  return checks.reduce((sum, { verifies }) => sum + new Set(verifies).size, 0)
}
