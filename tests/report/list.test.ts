import { expect, test } from 'vitest'
import { listFaults, listRequirements, listVariants } from '../../lib/cli/list.ts'
import { requirements } from '../../lib/contract/requirement.ts'

const faults = { 'count-holds-the-total': { title: 'count is the total', breaks: ['PAGE-02', 'PAGE-03'] } }

test('the requirements are listed area by area, for people and for machines', () => {
  const text = listRequirements()
  for (const { id } of requirements.values()) expect(text).toContain(id.padEnd(8))
  expect(text).toContain(`${requirements.size} requirements`)
  expect(JSON.parse(listRequirements({ json: true }))).toEqual([...requirements.values()])
})

test('faults say what they break, variants break nothing', () => {
  expect(listFaults(faults)).toBe(
    'count-holds-the-total\n    count is the total\n    breaks PAGE-02, PAGE-03\n1 faults\n',
  )
  expect(JSON.parse(listFaults(faults, { json: true }))).toEqual([
    { id: 'count-holds-the-total', ...faults['count-holds-the-total'] },
  ])
  expect(listVariants({ slow: { title: 'answers slowly' } })).toBe('slow\n    answers slowly\n1 variants\n')
})
