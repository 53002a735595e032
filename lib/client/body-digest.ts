import { hash } from 'node:crypto'
import type { Exchange, RecordedBody } from './exchange.ts'

/** The SHA-256 of a request body as sent, in hexadecimal. */
export function requestDigest({ sha256, text }: RecordedBody): string {
  return sha256 ?? hash('sha256', text, 'hex')
}

/** The SHA-256 of an answer's body, in hexadecimal. */
export function bodyDigest({ sha256, body }: Pick<Exchange, 'sha256' | 'body'>): string {
  return sha256 ?? hash('sha256', body, 'hex')
}
