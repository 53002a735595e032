import { output } from '../client/output.ts'
import type { Command } from 'commander'

interface Json {
  readonly json?: boolean
}

/** Adds `list`: the catalogues, for people or as JSON. */
export function addList(program: Command): void {
  const list = program
    .command('list')
    .description('the catalogues: requirements, faults of the reference, variants of it')
  list
    .command('requirements')
    .description('all of them, or those of some areas and ids: list requirements PN AUTH-03')
    .argument('[area-or-id...]')
    .option('--json', 'for machines')
    .action(async (only: readonly string[], { json = false }: Json) => {
      const { listRequirements } = await import('./list.ts')
      output[json ? 'exact' : 'text'](listRequirements({ only, json }))
    })
  list
    .command('faults')
    .description('deliberate breaches of the contract, which serve --fault switches on')
    .option('--json', 'for machines')
    .action(async ({ json = false }: Json) => {
      const { listFaults } = await import('./list.ts')
      const { faults } = await import('../../reference/faults/catalogue.ts')
      output[json ? 'exact' : 'text'](listFaults(faults, { json }))
    })
  list
    .command('variants')
    .description('lawful differences, which serve --variant switches on')
    .option('--json', 'for machines')
    .action(async ({ json = false }: Json) => {
      const { listVariants } = await import('./list.ts')
      const { variants } = await import('../../reference/variants/catalogue.ts')
      output[json ? 'exact' : 'text'](listVariants(variants, { json }))
    })
}
