import { expect, test } from 'vitest'
import { isTimestamp } from '../../lib/checks/passive/iso-time.ts'
import { isMatrixText } from '../../lib/checks/passive/matrix-text.ts'
import { isUuid } from '../../lib/checks/passive/uuid.ts'
import { pageLimits, propertyTypes, readableIdPattern, statusValues } from '../../lib/contract/patterns.ts'
import { validate } from '../../lib/contract/schema-registry.ts'
import product from '../../schemas/requests/product-create.json' with { type: 'json' }
import pagination from '../../schemas/requests/pagination-query.json' with { type: 'json' }
import property from '../../schemas/resources/property.json' with { type: 'json' }
import timestamps from '../../schemas/cases/timestamp.json' with { type: 'json' }

// The checks of every exchange have predicates of their own, for speed: they read a value as the schemas do.

test.each(timestamps.cases)('a check and the schema agree on a timestamp: $description', ({ data, valid }) => {
  expect(isTimestamp(data)).toBe(valid)
})

test.each([
  '[[1, 2], [3, 4]]',
  '[[1 2]; [3 4]]',
  '[[1.5, -2e3]]',
  '[[1]',
  '[1, 2]',
  '[[one]]',
  '1',
  '[[1]] [[2]]',
  '[[1]]]',
])('a check and the schema agree on the matrix %s', (text) => {
  expect(new RegExp(property.$defs.matrix.pattern, 'u').test(text)).toBe(isMatrixText(text))
})

test.each(['0b8f6c1e-2d3a-4b5c-8d7e-9f0a1b2c3d4e', '0B8F6C1E-2D3A-4B5C-8D7E-9F0A1B2C3D4E', '0b8f6c1e', ''])(
  'a check and the schema agree on the id "%s"',
  (id) => {
    expect(validate('resources/workspace.json', { id, name: 'W', readable_id: 'w' }).length === 0).toBe(isUuid(id))
  },
)

test('the pattern of readable ids is the same everywhere', () => {
  expect(product.properties.readable_id.pattern).toBe(readableIdPattern.source)
})

test('the limits of a page are the same everywhere', () => {
  const { smallest, largest, firstOffset } = pageLimits
  expect(pagination.properties).toEqual({
    limit: { type: 'integer', minimum: smallest, maximum: largest },
    offset: { type: 'integer', minimum: firstOffset },
  })
})

test('the types of properties and the values of a status are the same everywhere', () => {
  expect(property.properties.type.enum).toEqual(propertyTypes)
  expect(property.allOf.at(-1)?.then.properties.value).toEqual({ enum: [...statusValues, null] })
})
