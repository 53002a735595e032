import type { TransportChange } from './change.ts'

/** Changes how answers are written and sent; each `carry` returns the payload. */
export function transports(carry: TransportChange['carry']): TransportChange {
  return { place: 'transport', carry }
}
