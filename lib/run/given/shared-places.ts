import type { Session } from '../session.ts'

/** What checks share a place for. */
export type Sharing = 'files' | 'items'

interface Turn {
  place: number
  /** Checks that still come to this place. */
  left: number
  /** Checks that come to each place after it. */
  share: number
}

/** What one check makes at a place that it shares, as a rule. */
const madeByACheck = 4

const turns = new WeakMap<Session, Map<Sharing, Turn>>()

function turnOf(session: Session, sharing: Sharing): Turn {
  const known = turns.get(session) ?? new Map<Sharing, Turn>()
  turns.set(session, known)
  const turn = known.get(sharing) ?? { place: 0, left: Number.POSITIVE_INFINITY, share: Number.POSITIVE_INFINITY }
  known.set(sharing, turn)
  return turn
}

/** The number of the place that the next check comes to: always the same, unless a place was once full. */
export function nextPlace(session: Session, sharing: Sharing): number {
  const turn = turnOf(session, sharing)
  if (turn.left <= 0) {
    turn.place += 1
    turn.left = turn.share
  }
  turn.left -= 1
  return turn.place
}

/** Notes that a place which holds so much takes no more: fewer checks come to each place from now on. */
export function noteFull(session: Session, sharing: Sharing, held: number): void {
  const turn = turnOf(session, sharing)
  turn.share = Math.min(turn.share, Math.max(1, Math.floor(held / madeByACheck)))
  turn.left = 0
}
