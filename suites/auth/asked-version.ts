/** The version that a request names: none, one by its number, or the baseline. */
export type AskedVersion = 'number' | 'baseline' | undefined

/** The value of `version`. A number that the product may not have is no more open to others. */
export function versionQuery(asked: AskedVersion, published: number | undefined): number | 'baseline' | undefined {
  return asked === 'number' ? (published ?? 1) : asked
}

/** Ways to ask for a record: by the id that it has in the draft or in a published version, and in which version. */
export const asks = {
  draft: { name: 'by its draft id', by: 'draft', version: undefined },
  version: { name: 'by its draft id for a version', by: 'draft', version: 'number' },
  baseline: { name: 'by its draft id for the baseline', by: 'draft', version: 'baseline' },
  published: { name: 'by its published id', by: 'published', version: undefined },
  publishedVersion: { name: 'by its published id for a version', by: 'published', version: 'number' },
  publishedBaseline: { name: 'by its published id for the baseline', by: 'published', version: 'baseline' },
} as const
