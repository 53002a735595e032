import { output } from '../client/output.ts'
import type { Command } from 'commander'

/** Adds `openapi`: the interface as an OpenAPI description. */
export function addOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('print an OpenAPI 3.1 description of the interface')
    .allowExcessArguments(false)
    .option('--json', 'as JSON')
    .option('--yaml', 'as YAML; what it is without either')
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const { openapiDocument } = await import('../openapi/openapi-document.ts')
      const { stringify } = await import('yaml')
      const description = openapiDocument()
      const text = json ? `${JSON.stringify(description, undefined, 2)}\n` : stringify(description, yamlOptions)
      output.exact(text)
    })
}

/** Nothing is said by reference to another place of the text, and no line is folded. */
const yamlOptions = { aliasDuplicateObjects: false, lineWidth: 0 } as const
