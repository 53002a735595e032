import type { Exchange, Sources, Entry } from '#suite'
import { existingHistory, needs, versionHistory, type VersionHistory } from '../shared/version-history.ts'
import { firstVersionedList, versionedList } from '../shared/versioned-list.ts'

/** Published products that rules are judged by: if the run can publish one of its own, the one that is there as well. */
export const publishedSubjects = [
  { whose: 'a product', needs, historyOf: versionHistory, entriesRead: 8 },
  {
    whose: 'an existing product',
    needs: ['fixture:published-product'] as const,
    historyOf: (sources: Sources): Promise<VersionHistory> =>
      sources.session.shared('published product as it is there', () => existingHistory(sources)),
    entriesRead: 4,
  },
] as const

export interface VersionList {
  readonly answer: Exchange
  readonly entries: readonly Entry[]
}

/** What a list as of a version is asked for with. */
export interface ListOf {
  readonly version: number
  readonly query?: Readonly<Record<string, string>>
}

/**
 * A list as of a version, read once per session: whether a version ever changes is asked elsewhere. Blocked by VER-02 if it is
 * rejected.
 */
export function cachedVersionList(
  sources: Sources,
  history: VersionHistory,
  { version, query = {} }: ListOf,
): Promise<VersionList> {
  const filters = Object.entries(query).flat().join(' ')
  return sources.session.shared(`list of version ${version} of item ${history.draftItemId} ${filters}`, async () => {
    const read = filters === '' ? firstVersionedList : versionedList
    const answer = sources.given.requireSuccess(await read(sources, { history, version, query }), 'VER-02')
    return { answer, entries: sources.given.entriesOf(answer) }
  })
}
