import type { Exchange } from '../../client/exchange.ts'
import { succeeded } from '../../client/succeeded.ts'
import { nothingToJudge, UntestedError } from '../errors.ts'
import type { Claim } from './claim.ts'
import { brokenDown, closed } from './no-verdict.ts'

export interface Race {
  readonly claim: string
  readonly answers: readonly Exchange[]
  /** The status of the others, where the contract states it, or what else is lawful beside it; left out: any 4xx. */
  readonly others?: number | readonly number[]
  readonly hint?: string
}

/** Of several simultaneous requests one succeeds. Throws `UntestedError` where there was none, or the target broke down over another. */
export function raceClaim({ claim, answers, others, hint }: Race): Claim {
  if (answers.length === 0) throw new UntestedError(nothingToJudge)
  const crash = answers.find(({ status }) => status >= 500)
  const won = answers.filter(succeeded).length
  if (crash && won <= 1) throw brokenDown(crash)
  // lawful: a plan may allow so many and no more, so that none of them is let in.
  if (answers.every(({ status }) => status === 403)) throw closed(answers)
  const stated = others === undefined ? undefined : [others].flat()
  const refused = answers.filter(({ status }) => status >= 400 && status < 500 && stated?.includes(status) !== false)
  return {
    claim,
    holds: won === 1 && refused.length === answers.length - 1,
    expected: `one success and ${answers.length - 1} × ${stated?.join(' or ') ?? '4xx'}`,
    received: answers
      .map(({ status }) => status)
      .toSorted((one, other) => one - other)
      .join(' '),
    beside: answers,
    criterion: { kind: 'race', others },
    ...(hint === undefined ? {} : { hint }),
  }
}
