import { expect, test } from 'vitest'
import { areas, isRequirementId, requirements, requirementsDigest } from '../../lib/contract/requirement.ts'

test('ids, kinds and statements are what they always were', async () => {
  const rows = [...requirements.values()].map(({ id, kind, statement }) => `${id} ${kind}: ${statement}`)
  await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('requirements.snapshot.txt')
})

test('there are 18 areas, and each requirement is in its own', () => {
  expect(areas).toHaveLength(18)
  expect([...requirements.values()].filter(({ id, area }) => !id.startsWith(`${area}-`))).toEqual([])
})

test('an id is told from any other text', () => {
  expect(isRequirementId('PN-06')).toBe(true)
  expect(isRequirementId('PN-99')).toBe(false)
  expect(isRequirementId('toString')).toBe(false)
})

test('the digest is that of this catalogue', () => {
  expect(requirementsDigest()).toMatch(/^sha256:[0-9a-f]{64}$/)
})
