import { mayBeEscaped, unescaped } from './unescaped.ts'

/** Letters and digits in a row that are looked up together, and how many of them are passed over to the next. */
const gram = 5

/** So many letters and digits in a row hold a whole gram of those looked up, wherever they begin. */
const surelySeen = 2 * gram - 1

/** Places of the first, coarse look; a power of two. */
const places = 2 ** 17

/** A letter in either case or a digit as a number from 1; all other bytes are 0. */
const digitOf = new Uint8Array(256)
for (const [index, character] of '0123456789abcdefghijklmnopqrstuvwxyz'.split('').entries())
  for (const either of [character, character.toUpperCase()]) digitOf[either.charCodeAt(0)] = index + 1

/**
 * Tells of a text that no part of a secret is in it, in a fraction of the time that it takes to search for one: nearly every
 * text of a run is such, and each comes by here. Only letters and digits count, in either case.
 */
export class SecretGrams {
  readonly #grams = new Set<number>()
  readonly #coarse = new Uint8Array(places)
  /** Whether some form is so short that it may slip between the grams of a text. */
  #isBlind = false

  /** Takes a form of a secret. */
  add(form: string): void {
    const digits = digitsOf(form)
    if (digits.length < surelySeen) this.#isBlind = true
    for (let at = 0; at + gram <= digits.length; at += 1) {
      const value = valueAt(digits, at)
      this.#grams.add(value)
      this.#coarse[placeOf(value)] = 1
    }
  }

  /** Whether some form, or nine letters and digits of one, may be in a text, as it is or escaped. `false` is for sure. */
  mayBeIn(text: string): boolean {
    return this.#isBlind || this.#holdsGram(text) || (mayBeEscaped(text) && this.#holdsGram(unescaped(text)))
  }

  #holdsGram(text: string): boolean {
    const digits = digitsOf(text)
    for (let at = 0; at + gram <= digits.length; at += gram) {
      const value = valueAt(digits, at)
      if (this.#coarse[placeOf(value)] === 1 && this.#grams.has(value)) return true
    }
    return false
  }
}

const kept = Buffer.alloc(32_768)

/** The letters and digits of a text as numbers, in memory that the next call may overwrite. */
function digitsOf(text: string): Uint8Array {
  const bytes = text.length * 3 <= kept.length ? kept : Buffer.alloc(text.length * 3)
  const end = bytes.write(text)
  let length = 0
  for (let index = 0; index < end; index += 1) {
    const digit = digitOf[bytes[index] ?? 0] ?? 0
    bytes[length] = digit
    // 1 where there is a digit, without a branch: which byte is one cannot be foretold, and a wrong guess costs more than the rest.
    length += (digit + 127) >> 7
  }
  return bytes.subarray(0, length)
}

function valueAt(digits: Uint8Array, at: number): number {
  let value = 0
  for (let index = at; index < at + gram; index += 1) value = value * 37 + (digits[index] ?? 0)
  return value
}

function placeOf(value: number): number {
  return (value ^ (value >>> 12)) & (places - 1)
}
