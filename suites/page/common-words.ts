import { isRecord } from '#suite'

/** A word that many names hold, in lower case. */
export function commonWord(entries: readonly unknown[]): string | undefined {
  const words = textsOf(entries, 'name').flatMap((name) => name.split(/\s+/u))
  return mostCommon(words.filter((word) => /^[a-z]{3,}$/iu.test(word)).map((word) => word.toLowerCase()))
}

/** A character that many names hold. */
export function commonCharacter(entries: readonly unknown[]): string | undefined {
  return mostCommon(textsOf(entries, 'name').flatMap((name) => [...new Set(name.match(/[a-z0-9]/gu))]))
}

/** The type of most properties of a list. */
export function commonType(entries: readonly unknown[]): string | undefined {
  return mostCommon(textsOf(entries, 'type'))
}

function textsOf(entries: readonly unknown[], field: string): readonly string[] {
  const values = entries.map((entry) => (isRecord(entry) ? entry[field] : undefined))
  return values.filter((value) => typeof value === 'string' && value !== '').map(String)
}

function mostCommon(words: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}
