import { writeFileSync } from 'node:fs'
import { format } from 'node:util'
import { collectChecks } from '../lib/cli/collect-checks.ts'
import type { Configuration } from '../lib/config/configuration.ts'
import { measuredEfforts } from '../lib/run/check-cost.ts'
import { checksUsing, costsIn, creationsIn, sumOf, type Numbers } from './costs-in-profile.ts'
import { profileRequests, type RequestProfile } from './request-profile.ts'

// Measures what checks cost a target: `node bench/costs.ts` runs every check against the reference in both modes and at each effort
// that is measured, and writes lib/run/check-costs.json, by which checks are ordered and the doctor plans.

const checks = await collectChecks()
const verifiedBy = new Map(checks.map(({ title, verifies }) => [title, verifies]))
const varying = new Set(checks.filter(({ kind }) => kind !== 'scenario').map(({ title }) => title))

async function profiles(mode: Configuration['mode']): Promise<readonly RequestProfile[]> {
  const made: RequestProfile[] = []
  for (const effort of measuredEfforts) {
    const profile = await profileRequests({ checks, mode, effort, isWhole: true })
    const { own, setUps } = costsIn(profile)
    const [requests, , numbers, files, products] = sumOf([...own.values(), ...setUps.values()])
    const counts = [requests, profile.teardown.length, products, numbers, files]
    process.stdout.write(
      format(
        '%s %s: %d requests, %d of the teardown, for %d products; %d part numbers, %d files\n',
        mode,
        effort,
        ...counts,
      ),
    )
    made.push(profile)
  }
  return made
}

/** A line for each check, and one for all shared set-ups: what each sends itself at each effort, the set-ups that it uses, what it did not come to judge, and what it creates. */
async function measured(mode: Configuration['mode']): Promise<string> {
  const measuredProfiles = await profiles(mode)
  const costs = measuredProfiles.map(costsIn)
  const standard = measuredEfforts.indexOf('standard')
  const setUps = [...(costs[standard]?.setUps ?? [])].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const { users = new Map() } = measuredProfiles[standard] ?? {}
  const uses = new Map<string, number[]>()
  for (const [place, [name]] of setUps.entries())
    for (const check of checksUsing(name, users)) uses.set(check, [...(uses.get(check) ?? []), place])
  const atStandard = measuredProfiles[standard]
  const evaluated = atStandard?.evaluated
  const creations = atStandard && creationsIn(atStandard)
  const silentOn = (name: string): readonly string[] =>
    (verifiedBy.get(name) ?? []).filter((id) => evaluated?.get(name)?.has(id) !== true)
  const names = new Set([...costs.flatMap(({ own }) => [...own.keys()]), ...uses.keys()])
  const lines = [...names].toSorted().map((name) => {
    const rows = costs.map(({ own }): Numbers => own.get(name) ?? [0, 0, 0, 0, 0])
    const silent = silentOn(name)
    const creates = creations?.get(name) ?? ''
    const row: unknown[] = [varying.has(name) ? rows : rowsOfScenario(rows), uses.get(name) ?? [], silent, creates]
    // What is empty at the end is left out.
    while (row.length > 1 && (row.at(-1) === '' || isEmpty(row.at(-1)))) row.pop()
    return `      ${JSON.stringify(name)}: ${JSON.stringify(row)}`
  })
  const shared = JSON.stringify(setUps.map(([, cost]) => cost))
  return `  ${JSON.stringify(mode)}: {\n    "setUps": ${shared},\n    "checks": {\n${lines.join(',\n')}\n    }\n  }`
}

/** A scenario does the same at each effort, except that the lowest one may omit rows. */
function rowsOfScenario(rows: readonly Numbers[]): readonly Numbers[] {
  const [[atStandard] = [0], [atSmoke] = [0]] = rows
  return rows.slice(0, atSmoke < atStandard ? 2 : 1)
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

const modes = [await measured('read-only'), await measured('read-write')]
writeFileSync(new URL('../lib/run/check-costs.json', import.meta.url), `{\n${modes.join(',\n')}\n}\n`)
