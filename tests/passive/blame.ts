import { createPassiveChecks } from '../../lib/service/checks/create-passive-checks.ts'
import type { PassiveCheck } from '../../lib/checks/passive-check.ts'
import type { Exchange } from '../../lib/client/exchange.ts'
import { exchangeOf, type Answer } from './exchange-of.ts'

export interface Sighting {
  readonly evaluated: ReadonlySet<string>
  /** The requirements found violated, each once, in alphabetical order. */
  readonly blamed: readonly string[]
  readonly claims: readonly string[]
  readonly observed: readonly string[]
}

/** Lets all passive checks judge an exchange, and gives what they said. */
export function sightingOf(exchange: Exchange, checks: readonly PassiveCheck[] = createPassiveChecks()): Sighting {
  const evaluated = new Set<string>()
  const blamed = new Set<string>()
  const claims: string[] = []
  const observed: string[] = []
  for (const check of checks)
    check.judge(exchange, {
      evaluated: (requirement, times = 1) => {
        if (!check.requirements.includes(requirement))
          throw new Error(`${check.title} does not announce ${requirement}`)
        if (times > 0) evaluated.add(requirement)
      },
      violated: (requirement, { claim, fingerprint = claim }) => {
        if (!evaluated.has(requirement))
          throw new Error(`${check.title} finds ${requirement} violated without an evaluation`)
        blamed.add(requirement)
        claims.push(fingerprint)
      },
      observed: (requirement, name, value) => observed.push(`${requirement} ${name}: ${value}`),
    })
  return { evaluated, blamed: [...blamed].sort(), claims, observed }
}

/** The requirements that one answer is blamed for. */
export function blameFor(answer: Answer): readonly string[] {
  return sightingOf(exchangeOf(answer)).blamed
}
