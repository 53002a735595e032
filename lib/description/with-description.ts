import type { Configuration } from '../config/configuration.ts'
import type { DescribedDialect } from '../config/described-dialect.ts'
import { compareDescriptions } from './diff/compare-descriptions.ts'
import type { GroupedDifference } from './diff/difference.ts'
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

/** The configuration of a look with what the target's description says: the one that is given, or the one that it publishes. */
export async function withDescriptionFound(configuration: Configuration): Promise<{
  readonly configuration: Configuration
  readonly description: DescriptionFound | undefined
  readonly problem: string | undefined
}> {
  const { openapi, keys } = configuration
  const target = { ...configuration, key: keys.own }
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

/** What the target's own description says, and where it differs from the contract. Throws `ConfigurationError`. */
export async function readBeforeRun(configuration: Configuration): Promise<{
  readonly described: DescribedDialect
  readonly version: string
  readonly differences: readonly GroupedDifference[]
}> {
  const description = await readDescription({
    source: configuration.openapi ?? '',
    target: { ...configuration, key: configuration.keys.own },
  })
  const { version } = description
  return { version, described: describeDialect(description), differences: await compareDescriptions(description) }
}
