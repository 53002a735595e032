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
      const { listRequirements } = await import('./list.ts')
      output[json ? 'exact' : 'text'](listRequirements({ only, json }))
    })
  list
    .command('faults')
    .description('list the deliberate breaches that serve --fault switches on')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: Json) => {
      const { listFaults } = await import('./list.ts')
      const { faults } = await import('../../proof/faults/catalogue.ts')
      output[json ? 'exact' : 'text'](listFaults(faults, { json }))
    })
  list
    .command('variants')
    .description('list the conforming variants that serve --variant switches on')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: Json) => {
      const { listVariants } = await import('./list.ts')
      const { variants } = await import('../../proof/variants/catalogue.ts')
      output[json ? 'exact' : 'text'](listVariants(variants, { json }))
    })
}
