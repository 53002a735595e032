import type { Criterion } from '../checks/finding.ts'
import type { NewFinding } from '../checks/run-journal.ts'
import type { Exchange } from '../client/exchange.ts'

/** A claim in words of its own may be about the status alone: `expected 409, received 200`. */
export function toldStatus({ expected, received }: NewFinding, judged: Exchange): Criterion | undefined {
  if (/^(\d{3})(?: |$)/.exec(received)?.[1] !== `${judged.status}`) return undefined
  if (expected === 'a refusal (4xx)') return { kind: 'status', lawful: 'a refusal' }
  if (expected === 'a success (2xx)' || expected === 'a success') return { kind: 'status', lawful: 'a success' }
  if (expected === 'a refusal') return { kind: 'status', lawful: 'a refusal' }
  if (!/^[1-5]\d\d(?: or [1-5]\d\d)*$/.test(expected)) return undefined
  return { kind: 'status', lawful: expected.split(' or ').map(Number) }
}
