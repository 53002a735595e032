import { expect, test } from 'vitest'
import { openServer } from '../client/open-server.ts'
import { foreignTargets } from './foreign-targets.ts'
import { lookAt } from './look-at.ts'

test.each(Object.entries(foreignTargets))('%s is refused by reads alone', async (_, listener) => {
  const methods = new Set<string | undefined>()
  await using server = await openServer((request, response) => {
    methods.add(request.method)
    listener(request, response)
  })
  const { refusal, requests } = await lookAt(server.url, 'svc_api_0123456789abcdefghijklmnop')
  expect(refusal).toMatch(/ is not a deployment of the Product Data Service: .*check --base-url/)
  expect(methods).toEqual(new Set(['GET']))
  expect(requests).toBeLessThanOrEqual(6)
})
