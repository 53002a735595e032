import { closestMatch } from 'leven'

/** The word that a misspelt one most likely means, or `undefined` if none is similar. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const byLowerCase = new Map(known.map((candidate) => [candidate.toLowerCase(), candidate]))
  const sought = word.toLowerCase()
  const nearest = closestMatch(sought, [...byLowerCase.keys()], {
    maxDistance: Math.max(2, Math.floor(word.length / 3)),
  })
  return nearest === undefined ? undefined : byLowerCase.get(nearest)
}
