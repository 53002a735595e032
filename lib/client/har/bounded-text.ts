import { redact } from '../redactor.ts'

/** Characters of a body, header or address that an archive keeps. */
export const longestText = 4096

/** Looked at beyond the bound, so that a secret which straddles it is still known as one. */
const margin = 1024

export interface BoundedText {
  readonly text: string
  readonly cut: boolean
}

/** Text without secrets, cut at the bound. */
export function boundedText(text: string): BoundedText {
  if (text.length <= longestText) return { text: redact(text).toWellFormed(), cut: false }
  const cut = text.length > longestText + margin
  const clean = redact(cut ? text.slice(0, longestText + margin) : text).toWellFormed()
  // Where the window ends in half a secret, that half lies in its margin.
  const kept = clean.slice(0, cut ? Math.min(longestText, Math.max(0, clean.length - margin)) : longestText)
  return { text: kept.toWellFormed(), cut: cut || kept.length < clean.length }
}
