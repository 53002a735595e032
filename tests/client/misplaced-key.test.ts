import { expect, test } from 'vitest'
import { MisplacedKeyError } from '../../lib/client/unsent-errors.ts'
import type { RequestDescription } from '../../lib/client/request-description.ts'
import { openClient, ownKey } from './open-client.ts'
import { openServer } from './open-server.ts'

const others = { sameOrganization: 'svc_api_same/and+more', otherOrganization: 'svc_api_OfOthers0123456789' }

const misplaced: Readonly<Record<string, Partial<RequestDescription>>> = {
  path: { path: `/v1/public/${ownKey}` },
  query: { query: { api_key: ownKey } },
  'a query, percent-encoded': { query: { token: others.sameOrganization } },
  'another header': { headers: { 'X-Api-Key': others.otherOrganization } },
  'a cookie': { headers: { cookie: `session=${ownKey}` } },
  'a JSON body': { method: 'POST', json: { name: `a ${ownKey}` } },
  'a form': { method: 'POST', form: [{ name: 'file', value: others.otherOrganization }] },
}

test.each(Object.entries(misplaced))('a configured key in %s is not sent', async (_, request) => {
  let asked = 0
  await using server = await openServer((_request, response) => {
    asked += 1
    response.end('{}')
  })
  await using opened = openClient(server.url, { keys: { own: ownKey, ...others } })
  const sent = opened.client.send({
    method: 'GET',
    path: '/v1/public/workspaces',
    check: 'c',
    as: 'forged',
    ...request,
  })
  await expect(sent).rejects.toThrow(MisplacedKeyError)
  await expect(sent).rejects.toThrow(/a configured key was about to be sent in the (?:path or query|header \S+|body)/)
  await expect(sent).rejects.not.toThrow(new RegExp(RegExp.escape(ownKey)))
  expect(asked).toBe(0)
})

test('in the Authorization header it goes in any form, and a key that the run has made goes anywhere', async () => {
  const asked: Array<string | undefined> = []
  await using server = await openServer(({ url, headers }, response) => {
    asked.push(url, headers.authorization)
    response.end('{}')
  })
  const made = 'svc_api_MadeForTheQuery0123456789'
  await using opened = openClient(server.url, { keys: { own: ownKey, made: new Map([['id', made]]) } })
  const request = { method: 'GET', path: '/v1/public/workspaces', check: 'c', as: 'forged' } as const
  await opened.client.send({ ...request, headers: { Authorization: `Token ${ownKey}` } })
  await opened.client.send({ ...request, query: { api_key: made } })
  expect(asked).toEqual([
    '/v1/public/workspaces',
    `Token ${ownKey}`,
    `/v1/public/workspaces?api_key=${made}`,
    undefined,
  ])
})
