import type { Check } from '../../lib/run/check.ts'
import { findWitnesses } from '../../tests/proof/witnesses.ts'
import type { FaultId } from '../faults/catalogue.ts'
import { current, instrumented } from './mutant-switch.ts'
import { judgeReference } from '../judge/judge-reference.ts'
import { TracingSession, Uses } from '../judge/tracing-session.ts'

/** What the suite without a mutant is like. */
export interface SoundSuite {
  readonly titles: readonly string[]
  readonly declarations: readonly string[]
  /** Titles of checks, names of what they share → ids of the mutants whose code it executes. */
  readonly executed: Readonly<Record<string, readonly string[]>>
  /** Title of a check → itself, and what is shared that it uses. */
  readonly behind: Readonly<Record<string, readonly string[]>>
  /** Each fault, with the places in `titles` of the checks whose requests come to what it changes. */
  readonly witnesses: ReadonlyArray<readonly [fault: FaultId, places: readonly number[]]>
  /** Ids of the mutants whose code is executed while modules are loaded. */
  readonly loaded: readonly string[]
}

/** What of a check the number of cases tells: a test holds it. */
export function declarationOf({ title, verifies }: Check): string {
  return `${verifies.join(' ')} ${title}`
}

/** Switches one mutant on, and every other off; `''` switches all off. What modules computed as they were loaded stays. */
export function switchMutant(id: string): void {
  instrumented.activeMutant = id
}

/** Runs all checks against the sound reference: which mutants' code each executes, or what is made for it. */
export async function coverage(checks: readonly Check[]): Promise<SoundSuite> {
  const marked = checks.map((check) => ({
    ...check,
    run: (...[context]: Parameters<Check['run']>) => current.run(check.title, () => check.run(context)),
  }))
  const uses = new Uses()
  const { record } = await judgeReference({
    checks: marked,
    effort: 'standard',
    openSession: (options) => new TracingSession(options, { senders: current, uses }),
  })
  if (record.findings.length > 0) throw new Error('without a mutant the sound reference is accused')
  const { perTest, static: loaded } = instrumented.mutantCoverage
  const places = new Map(checks.map((check, place) => [check, place]))
  const witnesses = [...(await findWitnesses(checks))].map(
    ([fault, those]) => [fault, those.flatMap((check) => places.get(check) ?? [])] as const,
  )
  return {
    titles: checks.map(({ title }) => title),
    declarations: checks.map(declarationOf),
    loaded: Object.keys(loaded),
    witnesses,
    executed: Object.fromEntries(Object.entries(perTest).map(([sender, ids]) => [sender, Object.keys(ids)])),
    behind: Object.fromEntries(checks.map(({ title }) => [title, [...uses.behind(title)]])),
  }
}

/** The titles of the checks that execute the code of one of some mutants, or for which something is made that does. */
export function executing({ executed, behind, titles }: SoundSuite, ids: ReadonlySet<string>): ReadonlySet<string> {
  const senders = new Set(Object.keys(executed).filter((sender) => executed[sender]?.some((id) => ids.has(id))))
  return new Set(titles.filter((title) => behind[title]?.some((sender) => senders.has(sender))))
}
