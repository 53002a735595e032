import fc from 'fast-check'

// Only composed letters, and no characters that a service may remove from a name: separators, quotes, percent or control
// characters.
const plain = 'abcXYZ019 -_.()+,'
const beyond = ['\u00e9', 'ß', 'Ж', 'ñ', 'Å', '漢', 'カ', '한', 'ש', 'ع', '😀', '½', '€'] as const

/** A file name without its extension, in many scripts, with a letter at both ends. */
export function fileStem(): fc.Arbitrary<string> {
  const inside = fc.string({ unit: fc.constantFrom(...plain.split(''), ...beyond), maxLength: 12 })
  const end = fc.constantFrom('a', 'é', '漢', 'Z', 'ж')
  return fc.tuple(end, inside, end).map(([first, middle, last]) => `${first}${middle.replaceAll('..', '.')}${last}`)
}
