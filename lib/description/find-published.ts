import { askFor, type DescriptionPlace } from './description-text.ts'
import { isOfService } from './operations.ts'
import { describedBy, type Description } from './read-description.ts'

/** Where frameworks publish their description, from the base URL on; the likeliest first. */
const usualPlaces = [
  '/openapi.json',
  '/v1/public/openapi.json',
  '/openapi.yaml',
  '/api-json',
  '/docs-json',
  '/swagger.json',
  '/v3/api-docs',
  '/swagger/v1/swagger.json',
  '/docs/json',
  '/api/openapi.json',
] as const

/** What came of a search. */
export interface Published {
  readonly description: Description | undefined
  /** Why what was found cannot be read. */
  readonly problem: string | undefined
}

/** Looks for the description that a target publishes; a place that does not answer ends the search. */
export async function findPublished(target: NonNullable<DescriptionPlace['target']>): Promise<Published> {
  let problem: string | undefined
  let isOpen = true
  for (const place of usualPlaces) {
    const url = new URL(`${target.baseUrl}${place}`)
    const answer = await askFor(url, target, isOpen).catch(() => undefined)
    if (answer === undefined) break
    if (answer.isKeyed === true) isOpen = false
    if (answer.status !== 200 || !/["']?(?:openapi|swagger)["']?\s*:/.test(answer.text)) continue
    try {
      const description = await describedBy(url.href, answer.text)
      if (isOfService(description)) return { description, problem: undefined }
    } catch (error) {
      problem ??= error instanceof Error ? error.message : String(error)
    }
  }
  return { description: undefined, problem }
}
