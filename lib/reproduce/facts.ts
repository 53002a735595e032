import type { Exchange } from '../client/exchange.ts'
import { flattenJson, type Leaf } from './flatten-json.ts'

/** A value of an answer and where it stands: what a script compares. */
export interface Fact {
  readonly place: string
  readonly text: string
}

const comparedHeaders =
  /^(?:content-type|content-disposition|content-encoding|x-request-id|x-ratelimit-[a-z]+|retry-after)$/
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi
const time = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?/g
const whole = /^[\w-]{16,}$/

/** Values that a run had by chance, by their names. */
export type NamedValues = ReadonlyMap<string, string>

/** The facts of an answer, in the words in which the functions of a script write them. */
export function factsOf(exchange: Exchange, names: NamedValues): readonly Fact[] {
  const headers = Object.entries(exchange.headers)
    .filter(([name]) => comparedHeaders.test(name))
    .map(([name, text]) => ({ place: `header ${name}`, text }))
  const raw = [...headers, ...bodyFacts(exchange)]
  const facts = raw.map((fact) => named(fact, names)).filter((fact) => !isMadeUp(fact))
  return [{ place: 'status', text: `${exchange.status}` }, ...facts]
}

/** The same of a list: entries stand under their names, and those that have none are left out. */
export function listFactsOf(exchange: Exchange, names: NamedValues): readonly Fact[] {
  const facts = factsOf(exchange, names)
  const entries = new Map(
    facts.flatMap(({ place, text }) => {
      const [, entry] = /^(body (?:\.[a-z_]+)?\[\d+\])\.id$/.exec(place) ?? []
      return entry !== undefined && text.startsWith('"{') && text !== '"{id}"'
        ? [[entry, text.slice(1, -1)] as const]
        : []
    }),
  )
  return facts.flatMap((fact) => {
    const [entry] = /^body (?:\.[a-z_]+)?\[\d+\]/.exec(fact.place) ?? []
    if (entry === undefined)
      return /^body \.(?:total|total_count|count|pages|next|previous)$/.test(fact.place) ? [] : [fact]
    const name = entries.get(entry)
    if (name === undefined) return []
    return [{ ...fact, place: `${entry.replace(/\[\d+\]$/, '')}${name}${fact.place.slice(entry.length)}` }]
  })
}

function bodyFacts({ body, bodyBytes }: Exchange): Fact[] {
  const leaves = flattenJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString())
  if (leaves !== undefined && leaves.length > 0)
    return leaves.map((leaf) => ({ place: `body ${leaf.path}`, text: written(leaf) }))
  return [
    { place: 'bytes', text: `${bodyBytes}` },
    { place: 'cksum', text: `${cksum(body)}` },
  ]
}

function written({ text, isText }: Leaf): string {
  return isText ? `"${text}"` : text
}

function named({ place, text }: Fact, names: NamedValues): Fact {
  const quote = text.startsWith('"') ? '"' : ''
  let shown = quote === '' ? text : text.slice(1, -1)
  for (const [value, name] of [...names].toReversed()) {
    if (shown === value) {
      shown = `{${name}}`
      break
    }
    if (value.length >= 8) shown = shown.replaceAll(value, `{${name}}`)
  }
  shown = shown.replaceAll(uuid, '{id}').replaceAll(time, '{time}')
  if (place.endsWith('id') && whole.test(shown) && /\d/.test(shown)) shown = '{id}'
  if (/^header (?:x-ratelimit-remaining|retry)/.test(place)) shown = shown.replaceAll(/\d+/g, 'N')
  if (place.startsWith('header x-ratelimit-reset')) shown = shown.replaceAll(/\d/g, 'N')
  return { place, text: `${quote}${shown}${quote}` }
}

/** A readable id that a service makes from a name ends by chance; one that was sent ends with a word of ours, or is named. */
function isMadeUp({ place, text }: Fact): boolean {
  return place.endsWith('.readable_id') && !text.endsWith('}"')
}

/** The checksum of the POSIX command of this name. */
export function cksum(bytes: Uint8Array): number {
  let crc = 0
  const feed = (byte: number): void => {
    crc = ((crc << 8) ^ (table[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0
  }
  for (const byte of bytes) feed(byte)
  for (let length = bytes.byteLength; length > 0; length = Math.floor(length / 256)) feed(length & 0xff)
  return ~crc >>> 0
}

const table = Array.from({ length: 256 }, (_, index) => {
  let entry = index << 24
  for (let bit = 0; bit < 8; bit += 1) entry = entry < 0 ? (entry << 1) ^ 0x04c11db7 : entry << 1
  return entry >>> 0
})
