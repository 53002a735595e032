/** Characters of a secret, in a row and in one form, by which it is known. */
const telling = 20

/** Of a run of so many characters, every second piece of this length lies on the grid that is looked up. */
const piece = telling / 2

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  plus: '+',
  sol: '/',
}

/**
 * Finds a secret in the forms in which an echo may hide it: with spaces, line breaks or other characters between its characters, reversed, in
 * hexadecimal, in Base64 once or twice, each of it percent-encoded, as HTML entities or as escapes of a JavaScript text.
 */
export class HiddenSecrets {
  /** Where each piece stands, in which form. */
  readonly #pieces = new Map<string, readonly [form: string, at: number]>()
  /** What pieces begin with: nearly every piece of a text is told by it to be none, before it is cut out. */
  readonly #beginnings = new Uint8Array(beginnings)

  add(secret: string): void {
    for (const form of formsOf(secret))
      for (let at = 0; at + piece <= form.length; at += 1) {
        this.#pieces.set(form.slice(at, at + piece), [form, at])
        this.#beginnings[beginningAt(Buffer.from(form), at)] = 1
      }
  }

  /** Whether a text holds a telling part of a secret. */
  isIn(text: string): boolean {
    if (this.#pieces.size === 0 || text.length < telling) return false
    return this.#isInBare(text) || (/[%&\\]/.test(text) && this.#isInBare(unescaped(text)))
  }

  #isInBare(raw: string): boolean {
    const bytes = bareBytes(raw)
    for (let at = 0; at + piece <= bytes.length; at += piece) {
      if (this.#beginnings[beginningAt(bytes, at)] === 0) continue
      const known = this.#pieces.get(bytes.toString('latin1', at, at + piece))
      if (known && commonRun(bytes.toString('latin1'), at, known) >= telling) return true
    }
    return false
  }
}

/** Different beginnings that are told apart; a power of two. */
const beginnings = 2 ** 17

function beginningAt(bytes: Uint8Array, at: number): number {
  let mixed = 0
  for (let index = at; index < at + 5; index += 1) mixed = Math.imul(mixed, 37) + (bytes[index] ?? 0)
  return mixed & (beginnings - 1)
}

/** How many characters around a place a text has in common with a form. */
function commonRun(text: string, at: number, [form, inForm]: readonly [string, number]): number {
  let before = 0
  while (before < Math.min(at, inForm) && text[at - before - 1] === form[inForm - before - 1]) before += 1
  let after = piece
  while (at + after < text.length && inForm + after < form.length && text[at + after] === form[inForm + after])
    after += 1
  return before + after
}

function formsOf(secret: string): readonly string[] {
  const encoded = base64Forms(Buffer.from(secret))
  const twice = encoded.flatMap((text) => base64Forms(Buffer.from(text)))
  const hexadecimal = Buffer.from(secret).toString('hex')
  return [secret, secret.split('').toReversed().join(''), hexadecimal, ...encoded, ...twice].map((form) => bare(form))
}

/** Base64 wherever the bytes stand among others, without the characters that their neighbours share. */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '')
    return text.slice(offset === 0 ? 0 : offset + 1, (offset + bytes.length) % 3 === 0 ? undefined : -1)
  })
}

/** Letters and digits alone, in lower case. */
function bare(text: string): string {
  return bareBytes(text).toString('latin1')
}

const kept = Buffer.alloc(16_384)

/** The same as bytes, which the next call may overwrite: every text of a target comes by here. */
function bareBytes(text: string): Buffer {
  const bytes = text.length <= kept.length ? kept : Buffer.alloc(text.length)
  let length = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const isLetter = code >= 0x61 && code <= 0x7a
    if (isLetter || (code >= 0x30 && code <= 0x39)) bytes[length++] = code
    else if (code >= 0x41 && code <= 0x5a) bytes[length++] = code + 0x20
  }
  return bytes.subarray(0, length)
}

/** Text without the escapes of addresses, of HTML and of JavaScript texts, each of them up to twice. */
function unescaped(text: string): string {
  return once(once(text))
}

function once(text: string): string {
  return text
    .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/&#x([0-9a-f]{1,6});?/gi, (_, code: string) => characterOf(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d{1,7});?/g, (_, code: string) => characterOf(Number(code)))
    .replaceAll(/&(amp|lt|gt|quot|apos|plus|sol);/gi, (_, name: string) => entities[name.toLowerCase()] ?? '')
    .replaceAll(
      /\\+u([0-9a-f]{4})|\\+u\{([0-9a-f]{1,6})\}|\\+x([0-9a-f]{2})/gi,
      (_, ...codes: readonly (string | undefined)[]) =>
        characterOf(Number.parseInt(codes.slice(0, 3).find((code) => code !== undefined) ?? '', 16)),
    )
    .replaceAll(/\\+[bfnrtv0]/g, ' ')
}

function characterOf(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
}
