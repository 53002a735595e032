import fc from 'fast-check'
import { readableIdPattern } from '../interface/patterns.ts'

/** The place of a character outside the pattern in an otherwise valid id. */
export interface OutsidePattern {
  readonly place: 'start' | 'middle' | 'end'
  readonly character: string
}

const outside = ['😀', '\n', '\r\n', ...'AZ-. /:+@~é\tßªıſ\u212a\u0663\uff13\uff41²½漢ж\u200b\u00a0\u0301'.split('')]

/** One character outside the pattern, anywhere in an id. */
export function outsidePattern(): fc.Arbitrary<OutsidePattern> {
  const any = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
    .filter((text) => !readableIdPattern.test(text) && !text.includes('\0'))
  return fc.record({
    place: fc.constantFrom('end', 'start', 'middle'),
    character: fc.oneof({ arbitrary: fc.constantFrom(...outside), weight: 3 }, { arbitrary: any, weight: 1 }),
  })
}

/** Always tried: each is accepted by some common way to write the pattern. */
export const alwaysOutside: readonly OutsidePattern[] = [
  // Accepted by `$`, by a case-insensitive pattern, by `\w` or `\d` in Unicode mode, by an unanchored pattern, or by trimming.
  { place: 'end', character: '\n' },
  { place: 'middle', character: 'A' },
  { place: 'start', character: 'Z' },
  { place: 'middle', character: '-' },
  { place: 'middle', character: ' ' },
  { place: 'end', character: ' ' },
  { place: 'start', character: ' ' },
  { place: 'middle', character: '.' },
  { place: 'middle', character: 'é' },
  { place: 'end', character: '\u0663' },
  { place: 'end', character: '\uff13' },
  { place: 'middle', character: '\u212a' },
  { place: 'end', character: '/' },
]

/** Puts the character at its place in an id. */
export function putOutside(id: string, { place, character }: OutsidePattern): string {
  if (place === 'start') return `${character}${id}`
  if (place === 'end') return `${id}${character}`
  return `${id.slice(0, 5)}${character}${id.slice(5)}`
}

/** The text around a random word for an id inside the pattern; without the word if it is `alone`. */
export interface InsidePattern {
  readonly before: string
  readonly after: string
  readonly alone?: boolean
}

/** A limit of length beyond is lawful. */
export const readableIdLength = 64

/** Beginnings and ends of ids that match the pattern, with a length that no service rejects. */
export function insidePattern(): fc.Arbitrary<InsidePattern> {
  const characters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789_'.split(''))
  const part = fc.string({ unit: characters, maxLength: 20 })
  return fc.record({ before: part, after: part })
}

/** Always tried: a leading digit or underscore, repeated underscores, either at the end, and a long id. */
export const alwaysInside: readonly InsidePattern[] = [
  { before: '0', after: '_' },
  { before: '__', after: '__9' },
  { before: 'b'.repeat(28), after: 'c'.repeat(28) },
]

/** Puts a beginning and an end around an unused word. */
export function putInside(word: string, { before, after, alone = false }: InsidePattern): string {
  return alone ? `${before}${after}` : `${before}${word}${after}`
}
