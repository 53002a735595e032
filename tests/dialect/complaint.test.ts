import fc from 'fast-check'
import { expect, test } from 'vitest'
import { complaintsOf } from '../../lib/dialect/complaint.ts'
import { listPathIn } from '../../lib/dialect/fill-template.ts'
import { pathIn } from '../../lib/dialect/template-path.ts'
import { TemplateReviser } from '../../lib/dialect/template-reviser.ts'

const entry = (loc: unknown, msg: string, type = ''): unknown => ({ details: { errors: [{ loc, msg, type }] } })

test.for([
  [entry(['body', 'name'], 'Field required', 'missing'), 'missing', ['name']],
  [entry(['name'], 'Required', 'invalid_type'), 'missing', ['name']],
  [entry(['request', 'body', 'name'], 'Required'), 'missing', ['name']],
  [entry(['name'], 'Invalid input: expected string, received undefined', 'invalid_type'), 'missing', ['name']],
  [entry(['body'], "must have required property 'readable_id'", 'required'), 'missing', ['readable_id']],
  [entry(['body', 'items', 0], "must have required property 'name'", 'required'), 'missing', ['items', 0, 'name']],
  [entry('/items/0/name', 'is missing'), 'missing', ['items', 0, 'name']],
  [entry('body.items[0].name', 'is missing'), 'missing', ['items', 0, 'name']],
  [entry(['name'], 'name should not be empty', 'isNotEmpty'), 'missing', ['name']],
  [entry(['foo'], 'property foo should not exist', 'whitelistValidation'), 'unknown', ['foo']],
  [entry(['body', 'foo'], 'Extra inputs are not permitted', 'extra_forbidden'), 'unknown', ['foo']],
  [entry([], "Unrecognized key(s) in object: 'foo'", 'unrecognized_keys'), 'unknown', ['foo']],
  [entry(['body'], 'must NOT have additional properties', 'additionalProperties'), 'unknown', []],
  [entry(['foo'], '"foo" is not allowed', 'object.unknown'), 'unknown', ['foo']],
  [entry(['name'], '"name" is not allowed to be empty', 'string.empty'), 'invalid', ['name']],
  [{ message: 'Missing required query parameter: workspaceId' }, 'missing', ['workspaceId']],
  [{ message: 'workspaceId is required' }, 'missing', ['workspaceId']],
  [{ message: '`item_id` must be provided' }, 'missing', ['item_id']],
  [{ details: { errors: { name: ['is required'] } } }, 'missing', ['name']],
  [{ detail: [{ loc: ['query', 'item_id'], msg: 'Field required', type: 'missing' }] }, 'missing', ['item_id']],
] as const)('%j is %s at %j', ([answer, kind, path]) => {
  expect(complaintsOf({ json: answer })).toMatchObject([{ kind, path }])
})

test.for([
  ["Input should be 'numeric', 'text' or 'date'", ['numeric', 'text', 'date']],
  ["Invalid enum value. Expected 'Numeric' | 'Text', received 'numeric'", ['Numeric', 'Text']],
  ["value is not a valid enumeration member; permitted: 'a', 'b'", ['a', 'b']],
  ['must be one of: part, assembly', ['part', 'assembly']],
  ['must be one of [part, assembly]', ['part', 'assembly']],
  ['type must be one of the following values: part, assembly', ['part', 'assembly']],
  ['Input should be a valid string', []],
  ["String should match pattern '^[a-z]+$'", []],
] as const)('%s offers %j', ([message, allowed]) => {
  expect(complaintsOf({ json: entry(['type'], message) })[0]?.allowed).toEqual(allowed)
})

test.for([
  [['value', 'str'], ['value']],
  [['value', 'NumericValue', 'float'], ['value']],
  [['missing', 'str'], ['missing']],
  [
    ['items', 3, 'name', 'str'],
    ['items', 0, 'name'],
  ],
  [
    ['items', 3, 'unit'],
    ['items', 0, 'unit'],
  ],
  [
    ['parent', 'string'],
    ['parent', 'string'],
  ],
])('in a body with these fields, %j is at %j', ([path, found]) => {
  const template = { value: 12.5, items: [{ name: 'a name' }], parent: { string: 'a' } }
  expect(pathIn(template, path ?? [])).toEqual(found)
})

test('what is missing within a text or a number is an object there', () => {
  const complaints = complaintsOf({ json: entry(['value', 'value'], 'Field required', 'missing') })
  const reviser = new TemplateReviser({ of: 'property', type: 'numeric' })
  expect(reviser.revise({ value: 12.5 }, complaints)).toEqual({ value: { value: 12.5 } })
})

test('a message without any name complains of nothing in particular', () => {
  expect(complaintsOf({ json: { message: 'The request is not valid' } })).toMatchObject([{ path: [] }])
  expect(complaintsOf({ json: 'nonsense' })).toEqual([])
})

const anything = fc.anything({ withNullPrototype: false })
const answers = fc.record({
  message: fc.string(),
  details: fc.oneof(
    anything,
    fc.record({
      errors: fc.array(
        fc.record({
          loc: fc.oneof(
            fc.array(fc.oneof(fc.constantFrom('body', 'items', 'name', '__proto__'), fc.nat(), fc.string())),
            anything,
          ),
          msg: fc.oneof(
            fc.constantFrom('required', 'expected array', "expected 'a' | 'b'", 'extra field'),
            fc.string(),
          ),
          type: fc.oneof(fc.string(), anything),
        }),
      ),
    }),
  ),
})

/** The body becomes a list by the second complaint, whose prototype the first asks for. */
const prototypeOfAList = {
  message: '',
  details: {
    errors: [
      { loc: {}, msg: '', type: {} },
      { loc: ['__proto__', ''], msg: '', type: '' },
      { loc: [''], msg: '', type: '' },
      { loc: [], msg: 'expected array', type: '' },
    ],
  },
}

test('whatever a target answers, a template stays small and is corrected without an error', () => {
  fc.assert(
    fc.property(fc.array(answers, { maxLength: 4 }), (all) => {
      const reviser = new TemplateReviser({ of: 'item', bulk: true })
      const start: unknown = { product_id: '{productId}', items: [{ name: '{name}' }] }
      const end = all.reduce((template: unknown, json) => reviser.revise(template, complaintsOf({ json })), start)
      expect(JSON.stringify(end).length).toBeLessThan(50_000)
      expect(listPathIn(end)?.length ?? 0).toBeLessThan(10)
      expect(Object.hasOwn(Object.prototype, 'items')).toBe(false)
    }),
    { examples: [[[prototypeOfAList]]] },
  )
})
