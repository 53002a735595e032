import { keyNames, type KeyName, type Keys } from './keys.ts'
import { redact } from './redactor.ts'

/** Characters of a key: of one that was given, or of one that the run has made, by its id. */
interface KeyExcerpt {
  readonly of: KeyName | { readonly made: string }
  readonly from: number
  readonly to: number
  /** Upper case stands for lower case, and the other way round. */
  readonly swapped?: true
}

/** A text that holds a key or a part of it, also in Base64, taken apart so that it can be put together where the key is known. */
export type KeyedText = ReadonlyArray<string | KeyExcerpt | { readonly base64: KeyedText }>

/** What is left of a key beside a part of it, in characters. */
const least = 4

/** Takes a text that `redact` changes apart; `undefined` where no key is in it, and where a part of one would be left. */
export function keyedText(text: string, keys: Keys): KeyedText | undefined {
  const [, scheme = '', encoded] = /^(\w+ )([\w+/]{16,}={0,2})$/.exec(text) ?? []
  const base64 = encoded && keyedText(Buffer.from(encoded, 'base64').toString(), keys)
  if (base64) return [scheme, { base64 }]
  const parts = split(text, formsOf(keys))
  const isWhole = parts.every((part) => typeof part !== 'string' || redact(part) === part)
  return isWhole && parts.some((part) => typeof part !== 'string') ? parts : undefined
}

function split(text: string, forms: readonly Form[]): readonly (string | KeyExcerpt)[] {
  for (let at = 0; at + least <= text.length; at += 1) {
    const [longest] = forms
      .map((form) => excerptAt(text.slice(at), form))
      .sort((one, other) => other.to - other.from - one.to + one.from)
    if (longest === undefined || longest.to - longest.from < least) continue
    const rest = split(text.slice(at + longest.to - longest.from), forms)
    return [...(at === 0 ? [] : [text.slice(0, at)]), longest, ...rest]
  }
  return text === '' ? [] : [text]
}

interface Form extends Omit<KeyExcerpt, 'from' | 'to'> {
  readonly key: string
}

/** The longest beginning of a text that stands in a key. */
function excerptAt(text: string, { key, ...form }: Form): KeyExcerpt {
  let length = 0
  while (length < text.length && key.includes(text.slice(0, length + 1))) length += 1
  const from = key.indexOf(text.slice(0, length))
  return { ...form, from, to: from + length }
}

/** Those that were given come first: one of them may be made by the run. */
function formsOf(keys: Keys): readonly Form[] {
  const given = keyNames.map((of) => ({ of, key: keys[of] ?? '' }))
  const made = Array.from(keys.made ?? [], ([id, key]) => ({ of: { made: id }, key }))
  return [...given, ...made].flatMap(({ of, key }) => [
    { of, key },
    { of, key: swapCase(key), swapped: true as const },
  ])
}

function swapCase(key: string): string {
  return key.replaceAll(/[a-z]/gi, (letter) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase()))
}
