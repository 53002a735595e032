import { readdirSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { listFaults, listRequirements, listVariants, type SwitchCatalogue } from './list.ts'

/** Adds `list`: the catalogues, for people or as JSON. */
export function addList(program: Command): void {
  const list = program
    .command('list')
    .description('the catalogues: requirements, faults of the reference, variants of it')
  const texts = {
    requirements: (json: boolean) => listRequirements({ json }),
    faults: (json: boolean) => listFaults(readCatalogue('faults'), { json }),
    variants: (json: boolean) => listVariants(readCatalogue('variants'), { json }),
  }
  for (const [name, text] of Object.entries(texts))
    list
      .command(name)
      .option('--json', 'for machines')
      .action(({ json = false }: { readonly json?: boolean }) => {
        process.stdout.write(text(json))
      })
}

/** The catalogues of the reference are data: read as such, without starting anything. */
function readCatalogue(name: 'faults' | 'variants'): SwitchCatalogue {
  const directory = new URL(`../../reference/${name}/`, import.meta.url)
  const files = readdirSync(directory).filter((file) => file.endsWith('.json'))
  return Object.assign(
    {},
    ...files.map((file): SwitchCatalogue => JSON.parse(readFileSync(new URL(file, directory), 'utf8'))),
  )
}
