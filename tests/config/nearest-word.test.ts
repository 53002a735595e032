import { expect, test } from 'vitest'
import { nearestWord } from '../../lib/config/nearest-word.ts'

const known = ['workspaceId', 'fixtures', 'dialect', 'aiUsage']

test.each([
  ['workspaceid', 'workspaceId'],
  ['workspace_id', 'workspaceId'],
  ['fixture', 'fixtures'],
  ['dailect', 'dialect'],
  ['aiuse', 'aiUsage'],
  ['limits', undefined],
  ['', undefined],
])('`%s` most likely meant %j', (word, meant) => {
  expect(nearestWord(word, known)).toBe(meant)
})
