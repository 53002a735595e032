import { errorCodeOf } from '../../checks/error-body.ts'
import type { Exchange } from '../../client/exchange.ts'
import { documentedValues } from '../interface/documented-values.ts'
import type { Session } from '../../run/session.ts'

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

const documentedCodes: ReadonlySet<string | undefined> = new Set(documentedValues.get('error error'))
/** What a refusal for a reason that the contract does not show may be answered with. */
const statusesOfTheirOwn: ReadonlySet<number> = new Set([400, 402, 409, 422])

/** Whether a refusal may say that a place takes no more. lawful: 403, or another status with a code that the contract does not show, or none */
export function mayBeFull(answer: Exchange): boolean {
  if (answer.status === 403) return true
  return statusesOfTheirOwn.has(answer.status) && !documentedCodes.has(errorCodeOf(answer))
}
