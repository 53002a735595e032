import type { Configuration } from '../config/configuration.ts'
import { describeDialect } from './describe-dialect.ts'
import { findPublished } from './find-published.ts'
import { readDescription } from './read-description.ts'

/** What a look at a target found of its description. */
export interface DescriptionFound {
  readonly source: string
  readonly version: string
  /** `published`: found at a usual place; a run reads it where it is named. */
  readonly from: 'given' | 'published'
  /** How many endpoints of the contract it has. */
  readonly endpoints: number
}

/** The same for a look that was given none: it searches the usual places of the target. */
export async function withDescriptionFound(configuration: Configuration): Promise<{
  readonly configuration: Configuration
  readonly description: DescriptionFound | undefined
  readonly problem: string | undefined
}> {
  const { openapi, baseUrl, keys } = configuration
  const target = { baseUrl, key: keys.own }
  const { description, problem } =
    openapi === undefined
      ? await findPublished(target)
      : { description: await readDescription({ source: openapi, target }), problem: undefined }
  if (description === undefined) return { configuration, description, problem }
  const { source, version, operations } = description
  return {
    configuration: { ...configuration, described: describeDialect(description) },
    description: { source, version, from: openapi === undefined ? 'published' : 'given', endpoints: operations.size },
    problem: undefined,
  }
}

/** The configuration with what the target's own description says, where one is given. Throws `ConfigurationError`. */
export async function withDescription(configuration: Configuration): Promise<Configuration> {
  const { openapi, baseUrl, keys } = configuration
  if (openapi === undefined) return configuration
  const description = await readDescription({ source: openapi, target: { baseUrl, key: keys.own } })
  return { ...configuration, described: describeDialect(description) }
}
