import { expect, test } from 'vitest'
import { HarnessError, Violation } from '../../lib/checks/errors.ts'
import { createVerify, type Verify } from '../../lib/checks/verify.ts'
import type { Exchange } from '../../lib/client/exchange.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

interface Verified {
  readonly verify: Verify
  readonly evaluated: ReadonlyArray<Exchange | undefined>
}

function verifying(): Verified {
  const evaluated: Array<Exchange | undefined> = []
  return { evaluated, verify: createVerify((_, exchange) => evaluated.push(exchange)) }
}

const accepted = exchangeOf({ status: 200, json: { name: 'pump' } })
const refused = exchangeOf({ status: 404, json: { error: 'not_found', message: 'none' } })
const named = ({ json }: Exchange) => ({ claim: 'it has its name', expected: { name: 'pump' }, received: json })

test('each of several answers is evaluated, and the one that breaks the rule is the evidence', () => {
  const { evaluated, verify } = verifying()
  const claim = (): void => verify('PROD-18', [accepted, refused]).equals(named)
  expect(claim).toThrow(Violation)
  expect(claim).toThrow(expect.objectContaining({ judged: expect.objectContaining({ exchange: refused }) }))
  expect(evaluated.slice(0, 2)).toEqual([accepted, refused])
})

test('of no answers nothing is evaluated', () => {
  const { evaluated, verify } = verifying()
  verify('PROD-18', []).isAccepted()
  verify('PROD-18', []).that({ claim: 'nothing holds', holds: false, expected: 'one', received: 'none' })
  expect(evaluated).toEqual([])
})

test('what the contract lets nobody claim is no evaluation, and no violation', () => {
  const { evaluated, verify } = verifying()
  verify('PROD-18', refused).equals({ ...named(refused), where: false })
  verify('PROD-18', refused).lists('an id', 'it is listed', { where: false })
  expect(evaluated).toEqual([])
})

test('a claim without an answer is evaluated by itself', () => {
  const { evaluated, verify } = verifying()
  verify('VER-15').that({ claim: 'numbers rise', holds: true, expected: '2', received: '2' })
  expect(evaluated).toEqual([undefined])
})

test('a claim about an answer that nobody gave is an error of ours', () => {
  const { verify } = verifying()
  expect(() => verify('PROD-18').isAccepted()).toThrow(HarnessError)
})
