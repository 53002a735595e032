import { randomInt } from 'node:crypto'
import type { Session } from '../../run/session.ts'

/** Sizes of uploads without their own bytes: small, and so many that two runs rarely use the same. */
const smallest = 600
const largest = 60_000
/** Below this there are too few sizes for the uploads of a run. */
const leastLimit = 2500

type Sizing = Pick<Session, 'unused'>

const limits = new WeakMap<Sizing, number>()

/** The maximum size of an upload without its own bytes: an undeclared limit is learned from rejected files. */
export function largestUpload(session: Sizing): number {
  return limits.get(session) ?? largest
}

/** A size that no other upload of this session has. */
export function freshUploadSize(session: Sizing): number {
  return session.unused('upload size', () => randomInt(smallest, largestUpload(session)))
}

/** Notes that a file of this size was too large; returns whether there are smaller ones to try. */
export function learnTooLarge(session: Sizing, size: number): boolean {
  const known = largestUpload(session)
  limits.set(session, Math.min(known, Math.max(leastLimit, Math.floor(size / 2))))
  return size > leastLimit
}

/** Whether any reasonable limit allows an upload of this size. */
export function isUsualSize(size: number): boolean {
  return size >= smallest && size <= largest
}
