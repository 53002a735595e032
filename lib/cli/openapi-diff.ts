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

interface DiffFlags {
  readonly json?: boolean
  readonly markdown?: boolean
}

/** Prints where a description differs from the contract; gives the exit code. Throws `ConfigurationError` where it cannot be read. */
export async function openapiDiff(source: string, { json = false, markdown = false }: DiffFlags): Promise<0 | 1> {
  const target = targetNamed()
  const place = { source: isUrl(source) ? source : resolve(source), ...(target === undefined ? {} : { target }) }
  const description = { ...(await readDescription(place)), source }
  const compared = { description, differences: await compareDescriptions(description) }
  if (json) output.exact(redact(differenceJson(compared)))
  else output.text(redact(markdown ? differenceMarkdown(compared) : differenceText(compared)))
  return compared.differences.some(departs) ? 1 : 0
}

/** The target of the environment, whose key may open what it publishes. */
function targetNamed(): DescriptionPlace['target'] {
  const settings = settingsFrom({ flags: {}, environment: process.env, directory: process.cwd() })
  const [baseUrl, key] = [settings.text('baseUrl'), settings.secret('CONFORMANCE_API_KEY')?.given]
  if (baseUrl === undefined || typeof key !== 'string' || !URL.canParse(baseUrl)) return undefined
  return { baseUrl, key, ...readConnection(settings, baseUrl) }
}
