import type { Session } from '../../run/session.ts'

/** The session whose checks share places. */
type Sharer = Pick<Session, 'unused'>

/** What checks share a place for. */
export type Sharing = 'files' | 'items'

/** Where checks come to now. */
interface Allotment {
  place: number
  /** Checks that still come to this place. */
  left: number
  /** Checks that come to each place after it. */
  share: number
}

/** What one check usually creates at a shared place. */
const madeByACheck = 4

const allotments = new WeakMap<Sharer, Map<Sharing, Allotment>>()

function allotmentOf(session: Sharer, sharing: Sharing): Allotment {
  const known = allotments.get(session) ?? new Map<Sharing, Allotment>()
  allotments.set(session, known)
  const allotment = known.get(sharing) ?? { place: 0, left: Number.POSITIVE_INFINITY, share: Number.POSITIVE_INFINITY }
  known.set(sharing, allotment)
  return allotment
}

/** The number of the next check's place: always the same, unless a place was full before. */
export function nextPlace(session: Sharer, sharing: Sharing): number {
  const allotment = allotmentOf(session, sharing)
  if (allotment.left <= 0) {
    allotment.place += 1
    allotment.left = allotment.share
  }
  allotment.left -= 1
  return allotment.place
}

/** Notes that a place is full, with its known number of records: from now on fewer checks use each place. */
export function noteFull(session: Sharer, sharing: Sharing, held: number): void {
  const allotment = allotmentOf(session, sharing)
  if (held > 0) allotment.share = Math.min(allotment.share, Math.max(1, Math.floor(held / madeByACheck)))
  allotment.left = 0
}
