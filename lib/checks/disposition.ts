import { parse } from 'content-disposition'

/** What a `Content-Disposition` header says. */
export interface Disposition {
  /** `attachment` or another, in lower case. */
  readonly type: string
  /** The file name, from `filename*` if present; `undefined` if there is none. */
  readonly name: string | undefined
  /** Whether the name came as `filename*`, which has only one meaning. */
  readonly extended: boolean
}

/** Reads the header leniently; `undefined` if there is none. */
export function dispositionOf(header: string | undefined): Disposition | undefined {
  if (header === undefined || header.trim() === '') return undefined
  const { type, parameters } = parse(header)
  return { type, name: parameters['filename'], extended: parameters['filename*'] !== undefined }
}

/**
 * The names that a plain `filename` may mean: the text itself, percent-encoded, encoded words, or UTF-8 whose bytes were read as
 * Latin-1. All four are common, and browsers understand them.
 */
export function readingsOf({ name, extended }: Disposition): readonly string[] {
  if (name === undefined) return []
  if (extended) return [name]
  return [name, percentDecoded(name), decodeEncodedWords(name), Buffer.from(name, 'latin1').toString('utf8')]
}

function percentDecoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The encoded words of RFC 2047; spaces between two of them do not belong to the text. */
const encodedWord = /=\?([\w-]+)\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?[\w-]+\?[bq]\?))?/giu

/** A header text with its encoded words (RFC 2047) decoded; words in an unknown charset stay unchanged. */
function decodeEncodedWords(text: string): string {
  return text.replaceAll(encodedWord, (word, charset: string, encoding: string, content: string) => {
    const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : quotedBytes(content)
    try {
      return new TextDecoder(charset).decode(bytes)
    } catch {
      return word
    }
  })
}

function quotedBytes(content: string): Buffer {
  const text = content.replaceAll('_', ' ')
  return Buffer.from(
    text.replaceAll(/=([0-9a-f]{2})/giu, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16))),
    'latin1',
  )
}
