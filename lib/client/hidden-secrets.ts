import { mayBeEscaped, unescaped } from './unescaped.ts'

/** Characters of a secret, in a row and in one form, by which it is known. */
const telling = 20

/** Of a run of so many characters, every second piece of this length lies on the grid that is looked up. */
const piece = telling / 2

/**
 * Finds a secret in the forms in which an echo may hide it: with spaces, line breaks or other characters between its characters, reversed, in
 * hexadecimal, in Base64 once or twice, each of it percent-encoded, as HTML entities or as escapes of a JavaScript text.
 */
export class HiddenSecrets {
  /** Where each piece stands, in which form. */
  readonly #pieces = new Map<string, readonly [form: string, at: number]>()

  /** Takes a secret and gives back its forms. */
  add(secret: string): readonly string[] {
    const forms = formsOf(secret)
    for (const form of forms)
      for (let at = 0; at + piece <= form.length; at += 1) this.#pieces.set(form.slice(at, at + piece), [form, at])
    return forms
  }

  /** Whether a text holds a telling part of a secret. */
  isIn(text: string): boolean {
    if (this.#pieces.size === 0 || text.length < telling) return false
    return this.#isInBare(text) || (mayBeEscaped(text) && this.#isInBare(unescaped(text)))
  }

  #isInBare(raw: string): boolean {
    const text = bare(raw)
    for (let at = 0; at + piece <= text.length; at += piece) {
      const known = this.#pieces.get(text.slice(at, at + piece))
      if (known && commonRun(text, at, known) >= telling) return true
    }
    return false
  }
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
  return text.replaceAll(/[^a-z\d]+/gi, '').toLowerCase()
}
