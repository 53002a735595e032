import { createPassiveChecks } from '../../lib/checks/passive/create-passive-checks.ts'
import type { PassiveCheck } from '../../lib/checks/passive-check.ts'
import type { Exchange } from '../../lib/client/exchange.ts'
import { exchangeOf } from './exchange-of.ts'
import type { Answer } from './exchange-of.ts'

export interface Sighting {
  readonly looked: ReadonlySet<string>
  /** The requirements objected to, each once, in alphabetical order. */
  readonly blamed: readonly string[]
  readonly rules: readonly string[]
  readonly observed: readonly string[]
}

/** Lets all passive checks look at an exchange, and gives what they said. */
export function sightingOf(exchange: Exchange, checks: readonly PassiveCheck[] = createPassiveChecks()): Sighting {
  const looked = new Set<string>()
  const blamed = new Set<string>()
  const rules: string[] = []
  const observed: string[] = []
  for (const check of checks)
    check.look(exchange, {
      looked: (requirement, times = 1) => {
        if (!check.requirements.includes(requirement))
          throw new Error(`${check.title} does not announce ${requirement}`)
        if (times > 0) looked.add(requirement)
      },
      objects: (requirement, { rule }) => {
        if (!looked.has(requirement)) throw new Error(`${check.title} objects to ${requirement} without a look`)
        blamed.add(requirement)
        rules.push(rule)
      },
      observes: (requirement, name, value) => observed.push(`${requirement} ${name}: ${value}`),
    })
  return { looked, blamed: [...blamed].sort(), rules, observed }
}

/** The requirements that one answer is blamed for. */
export function blameFor(answer: Answer): readonly string[] {
  return sightingOf(exchangeOf(answer)).blamed
}
