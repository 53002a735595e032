import { refuseDeep } from '../config/read-bounded.ts'
import { ConfigurationError } from '../config/errors.ts'
import { isRecord } from '../contract/is-record.ts'
import { show } from '../contract/show.ts'
import { descriptionText, type DescriptionPlace } from './description-text.ts'
import { operationsIn, type DescribedOperations } from './operations.ts'

/** A target's published OpenAPI description with its references resolved: parts may contain themselves. */
export interface Description extends DescribedOperations {
  readonly source: string
  /** Of OpenAPI: 3.0.3, 3.1.0. */
  readonly version: string
  readonly document: Readonly<Record<string, unknown>>
}

/** Milliseconds that are enough to resolve any description of this size, on any machine. */
const longestResolving = 20_000

/** Reads the description of a target, OpenAPI 3.0 or 3.1 in JSON or YAML. Throws `ConfigurationError` in one line. */
export async function readDescription(place: DescriptionPlace): Promise<Description> {
  return describedBy(place.source, await descriptionText(place))
}

/** Parses a description. Throws `ConfigurationError` in one line. */
export async function describedBy(source: string, text: string): Promise<Description> {
  try {
    const document = await resolved(await parsed(text))
    return { source, version: String(document['openapi']), document, ...operationsIn(document) }
  } catch (cause) {
    const why = (cause instanceof Error ? cause.message : String(cause)).split('\n')[0] ?? ''
    throw new ConfigurationError(`${source} is not an OpenAPI description: ${why}; check its file or URL`, {
      cause,
    })
  }
}

async function parsed(text: string): Promise<Readonly<Record<string, unknown>>> {
  if (/^\s*</.test(text)) throw new Error('it is HTML or XML; give the address of the JSON or YAML file')
  refuseDeep(text)
  const data: unknown = /^\s*\{/.test(text) ? JSON.parse(text) : await parsedYaml(text)
  if (!isRecord(data)) throw new Error(`it is ${show(data)}, not an object`)
  if (data['swagger'] !== undefined) throw new Error('it is Swagger 2.0; convert it to OpenAPI 3')
  const version = data['openapi']
  if (typeof version !== 'string' || !/^3\.[01]\.\d+$/.test(version))
    throw new Error(`its field openapi is ${show(version)}; only 3.0 and 3.1 are supported`)
  if (!isRecord(data['paths'])) throw new Error('it has no paths')
  refuseForeignReferences(data)
  return data
}

async function parsedYaml(text: string): Promise<unknown> {
  const { parse } = await import('yaml')
  return parse(text, { maxAliasCount: 100, logLevel: 'error' })
}

/** References must be inside the description: the parser reads nothing else, and contacts no other host. */
function refuseForeignReferences(data: object): void {
  // A tree of parsed data: it cannot contain itself.
  for (const value of Object.values(data)) {
    if (typeof value !== 'object' || value === null) continue
    const reference: unknown = isRecord(value) ? value['$ref'] : undefined
    if (typeof reference === 'string' && !reference.startsWith('#'))
      throw new Error(`it refers to ${reference}; bundle everything into one file`)
    refuseForeignReferences(value)
  }
}

async function resolved(data: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser')
  const options = { resolve: { external: false }, timeoutMs: longestResolving }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parser checks the version by itself, and what it gives is read as unknown data
  const document: unknown = await SwaggerParser.dereference(data as never, options)
  if (!isRecord(document)) throw new Error('it is not an object')
  return document
}
