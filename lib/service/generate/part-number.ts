import fc from 'fast-check'

const plain = 'ABCXYZabcxyz0189'.split('')
const characters = ['Ä', 'é', 'Ж', '漢', '٣', '½', '😀', ' ', ...'-._/#+:()&%\'"\\*'.split('')]

/** The text around a random word in a part number: letters of both cases and digits. */
export function plainNumberPart(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...plain), maxLength: 8 })
}

/** The text inside a part number if no format is configured: also punctuation, spaces and letters of other scripts. */
export function anyNumberPart(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...plain, ...characters), maxLength: 8 })
}
