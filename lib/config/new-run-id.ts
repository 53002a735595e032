import { randomBytes } from 'node:crypto'

/** The mark of one run. */
export function newRunId(): string {
  return BigInt(`0x${randomBytes(6).toString('hex')}`)
    .toString(36)
    .padStart(10, '0')
    .slice(-8)
}
