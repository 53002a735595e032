/** The version that a request names: none, one by its number, or the baseline. */
export type AskedVersion = 'number' | 'baseline' | undefined

/** The value of `version`. A number that the product may not have is no more open to others. */
export function versionQuery(asked: AskedVersion, published: number | undefined): number | 'baseline' | undefined {
  return asked === 'number' ? (published ?? 1) : asked
}

/** Ways to ask for a record: by the id that it has in the draft or in a published version, and in which version. */
export const asks = {
  draft: { name: 'draft id', by: 'draft', version: undefined },
  version: { name: 'draft id, version=N', by: 'draft', version: 'number' },
  baseline: { name: 'draft id, version=baseline', by: 'draft', version: 'baseline' },
  published: { name: 'published id', by: 'published', version: undefined },
  publishedVersion: { name: 'published id, version=N', by: 'published', version: 'number' },
  publishedBaseline: { name: 'published id, version=baseline', by: 'published', version: 'baseline' },
} as const
