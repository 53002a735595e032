import type { Session } from '../session.ts'

const places = new WeakMap<Session, Set<string>>()

/** Notes that something was made at a place: what is denied there later may be denied because the place is full. */
export function noteRoom(session: Session, place: string): void {
  const noted = places.get(session) ?? new Set()
  places.set(session, noted.add(place))
}

/** Whether something was made there in this session. */
export function hadRoom(session: Session, place: string): boolean {
  return places.get(session)?.has(place) === true
}
