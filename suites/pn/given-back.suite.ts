import { randomInt } from 'node:crypto'
import { anyNumberPart, forAll, partNumberOf, plainNumberPart, scenario } from '#suite'
import fc from 'fast-check'

const needs = ['write', 'trace'] as const

scenario(
  'a part number is taken at creation and given back',
  { verifies: ['PN-01'], needs },
  async ({ given, verify }) => {
    const number = given.partNumber()
    const answer = await given.createProduct(await given.productBody({ part_number: number }))
    if (answer.status === 422) await given.noUndeclaredRule()
    verify('PN-01', answer).isAccepted()
    const read = await given.readProduct(idOf(answer.json))
    for (const exchange of [answer, read])
      verify('PN-01', exchange).equals({
        claim: 'the number of a creation is given back',
        expected: number,
        received: partNumberOf(exchange.json),
      })
  },
)

scenario(
  'a number that is like another one but for a sign is free',
  { verifies: ['PN-01'], needs, causedBy: ['PN-07'] },
  async ({ given, verify }) => {
    const { partNumber } = await given.productWithPartNumber()
    for (const sign of ['_', '%', '*']) {
      const part_number = `${partNumber.slice(0, -1)}${sign}`
      const answer = await given.createProduct(await given.productBody({ part_number }))
      // A rule for the format may be configured that has no such sign in it.
      if (answer.status === 422) continue
      verify('PN-01', answer).that({
        claim: `a number that has ${sign} where another one has a letter is free`,
        holds: answer.status !== 409,
        expected: 'no conflict',
        received: `${answer.status}`,
        hint: 'the sign may be taken for a wildcard',
      })
    }
  },
)

scenario(
  'a number of digits alone is a text: its zeros and its last digits stay',
  { verifies: ['PN-01'], needs },
  async ({ given, verify }) => {
    // More digits than a floating-point number keeps, and zeros that a number has not.
    const digits = BigInt(`0x${Buffer.from(given.word()).toString('hex')}`)
    const number = `00${digits}`
    const answer = await given.createProduct(await given.productBody({ part_number: number }))
    // Which formats are taken is another rule.
    if (answer.status < 200 || answer.status > 299) return
    for (const exchange of [answer, await given.readProduct(idOf(answer.json))])
      verify('PN-01', exchange).equals({
        claim: 'a number of digits alone is given back unchanged',
        expected: number,
        received: partNumberOf(exchange.json),
        hint: 'the column may be one for numbers',
      })
  },
)

scenario(
  'long numbers that differ at their ends only are told apart',
  { verifies: ['PN-01'], needs, causedBy: ['PN-07'] },
  async ({ given, verify }) => {
    const long = `${given.partNumber()}-${'LONG-'.repeat(12)}`
    const first = await given.createProduct(await given.productBody({ part_number: `${long}1` }))
    if (first.status >= 400)
      given.untestable({ reason: 'capability-absent', cause: `a number of ${long.length} signs` })
    const answer = await given.createProduct(await given.productBody({ part_number: `${long}2` }))
    verify('PN-01', answer).that({
      claim: 'a number that differs from another one at its end is free',
      holds: answer.status !== 409,
      expected: 'no conflict',
      received: `${answer.status}`,
      hint: 'numbers may be compared up to some length',
    })
  },
)

scenario(
  'a number that is the same as another one but for its spelling is free',
  { verifies: ['PN-01'], needs, causedBy: ['PN-07'] },
  async ({ given, verify }) => {
    const digits = `${randomInt(1e9, 1e10)}`
    const first = await given.createProduct(await given.productBody({ part_number: digits }))
    if (first.status >= 400) given.untestable({ reason: 'capability-absent', cause: 'part numbers of digits alone' })
    for (const part_number of [`0${digits}`, `${digits}.0`, `${digits}e0`]) {
      const answer = await given.createProduct(await given.productBody({ part_number }))
      // A rule for the format may be configured.
      if (answer.status === 422) continue
      verify('PN-01', answer).that({
        claim: 'a text that is the same number as another part number is free',
        holds: answer.status !== 409,
        expected: 'no conflict',
        received: `${answer.status}`,
        hint: 'the comparison may take both for numbers',
      })
    }
  },
)

interface NumberParts {
  readonly before: string
  readonly inside: string
  readonly after: string
}

forAll(
  'a part number that is taken at creation is given back unchanged',
  { verifies: ['PN-01'], needs, cost: 'costly' },
  async ({ given, verify }) => ({
    inputs: fc.record({ before: plainNumberPart(), inside: anyNumberPart(), after: plainNumberPart() }),
    examples: [
      { before: 'a', inside: '', after: 'Zz' },
      { before: '', inside: '-', after: '007' },
      { before: '00', inside: 'x', after: '' },
      { before: '', inside: '  e\u0301½ ', after: '' },
      { before: 'long-', inside: '-'.padEnd(50, 'x'), after: '-end' },
    ],
    holds: async ({ before, inside, after }: NumberParts) => {
      const number = `${before}${given.word()}${inside}${given.word()}${after}`
      const answer = await given.createProduct(await given.productBody({ part_number: number }))
      // Which formats are taken is another rule.
      if (answer.status < 200 || answer.status > 299) return
      const read = await given.readProduct(idOf(answer.json))
      for (const exchange of [answer, read])
        verify('PN-01', exchange).equals({
          claim: 'a number that was taken is given back unchanged',
          expected: number,
          received: partNumberOf(exchange.json),
        })
    },
  }),
)

function idOf(product: unknown): string {
  return typeof product === 'object' && product !== null && 'id' in product ? String(product.id) : ''
}
