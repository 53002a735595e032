import { ConfigurationError } from '../config/errors.ts'
import { nearestWord } from '../config/nearest-word.ts'
import { areas, requirements, type Requirement } from '../contract/requirement.ts'
import { output } from '../client/output.ts'
import type { Command } from 'commander'

interface Json {
  readonly json?: boolean
}

/** Adds `list`: the catalogues, for people or as JSON. */
export function addList(program: Command): void {
  const list = program.command('list').description('list requirements, faults or variants')
  list
    .command('requirements')
    .description('list all requirements, or those of some areas and ids: list requirements PN AUTH-03')
    .argument('[area-or-id...]')
    .option('--json', 'print JSON')
    .action(async (only: readonly string[], { json = false }: Json) => {
      output[json ? 'exact' : 'text'](listRequirements({ only, json }))
    })
  list
    .command('faults')
    .description('list the deliberate breaches that serve --fault switches on')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: Json) => {
      const { faults } = await import('../../proof/faults/catalogue.ts')
      output[json ? 'exact' : 'text'](listFaults(faults, { json }))
    })
  list
    .command('variants')
    .description('list the conforming variants that serve --variant switches on')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: Json) => {
      const { variants } = await import('../../proof/variants/catalogue.ts')
      output[json ? 'exact' : 'text'](listVariants(variants, { json }))
    })
}

interface ListOptions {
  /** For programs: a JSON array instead of lines for people. */
  readonly json?: boolean
  /** Areas and requirement ids; all if there are none. */
  readonly only?: readonly string[]
}

/** Faults or variants of the reference, by id. */
export type SwitchCatalogue = Readonly<Record<string, Switch>>

interface Switch {
  readonly title: string
  /** The requirements that a fault breaks. */
  readonly breaks?: readonly string[]
  /** Why a variant is lawful. */
  readonly latitude?: string
  /** The requirements whose behaviour a variant varies. */
  readonly touches?: readonly string[]
}

/** The text of `list requirements`: the catalogue, area by area. */
export function listRequirements({ json = false, only = [] }: ListOptions = {}): string {
  const all = only.length === 0 ? [...requirements.values()] : only.flatMap((word) => requirementsOf(word))
  if (json) return machineText(all)
  const blocks = areas.flatMap(({ id, title }) => {
    const rows = all.filter(({ area }) => area === id)
    return rows.length === 0 ? [] : [[`${id}: ${title}`, ...rows.map(requirementLine)].join('\n')]
  })
  return `${blocks.join('\n\n')}\n\n${all.length} requirements\n`
}

/** The requirements of a word of the command line: one id, or all of an area. Throws `ConfigurationError`. */
export function requirementsOf(word: string): readonly Requirement[] {
  const sought = word.toUpperCase()
  const found = [...requirements.values()].filter(({ id, area }) => id === sought || area === sought)
  if (found.length > 0) return found
  const known = [...requirements.keys(), ...areas.map(({ id }) => id)]
  const meant = nearestWord(sought, known)
  throw new ConfigurationError(
    `unknown requirement or area "${word}"; ${meant === undefined ? 'see list requirements' : `did you mean ${meant}?`}`,
  )
}

/** The text of `list faults`: each deliberate breach and the requirements that it breaks. */
export function listFaults(faults: SwitchCatalogue, { json = false }: ListOptions = {}): string {
  return listSwitches(faults, { json, sort: 'faults' })
}

/** The text of `list variants`: each lawful difference, why it is lawful, and the requirements that it touches. */
export function listVariants(variants: SwitchCatalogue, { json = false }: ListOptions = {}): string {
  return listSwitches(variants, { json, sort: 'variants' })
}

function requirementLine({ id, kind, statement, needs }: Requirement): string {
  const needed = needs.length === 0 ? '' : ` [${needs.map((need) => need.replaceAll('|', ' or ')).join(', ')}]`
  return `  ${id.padEnd(8)}${kind.padEnd(12)}${statement}${needed}`
}

function listSwitches(catalogue: SwitchCatalogue, { json, sort }: { json: boolean; sort: string }): string {
  const all = Object.entries(catalogue).map(([id, { title, breaks, latitude, touches }]) => ({
    id,
    title,
    breaks,
    latitude,
    touches,
  }))
  if (json) return machineText(all)
  const lines = all.map(({ id, title, breaks = [], latitude, touches = [] }) =>
    [
      id,
      title,
      ...(breaks.length > 0 ? [`breaks ${breaks.join(', ')}`] : []),
      ...(latitude === undefined ? [] : [`lawful: ${latitude}`]),
      ...(touches.length > 0 ? [`touches ${touches.join(', ')}`] : []),
    ].join('\n    '),
  )
  return `${[...lines, `${all.length} ${sort}`].join('\n')}\n`
}

function machineText(rows: readonly object[]): string {
  return `${JSON.stringify(rows, undefined, 2)}\n`
}
