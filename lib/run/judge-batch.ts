import { Violation } from '../checks/verify.ts'
import type { Tried } from '../checks/finding.ts'
import type { Exchange } from '../client/exchange.ts'
import { show } from '../contract/show.ts'
import { inTurn } from './each.ts'

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

/** Sends each input of a batch, and judges the answers when all have arrived, so that a finding shows which ones were accepted. */
export async function judgeBatch<Input>(
  batch: Iterable<Input>,
  send: (input: Input) => Promise<Exchange>,
  judge: (answer: Exchange) => void,
): Promise<void> {
  const answers = await inTurn(batch, async (input) => ({ input, answer: await send(input) }))
  for (const { input, answer } of answers)
    try {
      judge(answer)
    } catch (error) {
      if (!(error instanceof Violation)) throw error
      const tried = answers.map((one) => ({ value: show(one.input), status: one.answer.status }))
      throw new BatchViolation(error, input, tried)
    }
}
