import type { ConformanceReport } from '../report/conformance-report.ts'
import { areMatchedByEndpoint, type Pair } from './transitions.ts'

const embedded = 'embedded reference'

const wrongWayRound = 'the old run started after the new one: the two may be swapped'

/** Whether what is called the old run is the later one. */
export function isWrongWayRound(runs: Readonly<Record<'old' | 'new', { readonly startedAt: string }>>): boolean {
  return Date.parse(runs.old.startedAt) > Date.parse(runs.new.startedAt)
}

interface Reports {
  readonly old: ConformanceReport
  readonly new: ConformanceReport
}

/** How the two suites differ, one line each; empty if only the target can have changed. */
export function suiteDifferences({ old, new: now }: Reports, pairs: readonly Pair[]): string[] {
  const restated = pairs.filter((pair) => pair.old.kind !== pair.new.kind || pair.old.statement !== pair.new.statement)
  return [
    ...differing('version', old.suite.version, now.suite.version),
    ...differing('contract', old.suite.contract, now.suite.contract),
    ...(old.suite.requirementsDigest === now.suite.requirementsDigest ? [] : ['the sets of requirements differ']),
    ...(restated.length === 0
      ? []
      : [`reworded or of another kind: ${restated.map((pair) => pair.new.id).join(', ')}`]),
    ...(areMatchedByEndpoint(pairs)
      ? ['the signatures of findings have different forms: findings are matched by requirement and endpoint']
      : []),
  ]
}

/** How the two runs were made differently, a line each. */
export function runDifferences({ old, new: now }: Reports): string[] {
  const [then, today] = [old.target, now.target]
  return [
    ...differing('target', then.name, today.name),
    // An embedded reference listens wherever there is room.
    ...(then.name === embedded && today.name === embedded ? [] : differing('base URL', then.baseUrl, today.baseUrl)),
    ...differing('mode', then.mode, today.mode),
    ...differing('effort', then.effort, today.effort),
    ...differing('seed', `${then.seed}`, `${today.seed}`),
    ...differing('selection', selectionOf(old), selectionOf(now)),
    ...(isWrongWayRound({ old: then, new: today }) ? [wrongWayRound] : []),
    ...(old.verdict === 'error' ? ['the old run ended in an error: the comparison is unreliable'] : []),
  ]
}

function selectionOf({ requirements }: ConformanceReport): string {
  const left = requirements.filter(({ untested }) => untested?.reason === 'not-selected').length
  return left === 0 ? 'everything' : `all but ${left} requirements`
}

function differing(what: string, old: string, now: string): string[] {
  return old === now ? [] : [`${what}: ${old} → ${now}`]
}
