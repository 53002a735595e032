import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { publishedContent } from '../../lib/service/fixtures/published-content.ts'
import type { Check, CheckContext } from '../../lib/run/check.ts'
import type { PublishedProduct } from '../../lib/service/given/published-product.ts'
import { startReference } from '../../reference/start-reference.ts'
import { judgeTarget } from '../../proof/judge/judge-target.ts'

let reference: Awaited<ReturnType<typeof startReference>>
let found: PublishedProduct

function judge(checks: readonly Check[], publishedProduct?: PublishedProduct) {
  const { baseUrl, keys } = reference
  const targetFile = publishedProduct === undefined ? {} : { fixtures: { publishedProduct } }
  return judgeTarget({ baseUrl, keys: { own: keys.own }, checks, mode: 'read-only', targetFile })
}

function checkOf(run: (context: CheckContext) => Promise<void>): Check {
  const title = 'what the versions hold'
  return { title, kind: 'scenario', verifies: [], needs: [], covers: [], serial: false, run }
}

beforeAll(async () => {
  reference = await startReference({ seed: 'embedded' })
  await judge([
    checkOf(async ({ api, given, session }) => {
      const product = await given.publishedProduct()
      const productParameter = await session.dialect.productParameter(product.productId)
      found = { ...(await publishedContent({ api, given, productParameter }, product)), ...product }
    }),
  ])
})

afterAll(async () => {
  await reference.close()
})

async function declaredChecks(): Promise<readonly Check[]> {
  return (await collectChecks()).filter(({ title }) => title.startsWith('a declared '))
}

test('what doctor finds in the versions of a product is kept by the deployment that it was found on', async () => {
  const record = await judge(await declaredChecks(), found)
  expect(record.findings).toEqual([])
  const evaluated = new Set(record.evaluations.map(({ requirement }) => requirement))
  expect([...evaluated]).toEqual(expect.arrayContaining(['VER-02', 'DL-06']))
})

test('a version that holds another value or other bytes is found', async () => {
  const values = found.values?.map((one) => ({ ...one, byVersion: { ...one.byVersion, 1: 'something else' } })) ?? []
  const files = found.files?.map((one) => ({ ...one, sha256: { ...one.sha256, 1: '0'.repeat(64) } })) ?? []
  const record = await judge(await declaredChecks(), { ...found, values, files })
  const violated = new Set(record.findings.map(({ requirement }) => requirement))
  expect([...violated].toSorted()).toEqual(['DL-06', 'VER-02'])
})
