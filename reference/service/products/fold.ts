import type { Deployment } from '../deployment.ts'

/** A text as search compares it: letter case is gone in every script, nothing else is. */
export function fold(text: string): string {
  // Upper case first, so that letters that share a capital meet (ß and ss, ſ and s); the final sigma is put back in line.
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

/** The same, and without accents where the service finds names whatever theirs. */
export function foldedName({ variants }: Pick<Deployment, 'variants'>, text: string): string {
  const folded = fold(text)
  if (!variants.chosen('search-folds-accents')) return folded
  return folded.normalize('NFD').replaceAll(/\p{M}/gu, '')
}
