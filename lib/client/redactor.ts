/** This number of consecutive characters of a secret counts as a part of it; fewer may be chance. */
const part = 12

/** The length of a lookup, and the distance between lookups, so that every part contains one. */
const gram = 5
const stride = part - gram + 1

/** Keys of the documented form, even if they were not given to us. */
const keyOfTheService = /svc_api_[\w-]{8,}/gi

/**
 * Lists of at least twelve bytes of printable text; this many are matched at once, so that they fit on the stack of regular
 * expressions.
 */
const hexadecimals = /(?:[2-7][\da-f](?:\\[nrt]|\W){0,16}(?:0x)?){11,4000}[2-7][\da-f]/gi
const decimals = /(?:(?:[3-9]\d|1[0-2]\d)(?:\\[nrt]|\W){1,16}){11,4000}(?:[3-9]\d|1[0-2]\d)/g

/** Escapes of addresses, of HTML and XML, and of programming languages, and words with any escapes in them. */
const escapes = /(?:%|\\+x)[\da-f]{2}|\\+u[\da-f]{4}|(?:\\+u\{|&#x)[\da-f]{1,6}[;}]?|&#\d{1,7};?|\\+[0-3]?[0-7]{2}/gi
const words = new RegExp(`(?:[^\\s"'<>\\\\%&=?,;:()[\\]{}|]|${escapes.source}){1,4000}`, 'gi')

/** Parts of secrets, unchanged and in Base64, in lower case; and whether their grams occur, which is rare in other text. */
const parts = new Set<string>()
const grams = new Uint8Array(2 ** 20)

/** Registers a secret in this process: `redact` replaces it from now on. Texts of fewer than 12 characters are not secrets. */
export function keepSecret(secret: string): void {
  for (const form of [secret, ...base64Of(secret)])
    for (let at = 0; at + part <= form.length; at += 1) {
      parts.add(form.slice(at, at + part).toLowerCase())
      for (let inPart = at; inPart < at + stride; inPart += 1) grams[gramAt(form, inPart)] = 1
    }
}

/** Forgets all secrets: if one process judges hundreds of targets, the keys of each would slow down the next ones. */
export function forgetSecrets(): void {
  parts.clear()
  grams.fill(0)
}

/**
 * Replaces by `***` every registered secret, every part of one with 12 characters or more, and everything that looks like a key
 * of the service: in any letter case, percent-encoded, as entities or escapes, in lists of bytes, and in Base64.
 */
export function redact(text: string): string {
  return text.length < part ? text : withoutEncoded(withoutPlain(text))
}

const unless = (encoded: string, ...readings: readonly string[]): string =>
  readings.every((reading) => withoutPlain(reading) === reading) ? encoded : '***'

function withoutEncoded(text: string): string {
  const unlisted = text
    .replace(hexadecimals, (list) => unless(list, ...fromHexadecimal(list)))
    .replace(decimals, (list) => unless(list, String.fromCharCode(...(list.match(/\d+/g) ?? []).map(Number))))
  if (!/[%&\\]/.test(unlisted) || unless(unlisted, unescaped(unlisted)) === unlisted) return unlisted
  return unlisted.replace(words, (word) => unless(word, unescaped(word)))
}

/** It may begin with half a byte of another. */
function fromHexadecimal(list: string): readonly string[] {
  const digits = list.replaceAll(/0x|\\[nrt]|\W/gi, '')
  return [digits, digits.slice(1)].map((from) => Buffer.from(from, 'hex').toString('latin1'))
}

function unescaped(text: string): string {
  return text.replace(escapes, (escape) => {
    const base = /[%xu]/i.test(escape) ? 16 : escape.startsWith('&') ? 10 : 8
    const code = Number.parseInt(escape.replace(/^[^\da-f]+/i, ''), base)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
  })
}

function withoutPlain(original: string): string {
  const text = original.replace(keyOfTheService, '***')
  let [clean, from] = ['', 0]
  for (let at = 0; at + gram <= text.length; at += stride) {
    if (grams[gramAt(text, at)] === 0) continue
    let start = Math.max(from, at - stride + 1)
    while (start <= at && !isPart(text, start)) start += 1
    if (start > at) continue
    clean += `${text.slice(from, start)}***`
    while (isPart(text, start + 1)) start += 1
    from = start + part
    at = from - stride
  }
  return clean + text.slice(from)
}

function isPart(text: string, at: number): boolean {
  return parts.has(text.slice(at, at + part).toLowerCase())
}

/** The slot of a gram: letters in both cases have the same one, and so do others, which a full comparison distinguishes. */
function gramAt(text: string, at: number): number {
  let value = 0
  for (let index = at; index < at + gram; index += 1) value = (value << 5) | (text.charCodeAt(index) & 31)
  return (value ^ (value >>> 13)) & (grams.length - 1)
}

/** Base64 of the secret at any offset in the encoded bytes, without the characters that it shares with its neighbours. */
function base64Of(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.from(secret.padStart(secret.length + offset))
    const inner = [offset && offset + 1, Math.floor((bytes.length * 4) / 3)] as const
    return [bytes.toString('base64').slice(...inner), bytes.toString('base64url').slice(...inner)]
  })
}
