import { expect, test } from 'vitest'
import { requirements } from '../../lib/contract/requirement.ts'
import { clauseWords } from '../../lib/service/interface/clause-words.ts'

test('each section that a requirement comes from has words of ours', () => {
  const sources = new Set([...requirements.values()].map(({ source }) => source).filter((source) => source !== ''))
  expect([...sources].filter((source) => clauseWords(source) === undefined)).toEqual([])
})
