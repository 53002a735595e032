import type { ArrivalChange } from './change.ts'

/** Meets every request when it was admitted; to answer it there and then, send the reply or throw. */
export function arrivals(meet: ArrivalChange['meet']): ArrivalChange {
  return { place: 'arrival', meet }
}
