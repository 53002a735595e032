import fc from 'fast-check'

/** Numbers that any store of engineering values keeps exactly: doubles of moderate size, with many significant digits. */
export const propertyNumbers: fc.Arbitrary<number> = fc
  .oneof(
    fc.double({ min: -1e9, max: 1e9, noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  )
  // Beyond are subnormal numbers and negative zero, on which services may lawfully differ.
  .map((value) => (Math.abs(value) < 1e-9 ? 0 : Number(value.toPrecision(15))))

/** Texts of any script without control characters, some with surrounding spaces and several lines. */
export const propertyTexts: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', ' ', '\t', '0'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.constantFrom('', ' ', '\n', '.0'),
  )
  .map((parts) => parts.join(''))
  // A text of spaces alone may lawfully pass for none.
  .filter((text) => text.trim() !== '' && !/[^\P{Cc}\t\n]/u.test(text))

/** Days of the calendar. */
export const propertyDates: fc.Arbitrary<string> = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

/** Small matrices in nested-bracket notation. */
export const propertyMatrices: fc.Arbitrary<string> = fc
  .integer({ min: 1, max: 4 })
  .chain((columns) =>
    fc.array(fc.array(fc.integer({ min: -9999, max: 9999 }), { minLength: columns, maxLength: columns }), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map((rows) => `[${rows.map((row) => `[${row.map((value) => value / 100).join(', ')}]`).join(', ')}]`)
