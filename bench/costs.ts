import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format } from 'node:util'
import { teardownArea, discoveryArea, groupOf, type Cost, type CostGroup } from '../lib/doctor/cost-group.ts'
import type { Check } from '../lib/run/check.ts'
import { collectChecks } from '../lib/cli/collect-checks.ts'
import { runChecks } from '../lib/run/run-checks.ts'
import { resolveConfiguration } from '../lib/config/resolve-configuration.ts'
import { Session } from '../lib/run/session.ts'
import { wrapControls } from '../lib/config/controls.ts'
import { Ledger } from '../lib/ledger/ledger.ts'
import { ownershipCheck } from '../lib/ledger/ownership-guard.ts'
import { createControls } from '../reference/controls.ts'
import { startReference } from '../reference/start-reference.ts'
import { keyEnvironment } from '../lib/client/key-variables.ts'

// Measures what the doctor's plan is made of: `node bench/costs.ts` runs every check against the reference in both modes
// and at each effort, and writes lib/doctor/costs.json.

const efforts = ['quick', 'standard', 'thorough'] as const
const modes = ['read-only', 'read-write'] as const
const uploadLimit = 5_242_880

type Effort = (typeof efforts)[number]
type Mode = (typeof modes)[number]
type Tally = Map<string, { requests: number; writes: number }>

/** Requests and writes of one run by the title of the check that sent them. */
async function tallyRun(checks: readonly Check[], mode: Mode, effort: Effort): Promise<Tally> {
  const reference = await startReference({ seed: 'embedded' })
  const directory = mkdtempSync(join(tmpdir(), 'costs-'))
  const { baseUrl, keys, controlUrl } = reference
  const isAllowed = mode === 'read-write'
  const resolved = resolveConfiguration({
    flags: { baseUrl, allowWrites: isAllowed, allowTraces: isAllowed, seed: '42', effort, reports: directory },
    environment: keyEnvironment(keys),
    directory,
  })
  const configuration = { ...resolved, targetFile: { limits: { maxUploadBytes: uploadLimit } } }
  const tally: Tally = new Map()
  const count = (title: string, isWrite: boolean): void => {
    const known = tally.get(title) ?? { requests: 0, writes: 0 }
    tally.set(title, { requests: known.requests + 1, writes: known.writes + (isWrite ? 1 : 0) })
  }
  const session = new Session({
    configuration,
    controls: wrapControls(createControls(controlUrl)),
    ledger: Ledger.begin(configuration),
    onExchange: ({ check, endpoint, status, request }) => {
      count(check, !['GET', 'HEAD', 'OPTIONS'].includes(request.method))
      // A run deletes each product that it has made.
      if (endpoint === 'createProduct' && status < 300) count(teardownArea, true)
    },
  })
  try {
    await runChecks(checks, session)
    return tally
  } finally {
    await session.close()
    await reference.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

function groupsOf(checks: readonly Check[], tallies: Readonly<Record<Effort, Tally>>): readonly CostGroup[] {
  const costOf = (effort: Effort, titles: readonly string[]): Cost => {
    const costs = titles.map((title) => tallies[effort].get(title) ?? { requests: 0, writes: 0 })
    return [costs.reduce((sum, { requests }) => sum + requests, 0), costs.reduce((sum, { writes }) => sum + writes, 0)]
  }
  const row = (group: { readonly area: string; readonly needs: string }, titles: readonly string[]): CostGroup => ({
    ...group,
    checks: titles.length,
    quick: costOf('quick', titles),
    standard: costOf('standard', titles),
    thorough: costOf('thorough', titles),
  })
  const grouped = Map.groupBy(checks, (check) => JSON.stringify(groupOf(check)))
  const rows = [...grouped.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          row(
            groupOf(first),
            [first, ...others].map(({ title }) => title),
          ),
        ],
  )
  const further = [
    row({ area: discoveryArea, needs: '' }, ['discovery of the dialect', ownershipCheck]),
    row({ area: teardownArea, needs: '' }, [teardownArea]),
  ]
  return [...rows, ...further].filter(({ thorough: [requests] }) => requests > 0)
}

const checks = await collectChecks()
const measured: Partial<Record<Mode, readonly CostGroup[]>> = {}
for (const mode of modes) {
  const tallies: Record<Effort, Tally> = { quick: new Map(), standard: new Map(), thorough: new Map() }
  for (const effort of efforts) {
    tallies[effort] = await tallyRun(checks, mode, effort)
    const requests = [...tallies[effort].values()].reduce((sum, cost) => sum + cost.requests, 0)
    process.stdout.write(format('%s %s: %d requests\n', mode, effort, requests))
  }
  measured[mode] = groupsOf(checks, tallies)
}
writeFileSync(new URL('../lib/doctor/costs.json', import.meta.url), `${JSON.stringify(measured, undefined, 2)}\n`)
