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

/** Two numbers that are different, and nearly alike. */
interface Pair {
  readonly what: string
  readonly pairFrom: (word: string, digits: string) => readonly [string, string]
  readonly hint: string
}

const wildcard = 'wildcard: the character seems to be treated as a LIKE wildcard'
const asNumbers = 'type conversion: both seem to be compared as numbers'
const partly = 'unanchored comparison: a part of the number seems to match'
const cut = 'truncation: numbers seem to be cut to some length before they are compared'

const nearlyAlike: readonly Pair[] = [
  ...['_', '%', '*', '?', '.'].map((character) => ({
    what: `one has ${character} instead of a letter`,
    pairFrom: (word: string): readonly [string, string] => [`${word}-a`, `${word}-${character}`],
    hint: wildcard,
  })),
  { what: 'one has an additional zero in front', pairFrom: (_, digits) => [digits, `0${digits}`], hint: asNumbers },
  {
    what: 'one has an additional .0 at its end',
    pairFrom: (_, digits) => [`1${digits}`, `1${digits}.0`],
    hint: asNumbers,
  },
  {
    what: 'one has an additional e0 at its end',
    pairFrom: (_, digits) => [`2${digits}`, `2${digits}e0`],
    hint: asNumbers,
  },
  { what: 'the second has one more character', pairFrom: (word) => [`${word}-a`, `${word}-a1`], hint: partly },
  { what: 'the second has one character less', pairFrom: (word) => [`${word}-b2`, `${word}-b`], hint: partly },
  { what: 'they differ in the last of 24 characters', pairFrom: (word) => ends(word, 24), hint: cut },
  { what: 'they differ in the last of 80 characters', pairFrom: (word) => ends(word, 80), hint: cut },
]

function ends(word: string, length: number): readonly [string, string] {
  const long = `${word}-`.padEnd(length - 1, 'LONG-')
  return [`${long}1`, `${long}2`]
}

for (const { what, pairFrom, hint } of nearlyAlike)
  scenario(
    `two similar part numbers are different numbers: ${what}`,
    { verifies: ['PN-01'], needs: ['write', 'trace'] },
    async ({ given, session, verify }) => {
      const word = session.drawnWords.of('word of numbers that are nearly alike', () => given.word())
      const digits = session.drawnWords.of('digits of numbers that are nearly alike', () => `${randomInt(1e9, 1e10)}`)
      const [first, second] = pairFrom(word, digits)
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
