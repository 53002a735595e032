import { UntestedError, entriesOf, isRecord, sameId, succeeded, type Exchange, type Sources, textIn } from '#suite'
import type { VersionHistory } from './history-of-versions.ts'
import { ifPossible } from './obstacle.ts'

/** As many entries as a versioned list is asked for: of a longer list the rest is unknown. */
export const longestPage = 100

type Query = Readonly<Record<string, string | number | boolean>>

/** The list of the item of the history as of a version, by whichever id the target takes: the draft's, or the version's own. */
export async function versionedList(
  sources: Sources,
  { history, version, query = {} }: { history: VersionHistory; version: number | 'baseline'; query?: Query },
): Promise<Exchange> {
  const { id } = await foundInVersion(sources, { history, version })
  return sources.given.listProperties(id, { query: { limit: longestPage, version, ...query } })
}

/** The same without a further query, as it was when the id was searched for. */
export async function firstVersionedList(sources: Sources, of: OfVersion): Promise<Exchange> {
  return (await foundInVersion(sources, of)).listed ?? versionedList(sources, of)
}

interface OfVersion {
  readonly history: VersionHistory
  readonly version: number | 'baseline'
}

/** The id under which the item of the history is listed as of a version, and the list that showed it. */
interface InVersion {
  readonly id: string
  readonly listed?: Exchange
}

function foundInVersion(sources: Sources, of: OfVersion): Promise<InVersion> {
  return sources.session.shared(`id under which ${of.version} of item ${of.history.draftItemId} is listed`, () =>
    findInVersion(sources, of),
  )
}

async function findInVersion(sources: Sources, { history, version }: OfVersion): Promise<InVersion> {
  const { api, given } = sources
  const list = (itemId: string): Promise<Exchange> =>
    given.listProperties(itemId, { query: { limit: longestPage, version } })
  const direct = await list(history.draftItemId)
  if (given.entriesOf(direct).length > 0) return { id: history.draftItemId, listed: direct }
  for (const property_id of [...history.draftIds.values()].slice(0, 3)) {
    const read = await api.send('getProperty', { path: { property_id }, query: { version } })
    const itemOfVersion = isRecord(read.json) ? read.json['item_id'] : undefined
    if (!succeeded(read) || typeof itemOfVersion !== 'string') continue
    // What this run publishes it has waited for.
    if (history.model === undefined) await waitUntilFilled(sources, () => list(itemOfVersion))
    return { id: itemOfVersion }
  }
  // lawful: ids of the draft lead to the latest version only, and to others those that the item has in them
  const ofVersions = version === 'baseline' ? [...(history.itemIds?.values() ?? [])] : [history.itemIds?.get(version)]
  const known = [await idInListOfItems(sources, { history, version }), ...ofVersions]
  for (const id of known) if (id !== undefined && given.entriesOf(await list(id)).length > 0) return { id }
  // What this run has published is in each of its versions: if an id of the draft leads to one of them, this one has lost it.
  if (history.model !== undefined && version !== 'baseline' && (await leadsToAnother(sources, history, version)))
    return { id: history.draftItemId }
  throw leadsNowhere(version, direct)
}

/** The id of the item in a version, by the list of items as of that version, if the target shows one. */
async function idInListOfItems(
  { api, session }: Sources,
  { history: { productId, draftItemId }, version }: OfVersion,
): Promise<string | undefined> {
  const query = await ifPossible(session.dialect.listQuery('listItems', { productId }))
  if (query === undefined) return undefined
  const items = entriesOf(await api.send('listItems', { query: { ...query, limit: longestPage, version } }))
  return textIn(
    items.find((item) => sameId(item['draft_item_id'], draftItemId) && !sameId(item['id'], draftItemId)),
    'id',
  )
}

/** lawful: a version that was published just before the run lists nothing yet. What never comes is waited for once. */
async function waitUntilFilled({ given, session }: Sources, list: () => Promise<Exchange>): Promise<void> {
  const isListed = (answer: Exchange): boolean => given.entriesOf(answer).length > 0
  if (isListed(await list())) return
  const wait = async (): Promise<boolean> => isListed(await given.eventually(list, isListed))
  if (await session.shared('empty versions fill up', wait)) await wait()
}

async function leadsToAnother(
  { given }: Sources,
  { draftItemId, versions }: VersionHistory,
  than: number,
): Promise<boolean> {
  for (const version of versions.filter((one) => one !== than))
    if (given.entriesOf(await given.listProperties(draftItemId, { query: { version } })).length > 0) return true
  return false
}

/** lawful: a version whose items and properties are known by their ids in it alone; what the draft calls them is not there, or has nothing. */
export function leadsNowhere(version: number | 'baseline' | undefined, { status }: Exchange): UntestedError {
  return new UntestedError({
    reason: 'capability-absent',
    cause: `the target did not accept an id of the draft with version ${version}: the list answered ${status}`,
  })
}

/** The id that an item has in a version, as its list there shows it; none if it shows nothing. */
export function itemIdIn(listed: Exchange | undefined): string | undefined {
  return textIn(listed && entriesOf(listed)[0], 'item_id')
}
