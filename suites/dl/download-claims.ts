import { dispositionOf, isRecord, readingsOf, type Exchange, type MadeFile } from '#suite'

/** A file by its record, and by what was uploaded if this run did that. */
interface Known {
  readonly part?: Pick<MadeFile['part'], 'filename'>
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
