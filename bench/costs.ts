import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format } from 'node:util'
import { teardownArea, discoveryArea, groupOf, type Cost, type CostGroup } from '../lib/doctor/cost-group.ts'
import type { Check } from '../lib/run/check.ts'
import type { Exchange } from '../lib/client/exchange.ts'
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
type Tally = Map<string, Cost>

const nothing: Cost = [0, 0, 0, 0]

function sumOf(costs: readonly Cost[]): Cost {
  return costs.reduce<Cost>(([a, b, c, d], [e, f, g, h]) => [a + e, b + f, c + g, d + h], nothing)
}

/** What one exchange costs: a part number is given to whatever it was accepted for, and retires. */
function costOf({ endpoint, status, request: { method, body } }: Exchange): Cost {
  const isAccepted = status < 300
  const numbers = isAccepted && (method === 'POST' || method === 'PATCH') ? body?.text.match(/"part_number":"./g) : null
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  return [1, isWrite ? 1 : 0, numbers?.length ?? 0, isAccepted && endpoint === 'uploadFile' ? 1 : 0]
}

/** What one run cost by the title of the check that sent it. */
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
  const count = (title: string, cost: Cost): void => {
    tally.set(title, sumOf([tally.get(title) ?? nothing, cost]))
  }
  const session = new Session({
    configuration,
    controls: wrapControls(createControls(controlUrl)),
    ledger: Ledger.begin(configuration),
    onExchange: (exchange) => {
      count(exchange.check, costOf(exchange))
      // A run deletes each product that it has made.
      if (exchange.endpoint === 'createProduct' && exchange.status < 300) count(teardownArea, [1, 1, 0, 0])
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
  const ofChecks = (effort: Effort, titles: readonly string[]): Cost =>
    sumOf(titles.map((title) => tallies[effort].get(title) ?? nothing))
  const row = (group: { readonly area: string; readonly needs: string }, titles: readonly string[]): CostGroup => ({
    ...group,
    checks: titles.length,
    quick: ofChecks('quick', titles),
    standard: ofChecks('standard', titles),
    thorough: ofChecks('thorough', titles),
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
    const [requests, , numbers, files] = sumOf([...tallies[effort].values()])
    process.stdout.write(
      format('%s %s: %d requests, %d part numbers, %d files\n', mode, effort, requests, numbers, files),
    )
  }
  measured[mode] = groupsOf(checks, tallies)
}
writeFileSync(new URL('../lib/doctor/costs.json', import.meta.url), `${JSON.stringify(measured, undefined, 2)}\n`)
