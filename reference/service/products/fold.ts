import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'

/** A text as search compares it: letter case is gone in every script, nothing else is. */
export function fold(text: string): string {
  // Upper case first, so that letters that share a capital meet (ß and ss, ſ and s); the final sigma is put back in line.
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

/** A name as it is kept for searches, and a search text as it is looked for. */
export const foldedName = rule((_: Deployment, text: string): string => fold(text))
