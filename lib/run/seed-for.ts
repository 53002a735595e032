import { createHash } from 'node:crypto'

/** The seed of one check, a 31-bit integer: the same whether it runs alone or among all. */
export function seedFor(runSeed: number, title: string): number {
  return createHash('sha256').update(`${runSeed}\n${title}`).digest().readUInt32BE(0) & 0x7fffffff
}
