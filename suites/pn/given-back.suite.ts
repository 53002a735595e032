import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import {
  anyNumberPart,
  assume,
  each,
  forAll,
  plainNumberPart,
  scenario,
  textField,
  type Given,
  succeeded,
} from '#suite'

scenario(
  'creating a product with a part number is accepted and returns it',
  { verifies: ['PN-01'], needs: ['write', 'trace'] },
  async ({ given, verify }) => {
    const number = given.partNumber()
    const answer = await given.createOrBlock(await given.productBody({ part_number: number }))
    await given.noUndeclaredRule([answer], { number, by: 'creation' })
    verify('PN-01', answer).isAccepted()
    const read = await given.readProduct(textField(answer, 'id', 'PROD-01'))
    verify('PN-01', [answer, read]).shows({ part_number: number })
  },
)

const wildcard = 'wildcard: the character seems to be treated as a LIKE wildcard'
const asNumbers = 'type conversion: both seem to be compared as numbers'
const partly = 'unanchored comparison: a part of the number seems to match'
const cut = 'truncation: numbers seem to be cut to some length before they are compared'

const long = 'LONG-'.repeat(14)

/** Two numbers that are different, and nearly alike; in place of WORD and DIGITS stand eight letters and ten digits that no other number has. */
const nearlyAlike = [
  { what: 'one has _ instead of a letter', pair: ['WORD-a', 'WORD-_'], hint: wildcard },
  { what: 'one has % instead of a letter', pair: ['WORD-a', 'WORD-%'], hint: wildcard },
  { what: 'one has * instead of a letter', pair: ['WORD-a', 'WORD-*'], hint: wildcard },
  { what: 'one has ? instead of a letter', pair: ['WORD-a', 'WORD-?'], hint: wildcard },
  { what: 'one has . instead of a letter', pair: ['WORD-a', 'WORD-.'], hint: wildcard },
  { what: 'one has an additional zero in front', pair: ['DIGITS', '0DIGITS'], hint: asNumbers },
  { what: 'one has an additional .0 at its end', pair: ['1DIGITS', '1DIGITS.0'], hint: asNumbers },
  { what: 'one has an additional e0 at its end', pair: ['2DIGITS', '2DIGITSe0'], hint: asNumbers },
  { what: 'the second has one more character', pair: ['WORD-a', 'WORD-a1'], hint: partly },
  { what: 'the second has one character less', pair: ['WORD-b2', 'WORD-b'], hint: partly },
  {
    what: 'they differ in the last of 24 characters',
    pair: ['WORD-LONG-LONG-LONG1', 'WORD-LONG-LONG-LONG2'],
    hint: cut,
  },
  { what: 'they differ in the last of 80 characters', pair: [`WORD-${long}1`, `WORD-${long}2`], hint: cut },
] as const

for (const { what, pair, hint } of nearlyAlike)
  scenario(
    `two similar part numbers are different numbers: ${what}`,
    { verifies: ['PN-01'], needs: ['write', 'trace'] },
    async ({ given, session, verify }) => {
      const word = session.drawnWords.of('word of numbers that are nearly alike', () => given.word())
      const digits = session.drawnWords.of('digits of numbers that are nearly alike', () => `${randomInt(1e9, 1e10)}`)
      const [first = '', second = ''] = pair.map((number) => number.replace('WORD', word).replace('DIGITS', digits))
      const control = await session.shared(`creation with the number ${first}`, () => creationWith(given, first))
      // lawful: a rule for the format, or a limit of length beyond 24, may refuse either
      assume(succeeded(control), `the target rejected a part number such as ${first}`)
      const answer = await creationWith(given, second)
      assume(answer.status !== 422, `the target rejected a part number such as ${second}`)
      verify('PN-01', answer).hasStatus({ except: [409] }, { beside: [control], hint })
    },
  )

interface NumberParts {
  readonly before: string
  readonly inside: string
  readonly after: string
  /** Without the words that make it one that nobody has used. */
  readonly alone?: boolean
}

function numberOf({ before, inside, after, alone = false }: NumberParts, given: Given): string {
  return alone ? `${before}${inside}${after}` : `${before}${given.word()}${inside}${given.word()}${after}`
}

/** More digits than a floating-point number keeps, and zeros that a number has not. */
const ofDigits = (): string => `00${randomInt(1, 1e9)}${randomInt(1e11, 1e12)}`

forAll(
  'a part number that a creation accepts is returned unchanged',
  { verifies: ['PN-01'], needs: ['write', 'trace'], cost: 'batch' },
  async ({ given, verify }) => ({
    inputs: fc.array(fc.record({ before: plainNumberPart(), inside: anyNumberPart(), after: plainNumberPart() }), {
      minLength: 1,
      maxLength: 2,
    }),
    examples: [
      [
        { before: '00a', inside: '-x', after: 'Zz007' },
        { before: '', inside: '  e\u0301½ ', after: '' },
        { before: 'long-', inside: '-'.padEnd(50, 'x'), after: '-end' },
        { before: ofDigits(), inside: '', after: '', alone: true },
      ],
    ],
    holds: (numbers: readonly NumberParts[]) =>
      each(numbers, async (parts) => {
        const number = numberOf(parts, given)
        const answer = await creationWith(given, number)
        // Which formats are accepted is another rule.
        assume(succeeded(answer))
        const read = await given.readProduct(textField(answer, 'id', 'PROD-01'))
        verify('PN-01', [answer, read]).shows({ part_number: number })
      }),
  }),
)

async function creationWith(given: Given, part_number: string): ReturnType<Given['createProduct']> {
  return given.createProduct(await given.productBody({ part_number }))
}
