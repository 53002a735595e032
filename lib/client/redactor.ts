import { replaceEncoded } from './encodings.ts'

/** So many characters of a secret in a row are a part of it; fewer may be chance. */
const part = 12

/** So many are looked up together, and so far apart that every part holds some of them. */
const gram = 5
const stride = part - gram + 1

/** Keys of the documented kind, also those that nobody told us about. */
const keyOfTheService = /svc_api_[\w-]{8,}/gi

/** Texts come again and again: header names, media types, and what is recorded and then written. */
const remembered = 1000
const longestRemembered = 8192
const known = new Map<string, string>()

/** Parts of secrets, as they are and in Base64, in lower case; and where grams of them are, which nearly no text has. */
const parts = new Set<string>()
const grams = new Uint8Array(2 ** 20)

/** Makes a secret known to this process: `redact` replaces it from now on. What has fewer than 12 characters is none. */
export function keepSecret(secret: string): void {
  known.clear()
  for (const form of [secret, ...base64Of(secret)])
    for (let at = 0; at + part <= form.length; at += 1) {
      parts.add(form.slice(at, at + part).toLowerCase())
      for (let inPart = at; inPart < at + stride; inPart += 1) grams[gramAt(form, inPart)] = 1
    }
}

/** Forgets all secrets: where one process judges hundreds of targets, the keys of each would slow down all that follow. */
export function forgetSecrets(): void {
  for (const all of [known, parts]) all.clear()
  grams.fill(0)
}

/**
 * Puts `***` in the place of every secret that this process knows, of every part of one that has 12 characters or more, and of whatever looks
 * like a key of the service: in any letter case, percent-encoded, as entities or escapes, in lists of bytes, and in Base64.
 */
export function redact(text: string): string {
  if (text.length < part) return text
  const before = text.length > longestRemembered ? undefined : known.get(text)
  if (before !== undefined) return before
  const clean = replaceEncoded(withoutPlain(text), (reading) => withoutPlain(reading) !== reading)
  if (known.size >= remembered) known.clear()
  if (text.length <= longestRemembered) known.set(text, clean)
  return clean
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

/** The place of a gram: letters in either case have the same, and so do others, which a closer look tells apart. */
function gramAt(text: string, at: number): number {
  let value = 0
  for (let index = at; index < at + gram; index += 1) value = (value << 5) | (text.charCodeAt(index) & 31)
  return (value ^ (value >>> 13)) & (grams.length - 1)
}

/** Base64 of the secret wherever it stands in the encoded bytes, without the characters that its neighbours share. */
function base64Of(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
    const inner = [offset === 0 ? 0 : offset + 1, Math.floor((bytes.length * 4) / 3)] as const
    return [bytes.toString('base64').slice(...inner), bytes.toString('base64url').slice(...inner)]
  })
}
