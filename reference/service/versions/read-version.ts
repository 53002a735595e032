import type { Deployment } from '../deployment.ts'
import type { Query } from '../http/query.ts'
import type { VersionWish } from './find-version.ts'

/** The version that a query asks for; undefined for the draft. */
export function readVersion({ faults }: Deployment, query: Query): VersionWish | undefined {
  const text = query.text('version') ?? 'null'
  if (text.startsWith('-') && faults.active('negative-version-is-the-draft')) return undefined
  const digits = /^[1-9]\d*(?=\D)/u.exec(text)?.[0]
  if (digits !== undefined && faults.active('version-read-up-to-the-first-letter')) return Number(digits)
  const isWord = /^[a-z]+$/u.test(text) && text !== 'null' && text !== 'baseline'
  if (isWord && faults.active('version-in-words-means-the-draft')) return undefined
  return query.version('version')
}
