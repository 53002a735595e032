import type { Exchange } from '../../client/exchange.ts'
import { bodyDigest } from '../../client/body-digest.ts'
import { dispositionOf, readingsOf } from '../disposition.ts'
import { sameMediaType } from '../../service/records/equal-values.ts'
import type { Failure, Of } from './statement.ts'

export function judgeBytes({ sha256 }: Of<'bytes'>, answer: Exchange): Failure | undefined {
  const received = bodyDigest(answer)
  return received === sha256 ? undefined : { expected: sha256, received: { sha256: received, bytes: answer.bodyBytes } }
}

/** lawful: an answer without a media type; clients treat it as bytes */
export function judgeMediaType({ lawful }: Of<'media type'>, { headers }: Exchange): Failure | undefined {
  const received = headers['content-type'] ?? ''
  const holds = received === '' || lawful.some((type) => sameMediaType(type, received))
  return holds ? undefined : { expected: lawful, received }
}

export function judgeDisposition(claim: Of<'disposition'>, { headers }: Exchange): Failure | undefined {
  const header = headers['content-disposition']
  const disposition = dispositionOf(header)
  const failure = { expected: claim.names ?? 'attachment', received: header }
  if (claim.names === undefined) return disposition?.type === 'attachment' ? undefined : failure
  // No name at all is lawful.
  if (disposition?.name === undefined) return undefined
  const holds = readingsOf(disposition).some((name) => isNameOf(claim, name))
  return holds ? undefined : failure
}

/** lawful: the id as the name, with any extension; for a snapshot, the version beside the name */
function isNameOf({ names = [], id, isSnapshot }: Of<'disposition'>, named: string): boolean {
  if (id !== undefined && named.toLowerCase().includes(id.toLowerCase())) return true
  if (names.some((own) => isSameName(own, named))) return true
  const stem = (names[0] ?? '').replace(/\.\w+$/u, '')
  return isSnapshot === true && asciiFormsOf(stem).some((form) => asciiOf(named).includes(form))
}

function isSameName(own: string, named: string): boolean {
  return lettersOf(own) === lettersOf(named) || asciiFormsOf(own).includes(asciiOf(named))
}

/** lawful: a name reduced to ASCII, because a header takes no other characters: without its accents, or its letters with accents */
function asciiFormsOf(name: string): readonly string[] {
  return (['NFD', 'NFC'] as const).map((form) => asciiOf(name.normalize(form)))
}

function asciiOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/gu, '')
}

/** Spaces and punctuation may be replaced in a header; letters and digits of any script identify the file. */
function lettersOf(name: string): string {
  return name.normalize().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
