import { expect, test } from 'vitest'
import { variants } from '../../proof/variants/catalogue.ts'
import { lookAtReference } from './look-at.ts'

test.each(Object.keys(variants))('a deployment with the variant %s is judged', async (id) => {
  const { refusal, requests } = await lookAtReference({ variants: [id] })
  expect(refusal).toBeUndefined()
  expect(requests).toBeLessThanOrEqual(6)
})
