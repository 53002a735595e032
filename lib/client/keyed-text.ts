import { keyNames, type KeyName, type Keys } from './keys.ts'
import { redact } from './redactor.ts'

/** Characters of a key: one that was given, or one that the run created, by its id. */
interface KeyExcerpt {
  readonly of: KeyName | { readonly made: string }
  readonly from: number
  readonly to: number
  /** Upper case may stand for lower case, and vice versa. */
  readonly swapped?: true
}

/** A text that contains a key or a part of it, also in Base64, split so that it can be restored when the key is known. */
export type KeyedText = ReadonlyArray<string | KeyExcerpt | { readonly base64: KeyedText }>

type Form = Omit<KeyExcerpt, 'from' | 'to'> & { readonly key: string }

/** The characters of a key that remain beside a part of it. */
const least = 4

/** Splits a text that `redact` changes; `undefined` if it contains no key, or if a part of one would remain. */
export function keyedText(text: string, keys: Keys): KeyedText | undefined {
  const [, scheme = '', encoded] = /^(\w+ )([\w+/]{16,}={0,2})$/.exec(text) ?? []
  const base64 = encoded && keyedText(Buffer.from(encoded, 'base64').toString(), keys)
  if (base64) return [scheme, { base64 }]
  const parts = cut(text, formsOf(keys)).filter((part) => part !== '')
  const isWhole = parts.every((part) => typeof part !== 'string' || redact(part) === part)
  return isWhole && parts.some((part) => typeof part !== 'string') ? parts : undefined
}

/** The longest excerpt at the first place that has any, and its surroundings. */
function cut(text: string, forms: readonly Form[]): ReadonlyArray<string | KeyExcerpt> {
  const longest = Math.max(...forms.map(({ key }) => key.length))
  for (let at = 0; at + least <= text.length; at += 1)
    for (let to = Math.min(text.length, at + longest); to >= at + least; to -= 1) {
      const { key = '', ...form } = forms.find((candidate) => candidate.key.includes(text.slice(at, to))) ?? {}
      const from = key.indexOf(text.slice(at, to))
      if ('of' in form) return [text.slice(0, at), { ...form, from, to: from + to - at }, ...cut(text.slice(to), forms)]
    }
  return [text]
}

/** Given keys come first: the run may have created one of them. */
function formsOf({ made = new Map<string, string>(), ...keys }: Keys): readonly Form[] {
  const given = keyNames.map((of) => ({ of, key: keys[of] ?? '' }))
  const all = [...given, ...Array.from(made, ([id, key]) => ({ of: { made: id }, key }))]
  return all.flatMap((form) => [form, { ...form, key: swapCase(form.key), swapped: true as const }])
}

function swapCase(key: string): string {
  return key.replaceAll(/[a-z]/gi, (letter) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase()))
}
