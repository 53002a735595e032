import type { Command } from 'commander'
import { listFaults, listRequirements, listVariants } from './list.ts'

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
    .action((only: readonly string[], { json = false }: Json) => {
      process.stdout.write(listRequirements({ only, json }))
    })
  list
    .command('faults')
    .description('deliberate breaches of the contract, which serve --fault switches on')
    .option('--json', 'for machines')
    .action(async ({ json = false }: Json) => {
      const { faults } = await import('../../reference/faults/catalogue.ts')
      process.stdout.write(listFaults(faults, { json }))
    })
  list
    .command('variants')
    .description('lawful differences, which serve --variant switches on')
    .option('--json', 'for machines')
    .action(async ({ json = false }: Json) => {
      const { variants } = await import('../../reference/variants/catalogue.ts')
      process.stdout.write(listVariants(variants, { json }))
    })
}
