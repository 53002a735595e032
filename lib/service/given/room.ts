import { errorCodeOf } from '../../checks/error-body.ts'
import type { Exchange } from '../../client/exchange.ts'
import { documentedValues } from '../interface/documented-values.ts'
import type { Session } from '../../run/session.ts'

const places = new WeakMap<Session, Map<string, number>>()

/** Notes that something was created at a place: a later denial may mean that the place is full. */
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

const documentedCodes: ReadonlySet<string | undefined> = new Set(documentedValues.get('error error'))
/** The statuses of rejections for a reason that the contract does not define. */
const statusesOfTheirOwn: ReadonlySet<number> = new Set([400, 402, 409, 422])

/** Whether a rejection may mean that a place is full. lawful: 403, or another status with an undocumented code, or without one */
export function mayBeFull(answer: Exchange): boolean {
  if (answer.status === 403) return true
  return statusesOfTheirOwn.has(answer.status) && !documentedCodes.has(errorCodeOf(answer))
}
