import { expect, test } from 'vitest'
import type { FieldRule } from '../../lib/contract/field-rules.ts'
import { isRecord } from '../../lib/contract/is-record.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import { schemaFile, schemaIds } from '../../lib/contract/schema-files.ts'
import { requirementsOf, statedShape } from '../../lib/contract/stated-shape.ts'

const shapes = schemaIds().filter((id) => /^(?:resources|responses)\//.test(id) && schemaFile(id)['type'] === 'object')

/** Fields that have rules only under a condition. */
const conditional = new Set(['property.json value', 'property.json category', 'property.json display_unit'])

function rulesOf(schema: string, field: string): readonly FieldRule[] {
  return statedShape(schema).groups.flatMap(({ rules }) => rules.filter((rule) => rule.field === field))
}

test.each(shapes)('every field of %s names its requirement, and none that the contract leaves open', (id) => {
  const { properties } = schemaFile(id)
  const fields = isRecord(properties) ? Object.keys(properties) : []
  const file = id.replace(/^.*\//, '')
  const unnamed = fields.filter((field) => rulesOf(id, field).length === 0 && !conditional.has(`${file} ${field}`))
  expect(unnamed).toEqual([])
  const open = requirementsOf(statedShape(id)).filter((named) => requirements.get(named)?.kind === 'open')
  expect(open).toEqual([])
})

test.each([
  ['resources/product.json', 'id', undefined, ['PROD-01']],
  ['resources/product.json', 'id', null, ['PROD-01']],
  ['resources/product.json', 'id', 'x', ['PROD-01', 'GEN-02']],
  ['resources/product.json', 'description', undefined, []],
  ['resources/product.json', 'description', null, []],
  ['resources/product.json', 'status', null, ['PROD-10']],
  ['resources/product-status.json', 'color', 5, ['PROD-10']],
  ['resources/product-status.json', 'color', 'red', ['PROD-10', 'PROD-11']],
  ['resources/file.json', 'title', undefined, ['FILE-12']],
  ['resources/file.json', 'uploadedAt', null, []],
  ['resources/reference.json', 'item_document_id', undefined, ['PROP-08']],
])('%s: `%s` of %j is judged under %j', (schema, field, value, judged) => {
  const rules = rulesOf(schema, field).filter((rule) => rule.judges(value))
  expect(rules.map(({ requirement }) => requirement)).toEqual(judged)
})

test.each([
  ['resources/product.json', 'readable_id', 'a text of lower-case letters, digits and underscores'],
  ['resources/product.json', 'name', 'a string of at least one character'],
  ['resources/product.json', 'owner', 'a public user or null'],
  ['resources/product.json', 'createdAt', 'a time in ISO 8601'],
  ['resources/product.json', 'excludedStatusIds', 'an array of strings'],
  ['resources/file.json', 'userTitle', 'a string, null or nothing'],
  ['resources/file.json', 'used_in', 'an array of file usages'],
  ['resources/file.json', 'title', 'left out'],
  ['responses/product-list.json', 'count', 'an integer'],
])('%s: `%s` has to be %s', (schema, field, expected) => {
  expect(rulesOf(schema, field)[0]?.expected).toBe(expected)
})
