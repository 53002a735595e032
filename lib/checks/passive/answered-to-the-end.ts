import type { Exchange } from '../../client/exchange.ts'
import type { TransportError } from '../../client/transport-error.ts'
import { requestOf } from '../../service/interface/request-of.ts'
import type { PassiveCheck } from '../passive-check.ts'
import type { NewFinding } from '../finding.ts'
import { isUnusual } from './refused-in-front.ts'

/** A complete answer keeps the rule; `unanswered` reports the others. */
export const answeredToTheEnd: PassiveCheck = {
  title: 'a documented request is answered to its end',
  requirements: ['GEN-10'],
  judge: ({ endpoint, broken }, report) => {
    if (endpoint !== undefined && broken === undefined) report.evaluated('GEN-10')
  },
}

/** The finding of a request that was lost on every attempt; `undefined` if no client of the interface sends such a request. */
export function unanswered(lost: Exchange, error: TransportError): NewFinding | undefined {
  if (lost.endpoint === undefined || isUnusual(lost)) return undefined
  const began = error.status === undefined ? 'no answer' : 'the beginning of an answer'
  return {
    requirement: 'GEN-10',
    check: answeredToTheEnd.title,
    claim: `${requestOf(lost.endpoint)} is answered to its end`,
    fingerprint: `${lost.endpoint}\n${began}`,
    expected: 'an answer',
    received: `${error.message}, every time, while other requests were answered`,
    way: 'any answer',
    exchanges: [lost],
    criterion: { kind: 'unseen', needs: 'send the request a few times, and see whether its answer comes to an end' },
    hint: 'unfinished answer: the handler seems to crash, hang, or announce a length other than that of its body',
  }
}
