import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../contract/is-record.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'

/** The judgement of a record that a check has put together, under names of its own, by the one value in it that differs. */
export function oneFieldJudgement(
  sources: JudgementSources,
  alone: (part: JudgementSources) => Judgement | undefined,
): Judgement | undefined {
  const { finding } = sources
  const { criterion } = finding
  if (criterion?.kind !== 'same' || criterion.differs) return undefined
  const { expected, received } = criterion
  if (!isRecord(expected) || !isRecord(received)) return undefined
  const names = Object.keys(received).filter((name) => !isDeepStrictEqual(expected[name], received[name]))
  const name = names.find((one) => isTelling(received[one]))
  if (name === undefined) return undefined
  const values = { expected: expected[name], received: received[name] }
  return alone({ ...sources, finding: { ...finding, criterion: { kind: 'same', ...values } } })
}

/** An empty value stands anywhere. */
function isTelling(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}
