import { expect, test } from 'vitest'
import { HarnessError, UntestedError } from '../../lib/checks/errors.ts'
import { createVerify, Violation, type Verify } from '../../lib/checks/verify.ts'
import type { Exchange } from '../../lib/client/exchange.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

interface Verified {
  readonly verify: Verify
  readonly evaluated: ReadonlyArray<Exchange | undefined>
  /** The requirements of which there was nothing to judge. */
  readonly empty: readonly string[]
}

function verifying(): Verified {
  const evaluated: Array<Exchange | undefined> = []
  const empty: string[] = []
  const verify = createVerify({
    evaluated: (_, { exchange }) => evaluated.push(exchange),
    empty: (id) => empty.push(id),
  })
  return { evaluated, empty, verify }
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
  const { evaluated, empty, verify } = verifying()
  verify('PROD-18', []).isAccepted()
  verify('PROD-17', []).that({ claim: 'nothing holds', holds: false, expected: 'one', received: 'none' })
  expect(evaluated).toEqual([])
  expect(empty).toEqual(['PROD-18', 'PROD-17'])
})

test.each([[[]], [new Map()]])('a claim over nothing is no evaluation, and no violation: %j', (over) => {
  const { evaluated, empty, verify } = verifying()
  const claim = { claim: 'each is listed', expected: 'all', received: 'none', over }
  verify('PROD-18', accepted).that({ ...claim, holds: true })
  verify('PROD-17').that({ ...claim, holds: false })
  expect(evaluated).toEqual([])
  expect(empty).toEqual(['PROD-18', 'PROD-17'])
})

test('a race that nobody ran is untested', () => {
  const { verify } = verifying()
  expect(() => verify('PROD-30').oneWins({ answers: [] })).toThrow(UntestedError)
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

test('an entry that is not on a full page may be on the next one, and one that is not on a shorter page is missing', () => {
  const { verify } = verifying()
  const json = { items: [{ id: 'one' }, { id: 'two' }] }
  const [full, short] = ['2', '3'].map((limit) => exchangeOf({ path: `/v1/public/items?limit=${limit}`, json }))
  expect(() => verify('ITEM-01', full).lists('three')).toThrow(UntestedError)
  expect(() => verify('ITEM-01', short).lists('three')).toThrow(Violation)
})
