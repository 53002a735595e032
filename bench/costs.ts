import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { format, isDeepStrictEqual } from 'node:util'
import { collectChecks } from '../lib/cli/collect-checks.ts'
import type { Configuration } from '../lib/config/configuration.ts'
import { mayWrite, measuredEfforts, sharedCosts } from '../lib/run/check-cost.ts'
import type { Check } from '../lib/run/check.ts'
import { planChecks } from '../lib/run/planned-checks.ts'
import {
  checksUsing,
  costsIn,
  creationsIn,
  judgedIn,
  nothing,
  sumOf,
  type Numbers,
  type ProfiledCosts,
} from './costs-in-profile.ts'
import { profileRequests, type RequestProfile } from './request-profile.ts'

// Measures what checks cost a target: `node bench/costs.ts` runs every check against the reference in both modes and at each effort
// that is measured, and writes lib/run/check-costs.json, by which checks are ordered and the doctor plans. Then it runs the checks
// of a smoke run by themselves: few checks leave less to each other than all of them.

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

interface Measured {
  readonly mode: Configuration['mode']
  readonly profiles: readonly RequestProfile[]
  /** At each effort. */
  readonly costs: readonly ProfiledCosts[]
}

async function measured(mode: Configuration['mode']): Promise<Measured> {
  const made = await profiles(mode)
  return { mode, profiles: made, costs: made.map(costsIn) }
}

/** Measures what a smoke run would execute, by the costs that were written, without any other check. */
async function measureSmoke({ mode, costs }: Measured): Promise<void> {
  const titles = new Set(execFileSync(process.execPath, [import.meta.filename, mode], { encoding: 'utf8' }).split('\n'))
  const executed = checks.filter(({ title }) => titles.has(title))
  const profile = await profileRequests({ checks: executed, mode, effort: 'smoke', isWhole: true })
  const { own, setUps } = costsIn(profile)
  process.stdout.write(
    format('%s smoke by itself: %d requests\n', mode, profile.exchanges.length + profile.teardown.length),
  )
  for (const [name, cost] of own) if (isEvaluated(name, profile)) costs[1]?.own.set(name, cost)
  for (const [name, cost] of setUps) costs[1]?.setUps.set(name, cost)
}

/** Whether a check reached its claims: otherwise it may have sent less than it usually does. */
function isEvaluated(name: string, { evaluated }: RequestProfile): boolean {
  return evaluated.has(name) || sharedCosts.some((one) => one === name)
}

/**
 * A line for each check, and one for all shared set-ups: what each sends itself at each effort, the set-ups that it uses, what it
 * did not come to judge, what it creates, and what passive checks judge on its answers.
 */
function linesOf({ mode, profiles: measuredProfiles, costs }: Measured): string {
  const [atStandard, atSmoke] = measuredProfiles
  if (!atStandard || !atSmoke) throw new Error('no effort is measured')
  const setUps = [...new Set(costs.slice(0, 2).flatMap((one) => [...one.setUps.keys()]))].toSorted()
  const uses = [atStandard, atSmoke].map((profile) => usesOf(setUps, profile))
  const creations = creationsIn(atStandard)
  const judged = new Judged(atSmoke)
  const names = new Set([...costs.flatMap(({ own }) => [...own.keys()]), ...uses.flatMap((one) => [...one.keys()])])
  const lines = [...names].toSorted().map((name) => {
    const rows = costs.map(({ own }): Numbers => own.get(name) ?? nothing)
    const row: unknown[] = [
      varying.has(name) ? rows : onceIfSame(rows),
      onceIfSame(uses.map((one) => one.get(name) ?? [])),
      onceIfSame([atStandard, atSmoke].map((profile) => silentOn(name, profile))),
      creations.get(name) ?? '',
      judged.placeOf(name),
    ]
    // What is empty at the end is left out.
    while (row.length > 1 && isEmpty(row.at(-1))) row.pop()
    return `      ${JSON.stringify(name)}: ${JSON.stringify(row)}`
  })
  const shared = setUps.map((name) => {
    const rows = costs.slice(0, 2).map((one): Numbers => one.setUps.get(name) ?? nothing)
    return JSON.stringify([onceIfSame(rows), judged.placeOf(name)])
  })
  const tables = `    "judged": [\n${judged.lines}\n    ],\n    "setUps": [${shared.join(',')}]`
  return `  ${JSON.stringify(mode)}: {\n${tables},\n    "checks": {\n${lines.join(',\n')}\n    }\n  }`
}

/** What a check did not come to judge. */
function silentOn(name: string, { evaluated }: RequestProfile): readonly string[] {
  return (verifiedBy.get(name) ?? []).filter((id) => evaluated.get(name)?.has(id) !== true)
}

/** The places of the set-ups that each check uses. */
function usesOf(setUps: readonly string[], { users }: RequestProfile): ReadonlyMap<string, readonly number[]> {
  const uses = new Map<string, number[]>()
  for (const [place, name] of setUps.entries())
    for (const check of checksUsing(name, users)) uses.set(check, [...(uses.get(check) ?? []), place])
  return uses
}

/** What is the same at both efforts is told once. A scenario does the same at each, except that the lowest one omits rows and shares more. */
function onceIfSame<One>([atStandard, atSmoke]: readonly One[]): readonly (One | undefined)[] {
  return isDeepStrictEqual(atStandard, atSmoke) ? [atStandard] : [atStandard, atSmoke]
}

/** Lists of requirements that passive checks judge on the answers to the same sender, each told once. */
class Judged {
  readonly #bySender: ReadonlyMap<string, readonly string[]>
  readonly #places = new Map<string, number>([['[]', 0]])

  constructor(profile: RequestProfile) {
    const bySender = judgedIn(profile)
    const always = new Set<string>(bySender.get('discovery'))
    this.#bySender = new Map([...bySender].map(([name, ids]) => [name, ids.filter((id) => !always.has(id))]))
  }

  placeOf(sender: string): number {
    const list = JSON.stringify(this.#bySender.get(sender) ?? [])
    const place = this.#places.get(list) ?? this.#places.size
    this.#places.set(list, place)
    return place
  }

  get lines(): string {
    return [...this.#places.keys()].map((list) => `      ${list}`).join(',\n')
  }
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === 0 || (Array.isArray(value) && value.flat().length === 0)
}

/** Rounds in which a smoke run is planned and measured: what it costs decides which checks it executes. */
const rounds = 3

function write(modes: readonly Measured[]): void {
  writeFileSync(new URL('../lib/run/check-costs.json', import.meta.url), `{\n${modes.map(linesOf).join(',\n')}\n}\n`)
}

/** The titles of the checks of a smoke run. */
function planned(mode: Configuration['mode']): readonly string[] {
  const isRunnable = (check: Check): boolean => mode === 'read-write' || !mayWrite(check)
  return planChecks(checks, { mode, effort: 'smoke' }, { isRunnable }).map(({ title }) => title)
}

async function measure(): Promise<void> {
  const modes = [await measured('read-only'), await measured('read-write')]
  write(modes)
  for (let round = 0; round < rounds; round += 1) {
    for (const one of modes) await measureSmoke(one)
    write(modes)
  }
}

const [asked] = process.argv.slice(2)
if (asked === 'read-only' || asked === 'read-write') process.stdout.write(planned(asked).join('\n'))
else await measure()
