import { hash } from 'node:crypto'
import { HiddenSecrets } from './hidden-secrets.ts'
import { SecretGrams } from './secret-grams.ts'

/** Keys of the documented kind, also those that nobody told us about: made by a control, or a key with a character changed. */
const prefix = 'svc_api_'
const keyOfTheService = `${prefix}[A-Za-z0-9_-]{8,}`
const beginningOfKey = new RegExp(prefix, 'i')

/** A secret shorter than this would blot out ordinary words. */
const shortestSecret = 6

/** Characters of the shortest text that matches a key of the documented kind. */
const shortestKey = prefix.length + 8

/** So much of a long secret, in bytes, is enough to know it by: a check may send a key with its end changed. */
const lead = 12

/** Short texts come again and again: header names, media types, and whatever is recorded and then written. */
const rememberedLength = 256
const remembered = 1000

/** Replaces secrets in text, in every form in which a target may echo them. */
export class Redactor {
  readonly #hidden = new HiddenSecrets()
  readonly #grams = new SecretGrams()
  /** Texts seen of late, and those before them: what is not asked for again is forgotten. */
  #known = new Map<string, string>()
  #knownBefore = new Map<string, string>()
  readonly #forms = new Set<string>()
  #pattern = new RegExp(keyOfTheService, 'gi')
  /** Characters of the shortest text in which there may be something to replace: most header values are shorter. */
  #shortest = shortestKey

  /** Takes a secret, from now on replaced as it is, URL-encoded, JSON-escaped and in Base64 at any offset. */
  add(secret: string): void {
    if (secret.length < shortestSecret) return
    const before = this.#forms.size
    const [whole, leads] = [formsOf(secret), leadsOf(secret)]
    for (const form of whole) this.#forms.add(RegExp.escape(form))
    this.#shortest = Math.min(this.#shortest, ...[...whole, ...leads].map((form) => form.length))
    for (const form of leads) this.#forms.add(`${RegExp.escape(form)}[\\w+/=-]*`)
    if (this.#forms.size === before) return
    const longestFirst = [...this.#forms].sort((one, other) => other.length - one.length)
    this.#pattern = new RegExp([keyOfTheService, ...longestFirst].join('|'), 'gi')
    for (const form of [...whole, ...leads, ...this.#hidden.add(coreOf(secret))]) this.#grams.add(form)
    this.#known.clear()
    this.#knownBefore.clear()
  }

  /** A text of a target: where it holds a part of a secret in another form, its length and digest stand for it. */
  redact(text: string): string {
    if (text.length < this.#shortest) return text
    if (text.length > rememberedLength) return this.#clean(text)
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const clean = this.#knownBefore.get(text) ?? this.#clean(text)
    if (this.#known.size >= remembered) {
      this.#knownBefore = this.#known
      this.#known = new Map()
    }
    this.#known.set(text, clean)
    return clean
  }

  #clean(text: string): string {
    if (!this.#grams.mayBeIn(text) && !beginningOfKey.test(text)) return text
    const plain = this.redactPlain(text)
    return this.#hidden.isIn(plain) ? withheld(text) : plain
  }

  /** A text of our own, made of such as are redacted already: secrets are replaced where they stand. */
  redactPlain(text: string): string {
    return text.replace(this.#pattern, '***')
  }
}

function withheld(text: string): string {
  return `(withheld, it holds a part of a key: ${text.length} characters, sha256 ${hash('sha256', text, 'hex')})`
}

/** The part after the prefix is the secret: a check may change the prefix and send the rest. */
function coreOf(secret: string): string {
  return secret.slice(secret.startsWith(prefix) ? prefix.length : 0)
}

/** What a long secret begins with, where it is known by that. */
function leadsOf(secret: string): readonly string[] {
  const core = coreOf(secret)
  const beginning = core.slice(0, lead)
  return core.length < 2 * lead ? [] : [beginning, ...base64Forms(beginning)]
}

function formsOf(secret: string): Set<string> {
  const once = encodeURIComponent(secret.toWellFormed())
  const forms = [secret, once, encodeURIComponent(once), JSON.stringify(secret).slice(1, -1), ...base64Forms(secret)]
  return new Set([...forms, coreOf(secret)].filter((form) => form.length >= shortestSecret))
}

/** Base64 of the secret wherever it stands in the encoded bytes, without the characters that its neighbours share. */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
    const text = bytes.toString('base64').replaceAll('=', '')
    const inner = text.slice(offset === 0 ? 0 : offset + 1, bytes.length % 3 === 0 ? undefined : -1)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

let known = new Redactor()

/** Makes a secret known to this process; `redact` replaces it from now on. */
export function keepSecret(secret: string): void {
  known.add(secret)
}

/** Replaces every secret that this process knows, and whatever looks like a key of the service; withholds a text that hides one. */
export function redact(text: string): string {
  return known.redact(text)
}

/** The same for a whole document of our own, whose texts are redacted one by one before. */
export function redactPlain(text: string): string {
  return known.redactPlain(text)
}

/** Forgets all secrets: where one process judges hundreds of targets, the keys of each would slow down all that follow. */
export function forgetSecrets(): void {
  known = new Redactor()
}
