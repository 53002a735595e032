import type { Session } from '../session.ts'

const places = new WeakMap<Session, Map<string, number>>()

/** Notes that something was made at a place: what is denied there later may be denied because the place is full. */
export function noteRoom(session: Session, place: string): void {
  const noted = places.get(session) ?? new Map<string, number>()
  places.set(session, noted.set(place, (noted.get(place) ?? 0) + 1))
}

/** How much was made there in this session. */
export function madeAt(session: Session, place: string): number {
  return places.get(session)?.get(place) ?? 0
}

/** Whether something was made there in this session. */
export function hadRoom(session: Session, place: string): boolean {
  return madeAt(session, place) > 0
}
