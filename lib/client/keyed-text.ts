import { keyNames, type KeyName, type Keys } from './keys.ts'
import { redact } from './redactor.ts'

/** A key that the run has made, by its id. */
export interface MadeKey {
  readonly made: string
}

/** Characters of a key. */
export interface KeyExcerpt {
  readonly of: KeyName | MadeKey
  readonly from: number
  readonly to: number
  /** Upper case stands for lower case, and the other way round. */
  readonly swapped?: true
}

/** What stands in Base64. */
export interface InBase64 {
  readonly base64: KeyedText
}

/** A text that holds a key or a part of it, taken apart so that it can be put together where the key is known. */
export type KeyedText = ReadonlyArray<string | KeyExcerpt | InBase64>

/** So much of a key, in characters, is no chance. */
const telling = 12
/** What is left of a key beside a telling part. */
const remaining = 4

/** Takes a text with a key in it apart; `undefined` where none is, and where a part of one would be left. */
export function keyedText(text: string, keys: Keys): KeyedText | undefined {
  const parts = inBase64(text, keys) ?? split(text, keys, telling)
  if (parts.every((part) => typeof part === 'string')) return undefined
  return parts.some((part) => typeof part === 'string' && redact(part) !== part) ? undefined : parts
}

function inBase64(text: string, keys: Keys): KeyedText | undefined {
  const [, before = '', encoded = ''] = /^(\w+ )([\w+/]{16,}={0,2})$/.exec(text) ?? []
  if (encoded === '') return undefined
  const decoded = Buffer.from(encoded, 'base64').toString()
  const parts = keyedText(decoded, keys)
  return parts && [before, { base64: parts }]
}

function split(text: string, keys: Keys, least: number): KeyedText {
  if (text.length < least) return text === '' ? [] : [text]
  const found = longestExcerpt(text, keys, least)
  if (!found) return text === '' ? [] : [text]
  const { excerpt, at, length } = found
  return [...split(text.slice(0, at), keys, remaining), excerpt, ...split(text.slice(at + length), keys, remaining)]
}

interface Found {
  readonly excerpt: KeyExcerpt
  readonly at: number
  readonly length: number
}

function longestExcerpt(text: string, keys: Keys, least: number): Found | undefined {
  const forms = knownKeys(keys).flatMap(({ of, key }) => [
    { of, key, swapped: {} },
    { of, key: swapCase(key), swapped: { swapped: true } as const },
  ])
  let longest: Found | undefined
  for (const { of, key, swapped } of forms) {
    const { from, at, length } = commonPart(key, text, Math.max(least, (longest?.length ?? 0) + 1))
    if (length === 0) continue
    longest = { excerpt: { of, from, to: from + length, ...swapped }, at, length }
  }
  return longest
}

interface KnownKey {
  readonly of: KeyExcerpt['of']
  readonly key: string
}

/** Those that were given come first: one of them may be made by the run. */
function knownKeys(keys: Keys): readonly KnownKey[] {
  const given = keyNames.flatMap((of): KnownKey[] => {
    const key = keys[of]
    return key === undefined ? [] : [{ of, key }]
  })
  return [...given, ...Array.from(keys.made ?? [], ([made, key]): KnownKey => ({ of: { made }, key }))]
}

/** The longest text of at least so many characters that stands in both; of length 0 where there is none. */
function commonPart(
  key: string,
  text: string,
  least: number,
): { readonly from: number; readonly at: number; readonly length: number } {
  let best = { from: 0, at: 0, length: 0 }
  for (let from = 0; from < key.length; from += 1)
    for (let length = Math.max(best.length + 1, least); from + length <= key.length; length += 1) {
      const at = text.indexOf(key.slice(from, from + length))
      if (at === -1) break
      best = { from, at, length }
    }
  return best
}

const swappedOnes = new Map<string, string>()

/** A run knows few keys, and looks for each in many texts. */
function swapCase(key: string): string {
  const known = swappedOnes.get(key)
  if (known !== undefined) return known
  const swapped = key.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  swappedOnes.set(key, swapped)
  return swapped
}
