import { expect, test } from 'vitest'
import { pageLimits, propertyTypes, readableIdPattern, statusValues } from '../../lib/service/interface/patterns.ts'
import product from '../../schemas/requests/product-create.json' with { type: 'json' }
import pagination from '../../schemas/requests/pagination-query.json' with { type: 'json' }
import property from '../../schemas/resources/property.json' with { type: 'json' }

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
  expect(JSON.stringify(property.allOf)).toContain(JSON.stringify(statusValues))
})
