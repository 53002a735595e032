import { expect, test } from 'vitest'
import { whatDiffers } from '../../lib/report/what-differs.ts'

test('of two objects the fields alone are told that differ, be they changed, gone or new', () => {
  const expected = '{"id":"a","name":"pump","part_number":"PN-1","status":{"id":1}}'
  const received = '{"id":"a","name":"valve","status":{"id":2},"title":"new"} (in the record with id "a")'
  expect(whatDiffers({ expected, received })).toEqual({
    expected: '{"name":"pump","part_number":"PN-1","status":{"id":1}}',
    received: '{"name":"valve","status":{"id":2},"title":"new"}',
  })
})

test.each([
  ['a status', '409', '201'],
  ['a list', '["a"]', '[]'],
  ['one side in words', '{"a":1}', 'nothing'],
  ['objects that are the same', '{"a":1}', '{"a":1} twice'],
  ['a text that is cut', '{"a":"b', '{"a":1}'],
])('%s is told as it is', (_, expected, received) => {
  expect(whatDiffers({ expected, received })).toEqual({ expected, received })
})
