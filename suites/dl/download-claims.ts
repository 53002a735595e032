import { dispositionOf, fieldOf, isRecord, readingsOf, type Claim, type Exchange, type MadeFile } from '#suite'
import { sameMediaType } from '../subjects/media-type.ts'

/** What says no more than that it is bytes. */
const generic = [
  'application/octet-stream',
  'binary/octet-stream',
  'application/binary',
  'application/download',
  'application/x-download',
  'application/force-download',
]

/** That a download is an attachment. */
export function attachmentClaim(answer: Exchange, what: string): Claim {
  return {
    claim: `the download of ${what} is an attachment`,
    holds: dispositionOf(answer.headers['content-disposition'])?.type === 'attachment',
    expected: 'Content-Disposition: attachment',
    received: answer.headers['content-disposition'] ?? 'no Content-Disposition',
  }
}

/** That a file is served as its type or as bytes, where the answer and the record tell a type: without one a client takes bytes for what they are. */
export function typeClaim({ part, exchange }: MadeFile, answer: Exchange): Claim {
  const { 'content-type': served = '' } = answer.headers
  // lawful: a type told from the bytes; where the record shows none, nobody knows which is stored.
  const stored = fieldOf(exchange, 'content_type')
  const sent = part.contentType ?? String(stored)
  return {
    claim: 'a file is served as its type or as bytes',
    where: served !== '' && typeof stored === 'string',
    holds: [sent, String(stored), ...generic].some((type) => sameMediaType(type, served)),
    expected: `${sent} or a generic binary type`,
    received: served,
  }
}

/** That a download has the name of its file, or none. */
export function nameClaim({ id, part, exchange }: MadeFile, answer: Exchange): Claim {
  const header = answer.headers['content-disposition'] ?? ''
  const disposition = dispositionOf(header)
  const filename = part.filename ?? ''
  const lawful = [filename, ...namesOf(exchange.json)]
  const claim = {
    claim: 'the name of a download is that of the file',
    expected: filename,
    received: header,
    criterion: { kind: 'file name', names: [...new Set([...lawful, id])] },
  } as const
  // No name at all is lawful.
  if (disposition?.name === undefined) return { ...claim, holds: true }
  // lawful: the id for a name, with any extension
  const isTheId = (name: string): boolean => name.toLowerCase().includes(id.toLowerCase())
  const holds = readingsOf(disposition).some((name) => isTheId(name) || lawful.some((own) => isSameName(own, name)))
  return { ...claim, holds }
}

/** The same of a snapshot. lawful: the version beside the name */
export function snapshotNameClaim(file: MadeFile, answer: Exchange): Claim {
  const claim = nameClaim(file, answer)
  const disposition = dispositionOf(answer.headers['content-disposition'])
  const title = (file.part.filename ?? '').replace(/\.\w+$/u, '')
  const names = disposition === undefined ? [] : readingsOf(disposition)
  return {
    ...claim,
    holds: claim.holds || names.some((name) => asciiOf(name).includes(asciiOf(title))),
    criterion: { kind: 'file name', names: [title, file.id] },
  }
}

/** lawful: a name of which nothing but ASCII is left, for a header takes no more, as it is or without its accents. */
function isSameName(own: string, named: string): boolean {
  const forms = [own, own.normalize('NFD'), own.normalize('NFC')]
  return lettersOf(own) === lettersOf(named) || forms.some((form) => asciiOf(form) === asciiOf(named))
}

function asciiOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/gu, '')
}

/** Spaces and punctuation may be replaced in a header; letters and digits of any script tell the file. */
function lettersOf(name: string): string {
  return name.normalize().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The record's own names and its title: each names this file. */
function namesOf(record: unknown): readonly string[] {
  if (!isRecord(record)) return []
  return ['originalFileName', 'name', 'userTitle'].flatMap((field) => {
    const name = record[field]
    return typeof name === 'string' ? [name] : []
  })
}
