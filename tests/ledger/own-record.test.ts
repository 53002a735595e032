import { describe, expect, test } from 'vitest'
import { whoseIs } from '../../lib/service/records/own-record.ts'
import { addSent, newSentRecord } from '../../lib/service/records/sent-record.ts'

const sentName = '\u{FFFE}\u{FFFF}'
const json = { name: sentName, readable_id: 'conformance_r1', workspace_id: 'w1' }

describe('a product whose name was sent as code points that are no characters', () => {
  const sent = newSentRecord('product', 'r1')
  addSent(sent, { json, path: '/v1/public/products' })

  test.each([
    { how: 'as they were sent', name: sentName, whose: 'own' },
    { how: 'as U+FFFD', name: '\u{FFFD}\u{FFFD}', whose: 'own' },
    { how: 'dropped', name: '', whose: 'own' },
    { how: 'as another name', name: 'Frame', whose: 'changed' },
  ])('shown $how is $whose', ({ name, whose }) => {
    expect(whoseIs({ ...json, name }, sent)).toBe(whose)
  })
})
