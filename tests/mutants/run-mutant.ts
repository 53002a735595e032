// Runs the suite against an instrumented reference in which one mutant is active, and prints what it found as JSON.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { judgeTarget } from '../proof/judge-target.ts'
import type { MutantOutcome } from './outcome.ts'

const [directory = ''] = process.argv.slice(2)

const outcome = await judge().catch((error: unknown): MutantOutcome => ({ state: 'unusable', reason: String(error) }))
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0))

async function judge(): Promise<MutantOutcome> {
  const { startReference, createControls } = await instrumented()
  const { baseUrl, controlUrl, keys } = await startReference({ seed: 'embedded' })
  const record = await judgeTarget({
    baseUrl,
    keys: {
      own: keys.key,
      sameOrganization: keys.sameOrganizationKey,
      otherOrganization: keys.otherOrganizationKey,
      revoked: keys.revokedKey,
    },
    controls: createControls(controlUrl),
    targetFile: { limits: { maxUploadBytes: 5_242_880 } },
    checks: await collectChecks(),
    stopsAtFinding: true,
  })
  const [found] = record.findings
  if (found) return { state: 'killed', requirement: found.requirement, claim: found.claim }
  const isReached = Object.keys(activeCoverage()).includes(process.env['__STRYKER_ACTIVE_MUTANT__'] ?? '')
  return { state: 'survived', isReached, exchanges: record.exchanges }
}

type Instrumented = Pick<typeof import('../../reference/start-reference.ts'), 'startReference'> &
  Pick<typeof import('../../reference/controls.ts'), 'createControls'>

async function instrumented(): Promise<Instrumented> {
  const files = ['start-reference.ts', 'controls.ts']
  const [service, controls] = await Promise.all(files.map((file) => importCopy(file)))
  if (!service || !controls) throw new Error('there is no copy of the reference')
  return { startReference: service.startReference, createControls: controls.createControls }
}

async function importCopy(file: string): Promise<Instrumented> {
  return import(pathToFileURL(join(directory, 'reference', file)).href)
}

/** How often each mutant's place was come to, as the instrumenter counts it. */
function activeCoverage(): object {
  const stryker: unknown = Reflect.get(globalThis, '__stryker__')
  const coverage: unknown = typeof stryker === 'object' && stryker ? Reflect.get(stryker, 'mutantCoverage') : undefined
  const counts: unknown = typeof coverage === 'object' && coverage ? Reflect.get(coverage, 'static') : undefined
  return typeof counts === 'object' && counts !== null ? counts : {}
}
