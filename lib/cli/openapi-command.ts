import { output } from '../client/output.ts'
import type { Command } from 'commander'

/** Adds `openapi`: the interface as an OpenAPI description, and `openapi diff`: a target's own held against it. */
export function addOpenapi(program: Command): void {
  const openapi = program
    .command('openapi')
    .description('print an OpenAPI 3.1 description of the interface')
    .allowExcessArguments(false)
    .option('--json', 'as JSON')
    .option('--yaml', 'print YAML (default)')
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const { openapiDocument } = await import('../service/openapi/openapi-document.ts')
      const { stringify } = await import('yaml')
      const description = openapiDocument()
      const text = json ? `${JSON.stringify(description, undefined, 2)}\n` : stringify(description, yamlOptions)
      output.exact(text)
    })
  openapi
    .command('diff')
    .description('compare a target’s own OpenAPI description with the contract; exit with 1 if it contradicts it')
    .argument('<file|url>', 'OpenAPI 3.0 or 3.1, JSON or YAML')
    .allowExcessArguments(false)
    .option('--json', 'print JSON')
    .option('--markdown', 'print Markdown')
    .action(async (source: string, _: object, command: Command) => {
      const { openapiDiff } = await import('./openapi-diff.ts')
      process.exitCode = await openapiDiff(source, command.optsWithGlobals())
    })
}

/** Nothing is said by reference to another place of the text, and no line is folded. */
const yamlOptions = { aliasDuplicateObjects: false, lineWidth: 0 } as const
