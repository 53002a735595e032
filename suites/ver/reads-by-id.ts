import { succeeded, type Exchange, type Sources, type Entry } from '#suite'
import type { VersionHistory } from '../shared/version-history.ts'
import { kindOf, shownType } from '../shared/example-property.ts'
import { cachedVersionList } from './published-subjects.ts'

/** A property as of a version, read by one of its ids. */
export interface ReadById {
  readonly version: number
  /** As the list of the version shows it. */
  readonly entry: Entry
  readonly idOf: 'version' | 'draft'
  readonly answer: Exchange
  readonly readAgain: () => Promise<Exchange>
  /** The same with the type as its hint, in upper case for some; none if the property was not found, or has two names for its type. */
  readonly hinted: readonly Exchange[]
}

/** How the entries of a version are read, one after the other; in the next version each is read as its neighbour was before. */
const readings = [
  { firstId: 'version', hint: 'type' },
  { firstId: 'draft', hint: 'TYPE' },
  { firstId: 'version', hint: 'none' },
  { firstId: 'draft', hint: 'none' },
] as const

/** The first entry of each type, and then the others. */
function typesFirst(entries: readonly Entry[]): readonly Entry[] {
  const first = new Set(new Map(entries.toReversed().map((entry) => [shownType(entry), entry])).values())
  return [...first, ...entries.filter((entry) => !first.has(entry))]
}

/** Reads of some entries of each version by their ids. Where one id is refused, the other is asked for. Once a session. */
export function readsById(sources: Sources, history: VersionHistory, most: number): Promise<readonly ReadById[]> {
  return sources.session.shared(`properties of ${history.productId} by id as of versions`, async () => {
    const reads = history.versions.map(async (version, turn) => {
      const { entries } = await cachedVersionList(sources, history, { version })
      return Promise.all(
        typesFirst(entries)
          .slice(0, most)
          .map((entry, index) => {
            const reading = readings[(index + turn) % readings.length] ?? readings[0]
            return readOne(sources, { version, entry }, reading)
          }),
      )
    })
    return (await Promise.all(reads)).flat(2)
  })
}

async function readOne(
  { api }: Sources,
  { version, entry }: Pick<ReadById, 'version' | 'entry'>,
  { firstId, hint }: (typeof readings)[number],
): Promise<readonly ReadById[]> {
  const ids = { version: entry['id'], draft: entry['draft_property_id'] }
  const reads: ReadById[] = []
  for (const idOf of [firstId, firstId === 'draft' ? 'version' : 'draft'] as const) {
    const id = ids[idOf]
    if (typeof id !== 'string' || reads.some(({ answer }) => succeeded(answer))) continue
    const path = { property_id: id }
    const readAgain = (): Promise<Exchange> => api.send('getProperty', { path, query: { version } })
    const answer = await readAgain()
    const type = shownType(entry)
    // A matrix that is shown as a number has two names, of which either may be the right hint.
    const isHinted = succeeded(answer) && type !== undefined && type === kindOf(entry) && hint !== 'none'
    const spelled = hint === 'TYPE' ? type?.toUpperCase() : type
    const hinted = isHinted ? [await api.send('getProperty', { path, query: { version, type: spelled } })] : []
    // lawful: others have published a version since, and the draft's id leads to the latest version only
    const isStillFound = hinted.every(succeeded) || succeeded(await readAgain())
    reads.push({ version, entry, idOf, answer, readAgain, hinted: isStillFound ? hinted : [] })
  }
  return reads
}
