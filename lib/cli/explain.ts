import { createPassiveChecks } from '../service/checks/create-passive-checks.ts'
import { endpointCasesOf } from '../service/interface/endpoint-cases.ts'
import { clauseWords } from '../service/interface/clause-words.ts'
import type { Requirement } from '../contract/requirement.ts'
import type { Check } from '../run/check.ts'
import type { SwitchCatalogue } from './list.ts'
import { output } from '../client/output.ts'
import type { Command } from 'commander'
import { requestOf } from '../service/interface/request-of.ts'

/** Adds `explain`: what a requirement demands, and what judges it. */
export function addExplain(program: Command): void {
  program
    .command('explain')
    .description('explain a requirement: its clause, needs, checks, faults and lawful variants')
    .argument('<id...>', 'requirement ids or areas: explain PN-06')
    .action(async (words: readonly string[]) => {
      const { collectChecks } = await import('./collect-checks.ts')
      const { requirementsOf } = await import('./list.ts')
      const explained = words.flatMap((word) => requirementsOf(word))
      const { faults } = await import('../../proof/faults/catalogue.ts')
      const { variants } = await import('../../proof/variants/catalogue.ts')
      const checks = await collectChecks()
      output.text(`${explained.map((one) => explain(one, { checks, faults, variants })).join('\n\n')}\n`)
    })
}

interface Judges {
  readonly checks: readonly Check[]
  readonly faults: SwitchCatalogue
  readonly variants: SwitchCatalogue
}

const needed: Readonly<Record<string, string>> = {
  read: 'a key and existing data',
  write: 'writes (--allow-writes)',
  trace: 'traces: part numbers that stay retired (--allow-traces)',
  'second-key': 'a key of another organization (CONFORMANCE_OTHER_ORG_API_KEY)',
  'same-org-key': 'a second key of the organization (CONFORMANCE_SAME_ORG_API_KEY)',
  'revoked-key': 'a revoked key (CONFORMANCE_REVOKED_API_KEY)',
}

/** The text of `explain`: a requirement with its clause, its needs, its checks, its cases, its faults and its lawful variants. */
function explain({ id, kind, statement, source, needs }: Requirement, { checks, faults, variants }: Judges): string {
  const active = checks.filter(({ verifies }) => verifies.includes(id)).map(({ title }) => title)
  const passive = createPassiveChecks()
    .filter((check) => check.requirements.some((one) => one === id))
    .map(({ title }) => `on every exchange: ${title}`)
  const places = endpointCasesOf(id)
  const broken = Object.entries(faults).filter(([, { breaks }]) => breaks?.includes(id))
  const lawful = Object.entries(variants).filter(([, { touches }]) => touches?.includes(id))
  return [
    `${id} (${kind}): ${statement}`,
    `  contract: ${clauseOf(source)}`,
    `  needs: ${needs.map((need) => alternativesOf(need)).join('; ')}`,
    ...section('checks', [...passive, ...active]),
    `  cases: ${active.length + places.length}`,
    ...(active.length === 0 ? [] : [`    its own checks, each a case: ${active.length}`]),
    ...places.map((endpoint) => `    every response of ${requestOf(endpoint)}`),
    ...section(
      'deliberate faults that break it (serve --fault ID)',
      broken.map(([fault, { title }]) => `${fault}: ${title}`),
    ),
    ...section(
      'lawful variants that touch it (serve --variant ID)',
      lawful.map(([variant, { title, latitude = '' }]) => `${variant}: ${title} (lawful: ${latitude})`),
    ),
  ].join('\n')
}

function clauseOf(source: string): string {
  if (source === '') return 'no clause; implied by any reasonable reading'
  const words = clauseWords(source)
  return words === undefined ? source : `${source} (${words})`
}

function alternativesOf(need: string): string {
  return need
    .split('|')
    .map((one) => needed[one] ?? one)
    .join(' or ')
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return [`  ${title}: ${lines.length}`, ...lines.map((line) => `    ${line}`)]
}
