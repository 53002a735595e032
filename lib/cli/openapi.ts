import { resolve } from 'node:path'
import { output } from '../client/output.ts'
import { redact } from '../client/redactor.ts'
import { readConnection } from '../config/connection.ts'
import { isUrl } from '../config/description-source.ts'
import { settingsFrom } from '../config/settings.ts'
import { compareDescriptions } from '../description/diff/compare-descriptions.ts'
import { departs } from '../description/diff/difference.ts'
import { differenceJson, differenceMarkdown, differenceText } from '../description/diff/difference-text.ts'
import type { DescriptionPlace } from '../description/description-text.ts'
import { readDescription } from '../description/read-description.ts'
import type { Command } from 'commander'

/** Adds `openapi`: the interface as an OpenAPI description, and `openapi diff`: a comparison with a target's own description. */
export function addOpenapi(program: Command): void {
  const openapi = program
    .command('openapi')
    .description('print an OpenAPI 3.1 description of the interface')
    .allowExcessArguments(false)
    .option('--json', 'print JSON')
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
      process.exitCode = await openapiDiff(source, command.optsWithGlobals())
    })
}

/** No YAML references, and no folded lines. */
const yamlOptions = { aliasDuplicateObjects: false, lineWidth: 0 } as const

interface DiffFlags {
  readonly json?: boolean
  readonly markdown?: boolean
}

/** Prints where a description differs from the contract; returns the exit code. Throws `ConfigurationError` if it cannot be read. */
async function openapiDiff(source: string, { json = false, markdown = false }: DiffFlags): Promise<0 | 1> {
  const target = targetNamed()
  const place = { source: isUrl(source) ? source : resolve(source), ...(target === undefined ? {} : { target }) }
  const description = { ...(await readDescription(place)), source }
  const compared = { description, differences: await compareDescriptions(description) }
  if (json) output.exact(redact(differenceJson(compared)))
  else output.text(redact(markdown ? differenceMarkdown(compared) : differenceText(compared)))
  return compared.differences.some(departs) ? 1 : 0
}

/** The target in the environment, whose key may be needed for its description. */
function targetNamed(): DescriptionPlace['target'] {
  const settings = settingsFrom({ flags: {}, environment: process.env, directory: process.cwd() })
  const [baseUrl, key] = [settings.text('baseUrl'), settings.secret('CONFORMANCE_API_KEY')?.given]
  if (baseUrl === undefined || typeof key !== 'string' || !URL.canParse(baseUrl)) return undefined
  return { baseUrl, key, ...readConnection(settings, baseUrl) }
}
