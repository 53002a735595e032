import type { Exchange, Given } from '#suite'

/** Sends a write of another user, again while it is answered with a 409. lawful: a lock for a moment after a write of somebody else */
export function whenNotLocked(given: Given, write: () => Promise<Exchange>): Promise<Exchange> {
  return given.eventually(write, ({ status }) => status !== 409)
}
