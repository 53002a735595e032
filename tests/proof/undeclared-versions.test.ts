import { afterAll, beforeAll, expect, test } from 'vitest'
import { request } from 'undici'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { createControls } from '../../reference/controls.ts'
import { startReference } from '../../reference/start-reference.ts'
import { judgeTarget } from '../../proof/judge/judge-target.ts'

let reference: Awaited<ReturnType<typeof startReference>>

async function send(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${reference.keys.own}`, 'content-type': 'application/json' }
  const answer = await request(`${reference.baseUrl}/v1/public/${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reference answers with records
  return (await answer.body.json()) as Record<string, unknown>
}

beforeAll(async () => {
  reference = await startReference({ seed: 'empty' })
})

afterAll(async () => {
  await reference.close()
})

test('versions are found where the first holds nothing of what the draft shows now, and nothing is declared', async () => {
  const workspace_id = reference.fixtures.workspaceId
  const product = await send('POST', 'products', { workspace_id, name: 'pump', readable_id: 'pump' })
  const { publishVersion } = createControls(reference.controlUrl)
  await publishVersion(String(product['id']))
  const item = await send('POST', 'items', { product_id: product['id'], name: 'wheel' })
  await send('POST', 'properties', { item_id: item['id'], name: 'colour', type: 'text', value: 'red' })
  await publishVersion(String(product['id']))
  await send('PATCH', `products/${String(product['id'])}`, { baseline_version_number: 2 })

  const checks = (await collectChecks()).filter(({ verifies }) => verifies.some((id) => id.startsWith('VER-')))
  const record = await judgeTarget({
    baseUrl: reference.baseUrl,
    keys: { own: reference.keys.own },
    mode: 'read-only',
    checks,
  })
  expect(record.findings).toEqual([])
  const evaluated = new Set(record.evaluations.map(({ requirement }) => requirement))
  expect([...evaluated]).toEqual(expect.arrayContaining(['VER-03', 'VER-07', 'VER-09', 'VER-13']))
})
