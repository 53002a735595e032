import { randomInt } from 'node:crypto'
import type { Session } from '../../run/session.ts'

/** Sizes that uploads without bytes of their own have: small, and so many that two runs rarely meet. */
const smallest = 600
const largest = 60_000
/** Below this there are too few sizes for the uploads of a run. */
const leastLimit = 2500

type Sizing = Pick<Session, 'unused'>

const limits = new WeakMap<Sizing, number>()

/** No upload without bytes of its own is larger: a limit that nobody has told is learned from what was too large. */
export function largestUpload(session: Sizing): number {
  return limits.get(session) ?? largest
}

/** A size that no other upload of this session has. */
export function freshUploadSize(session: Sizing): number {
  return session.unused('upload size', () => randomInt(smallest, largestUpload(session)))
}

/** Notes that a file of this size was too large, and tells whether smaller ones are left to try. */
export function learnTooLarge(session: Sizing, size: number): boolean {
  const known = largestUpload(session)
  limits.set(session, Math.min(known, Math.max(leastLimit, Math.floor(size / 2))))
  return size > leastLimit
}

/** Whether an upload of this size is one of those that any limit worth having lets pass. */
export function isUsualSize(size: number): boolean {
  return size >= smallest && size <= largest
}
