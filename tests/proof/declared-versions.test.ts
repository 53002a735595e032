import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { publishedContent } from '../../lib/service/fixtures/published-content.ts'
import type { Check, CheckContext } from '../../lib/run/check.ts'
import type { PublishedProduct } from '../../lib/service/given/published-product.ts'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { judgeTarget } from '../../proof/judge/judge-target.ts'

let reference: Reference
let found: PublishedProduct

function judge(
  checks: readonly Check[],
  publishedProduct?: PublishedProduct,
  { baseUrl, keys }: Reference = reference,
) {
  const targetFile = publishedProduct === undefined ? {} : { fixtures: { publishedProduct } }
  return judgeTarget({ baseUrl, keys: { own: keys.own }, checks, mode: 'read-only', targetFile })
}

function checkOf(run: (context: CheckContext) => Promise<void>): Check {
  const title = 'what the versions hold'
  return { title, kind: 'scenario', verifies: [], needs: [], covers: [], serial: false, run }
}

/** The content of its versions, as doctor declares it. */
async function declaredBy(deployment: Reference): Promise<PublishedProduct> {
  let declared: PublishedProduct | undefined
  const check = checkOf(async ({ api, given, session }) => {
    const product = await given.publishedProduct()
    const productParameter = await session.dialect.productParameter(product.productId)
    declared = { ...(await publishedContent({ api, given, productParameter }, product)), ...product }
  })
  await judge([check], undefined, deployment)
  if (declared === undefined) throw new Error('the reference has no published product')
  return declared
}

beforeAll(async () => {
  reference = await startReference({ seed: 'embedded' })
  found = await declaredBy(reference)
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

test('a version that is wrong only where it is read by id breaks the rule of such reads', async () => {
  const deployment = await startChangedReference({ seed: 'embedded', faults: ['version-passed-over-by-draft-id'] })
  try {
    const declared = await declaredBy(deployment)
    const values = declared.values?.map((one, at) => ({ ...one, byVersion: found.values?.[at]?.byVersion ?? {} })) ?? []
    const record = await judge(await declaredChecks(), { ...declared, values }, deployment)
    expect(new Set(record.findings.map(({ requirement }) => requirement))).toEqual(new Set(['VER-13']))
  } finally {
    await deployment.close()
  }
})
