import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'

export interface TextPart {
  readonly name: string
  readonly value: string
  /** Left out of the part's header if `undefined`. */
  readonly contentType?: string | undefined
}

export interface FilePart {
  readonly name: string
  /** Left out of the part's header if `undefined`. */
  readonly filename?: string | undefined
  readonly contentType?: string | undefined
  readonly bytes: Uint8Array
  /** Writes the file name unescaped: quotes and line breaks then break out of the header, which is intended. */
  readonly rawFilename?: boolean | undefined
}

export type FormPart = TextPart | FilePart

/** A lawful alternative spelling of a multipart form. */
export interface FormSpelling {
  /** Header names of parts. */
  readonly inSmallLetters?: true
  /** The text before the first boundary and after the last one, which no parser uses. */
  readonly surroundings?: string
}

export interface Multipart {
  readonly contentType: string
  readonly boundary: string
  readonly bytes: Buffer
  /** The same for people: binary parts are replaced by their length and the beginning of their digest. */
  readonly text: string
  /** Whether `text` is the whole body, character by character. */
  readonly faithful: boolean
  /** The contents of short binary parts, by their placeholders in `text`. */
  readonly shortParts: Readonly<Record<string, Uint8Array>>
}

/** A binary part is kept unchanged up to this size, however large the others are. */
const maxShortPart = 1024

/**
 * Builds a form by RFC 7578, with names quoted as in browsers. The boundary is derived from the content, so the same form has the
 * same bytes in every run.
 */
export function multipart(parts: readonly FormPart[], spelling: FormSpelling = {}): Multipart {
  const rendered = parts.map((part) => renderedPart(part, spelling))
  const boundary = boundaryOf(rendered)
  const { surroundings } = spelling
  let text = surroundings === undefined ? '' : `${surroundings}\r\n`
  const chunks: Buffer[] = [Buffer.from(text)]
  let faithful = true
  const shortParts: Record<string, Uint8Array> = {}
  for (const { header, content, isText, readable } of rendered) {
    const opening = `--${boundary}\r\n${header}\r\n\r\n`
    chunks.push(Buffer.from(opening), content, Buffer.from('\r\n'))
    faithful &&= isText
    if (!isText && content.length <= maxShortPart) shortParts[readable] = content
    text += `${opening}${readable}\r\n`
  }
  const closing = `--${boundary}--\r\n${surroundings ?? ''}`
  chunks.push(Buffer.from(closing))
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    boundary,
    bytes: Buffer.concat(chunks),
    text: text + closing,
    faithful,
    shortParts,
  }
}

interface RenderedPart {
  readonly header: string
  readonly content: Buffer
  readonly isText: boolean
  /** The content if it is text, and otherwise a placeholder. */
  readonly readable: string
  /** The digest of what is not a text. */
  readonly digest: string
}

function renderedPart(part: FormPart, { inSmallLetters }: FormSpelling): RenderedPart {
  const usual = partHeader(part)
  const header = inSmallLetters ? usual.replaceAll(/^[\w-]+(?=:)/gm, (name) => name.toLowerCase()) : usual
  const content = partContent(part)
  const isText = isUtf8(content) && !content.includes(0)
  const digest = isText ? '' : hash('sha256', content, 'hex')
  const readable = isText ? content.toString() : `(${content.length} bytes, SHA-256 ${digest.slice(0, 8)})`
  return { header, content, isText, readable, digest }
}

function partHeader(part: FormPart): string {
  const name = `Content-Disposition: form-data; name="${quoted(part.name)}"`
  const filename = 'value' in part ? undefined : filenameOf(part)
  const disposition = filename === undefined ? name : `${name}; filename="${filename}"`
  return part.contentType === undefined ? disposition : `${disposition}\r\nContent-Type: ${part.contentType}`
}

function filenameOf({ filename, rawFilename }: FilePart): string | undefined {
  return rawFilename === true ? filename : filename && quoted(filename)
}

function partContent(part: FormPart): Buffer {
  if ('value' in part) return Buffer.from(part.value)
  return Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.byteLength)
}

/** As in HTML: only these three characters are escaped, backslash and percent sign are not. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** A binary content is represented by its digest: large ones are read once. */
function boundaryOf(rendered: readonly RenderedPart[]): string {
  const content = rendered.map(({ header, readable, digest }) => `${header}\n${digest}${readable}\n`)
  return `conformance-${hash('sha256', content.join(''), 'hex').slice(0, 32)}`
}
