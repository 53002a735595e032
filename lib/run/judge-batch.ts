import { Violation } from '../checks/verify.ts'
import type { Tried } from '../checks/finding.ts'
import type { Exchange } from '../client/exchange.ts'
import { show } from '../contract/show.ts'
import { hasJudgedEnough, sentSoFar } from './preparation.ts'

/** One input of a batch that breaks the rule, with the answers to all of them. */
export class BatchViolation extends Violation {
  readonly input: unknown
  readonly tried: readonly Tried[]

  constructor({ judged, failed }: Violation, input: unknown, tried: readonly Tried[]) {
    super(judged, failed)
    this.name = 'BatchViolation'
    this.input = input
    this.tried = tried
  }
}

/**
 * Sends each input of a batch and judges the answers: at the lowest effort until each requirement of the check is evaluated. A
 * finding shows how all inputs were answered.
 */
export async function judgeBatch<Input>(
  batch: Iterable<Input>,
  send: (input: Input) => Promise<Exchange>,
  judge: (answer: Exchange) => void,
): Promise<void> {
  const tried: Tried[] = []
  let first: { readonly input: Input; readonly violation: Violation } | undefined
  for (const input of batch) {
    const sentBefore = sentSoFar()
    const answer = await send(input)
    tried.push({ value: show(input), status: answer.status })
    const violation = first ? undefined : violationIn(() => judge(answer))
    if (violation) first = { input, violation }
    if (!first && hasJudgedEnough(sentBefore)) return
  }
  if (first) throw new BatchViolation(first.violation, first.input, tried)
}

function violationIn(judge: () => void): Violation | undefined {
  try {
    judge()
    return undefined
  } catch (error) {
    if (error instanceof Violation) return error
    throw error
  }
}
