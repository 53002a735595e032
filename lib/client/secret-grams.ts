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
  /** Where each gram stands in the forms. */
  readonly #grams = new Map<number, number[]>()
  readonly #coarse = new Uint8Array(places)
  /** The letters and digits of all forms, with a 0 before and after each form. */
  #forms = new Uint8Array(1)
  /** Whether some form is so short that it may slip between the grams of a text. */
  #isBlind = false

  /** Takes a form of a secret. */
  add(form: string): void {
    const digits = digitsOf(form)
    if (digits.length < surelySeen) this.#isBlind = true
    const before = this.#forms.length
    const forms = new Uint8Array(before + digits.length + 1)
    forms.set(this.#forms)
    forms.set(digits, before)
    this.#forms = forms
    for (let at = 0; at + gram <= digits.length; at += 1) this.#note(valueAt(digits, at), before + at)
  }

  #note(value: number, at: number): void {
    const known = this.#grams.get(value)
    if (known) known.push(at)
    else this.#grams.set(value, [at])
    this.#coarse[placeOf(value)] = 1
  }

  /** Whether some form, or nine letters and digits of one, may be in a text, as it is or escaped. `false` is for sure. */
  mayBeIn(text: string): boolean {
    return this.#isBlind || this.#holdsPart(text) || (mayBeEscaped(text) && this.#holdsPart(unescaped(text)))
  }

  #holdsPart(text: string): boolean {
    const digits = digitsOf(text)
    for (let at = 0; at + gram <= digits.length; at += gram) {
      const value = valueAt(digits, at)
      if (this.#coarse[placeOf(value)] === 1 && this.#isInPart(digits, at, value)) return true
    }
    return false
  }

  /** Whether the letters and digits around a gram are those of a form too: in long texts some gram is one by chance. */
  #isInPart(digits: Uint8Array, at: number, value: number): boolean {
    return this.#grams.get(value)?.some((inForms) => commonRun(digits, at, this.#forms, inForms) >= surelySeen) ?? false
  }
}

/** How many letters and digits around a gram two rows of them have in common. */
function commonRun(digits: Uint8Array, at: number, forms: Uint8Array, inForms: number): number {
  let before = 0
  while (before < at && digits[at - before - 1] === forms[inForms - before - 1]) before += 1
  let after = gram
  while (at + after < digits.length && digits[at + after] === forms[inForms + after]) after += 1
  return before + after
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
