import { asText, dispositionOf, fieldOf, isRecord, readingsOf, type Exchange, type MadeFile } from '#suite'

/** A file by its record, and by what was uploaded if this run did that. */
interface Known {
  readonly part?: Pick<MadeFile['part'], 'contentType' | 'filename'>
  readonly exchange: Exchange
}

/** What says no more than that it is bytes. */
export const genericMediaTypes: readonly string[] = [
  'application/octet-stream',
  'binary/octet-stream',
  'application/binary',
  'application/download',
  'application/x-download',
  'application/force-download',
]

/**
 * The media types as which a file may be served. lawful: a type told from the bytes, and a generic one; `where` is false if the
 * record shows no type, for nobody knows then which is stored.
 */
export function lawfulMediaTypes({ part, exchange }: Known, { headers }: Exchange) {
  const stored = fieldOf(exchange, 'content_type')
  const mediaTypes = [part?.contentType ?? asText(stored), asText(stored), ...genericMediaTypes]
  return { mediaTypes, where: typeof stored === 'string' && (headers['content-type'] ?? '') !== '' }
}

/** The names that a download of a file may have: those of its record, and its title. */
export function ownNames({ part, exchange }: Known): readonly string[] {
  const record = isRecord(exchange.json) ? exchange.json : {}
  const shown = ['originalFileName', 'name', 'userTitle'].map((field) => record[field])
  return [part?.filename ?? '', ...shown.filter((name) => typeof name === 'string')]
}

/** The names that a download may have with a format too: those of its file, and the one without a format, whatever it is. */
export function namesWithFormat(plain: Exchange, file: Known): readonly string[] {
  const disposition = dispositionOf(plain.headers['content-disposition'])
  return [...ownNames(file), ...(disposition === undefined ? [] : readingsOf(disposition))]
}
